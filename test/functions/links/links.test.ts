import { describe, expect, test } from '@jest/globals';
import { linkKey } from '#functions/storage/keys.ts';
import {
  addLink,
  changeLink,
  linksOf,
  moveLink,
  removeLink,
} from '#functions/storage/links/links.ts';
import { put, type QueryRequest, type TableWriter, table } from '#functions/storage/table.ts';
import { type Deed, responseTo } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { newId } from '#shared/ids.ts';
import { LINKS_MAX, NOT_A_WEB_ADDRESS, TOO_MANY_LINKS } from '#shared/rules/links/links.ts';
import { namesOf, ownerOf, type SentLink } from '../../support/links.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const withLinks = (...names: string[]) => ownerOf(world, ...names);
const change = (one: Person, link: Ref) => one.editsLink(link, 'New', 'new.example');

const WORDS = { name: 'Changed', url: 'https://example.com' };

test('the sort keys of a person’s fifty links have two digits', () => {
  expect(linkKey('U', LINKS_MAX - 1)).toEqual({ pk: 'USER#U', sk: 'LINK#49' });
});

describe('a new link', () => {
  test('is added at the end of the list, with its full address', async () => {
    const { owner } = await withLinks('Shop');
    const body = await owner.does('createUserLink', {
      linkName: ' My  book ',
      linkUrl: 'example.com/book',
    });
    expect(body).toEqual({
      status: 'SUCCESS',
      data: [
        {
          id: expect.stringMatching(/^[0-9A-Z]{26}$/),
          linkName: 'My book',
          linkUrl: 'https://example.com/book',
          position: 1,
          verifiedAt: null,
          isOn: true,
          visibleFrom: null,
          visibleUntil: null,
        },
      ],
    });
    expect((await owner.links()).data[1]).toEqual(body.data[0]);
  });

  test('is refused with an error at each invalid field', async () => {
    const owner = await newPerson(world);
    await expectRefused(owner.addsLink(' ', ''), 400, 'INVALID_INPUT', {
      linkName: 'Please enter a name',
      linkUrl: 'Please enter a link',
    });
    await expectRefused(owner.addsLink('Click', 'javascript:alert(1)'), 400, 'INVALID_INPUT', {
      linkUrl: NOT_A_WEB_ADDRESS,
    });
  });

  test('is refused beyond fifty, also if sixty are created concurrently', async () => {
    const owner = await newPerson(world);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => responseTo(owner.addsLink(`Link ${index}`))),
    );
    const refused = answers.filter(({ http }) => http !== 200);
    expect(refused).toHaveLength(10);
    for (const answer of refused) {
      expectRefusal(answer, 400, 'INVALID_INPUT', { linkName: TOO_MANY_LINKS });
    }
    const { data } = await owner.links();
    expect(data).toHaveLength(LINKS_MAX);
    expect(data.map(({ position }: SentLink) => position)).toEqual([...Array(LINKS_MAX).keys()]);
    expect(new Set(namesOf(await owner.links())).size).toBe(LINKS_MAX);
  });

  test('can replace a deleted one of the fifty', async () => {
    const owner = await newPerson(world);
    for (let count = 0; count < LINKS_MAX; count += 1)
      await addLink(
        table,
        owner.id,
        { name: `${count}`, url: 'https://example.com' },
        undefined,
        world.now(),
      );
    const [first] = (await owner.links()).data;
    await expectRefused(owner.addsLink('One too many'), 400, 'INVALID_INPUT');
    await owner.removesLink(first as Ref);
    expect((await owner.addsLink('The fiftieth')).position).toBe(LINKS_MAX - 1);
  });
});

describe('a changed link', () => {
  test('keeps its id and its position', async () => {
    const { owner, added } = await withLinks('One', 'Two', 'Three');
    const edited = await owner.editsLink(added[1] as Ref, 'Zwei', 'example.com/2');
    const changed = {
      id: added[1]?.id,
      linkName: 'Zwei',
      linkUrl: 'https://example.com/2',
      position: 1,
      verifiedAt: null,
      isOn: true,
      visibleFrom: null,
      visibleUntil: null,
    };
    expect(edited).toEqual(changed);
    expect(namesOf(await owner.links())).toEqual(['One', 'Zwei', 'Three']);
  });

  test('is validated like a new one', async () => {
    const { owner, added } = await withLinks('One');
    const editing = owner.editsLink(added[0] as Ref, '', 'https://a:b@example.com');
    await expectRefused(editing, 400, 'INVALID_INPUT', {
      linkName: 'Please enter a name',
      linkUrl: NOT_A_WEB_ADDRESS,
    });
    expect(namesOf(await owner.links())).toEqual(['One']);
  });
});

describe('a deleted link', () => {
  test('is removed, and the others keep their order', async () => {
    const { owner, added } = await withLinks('One', 'Two', 'Three');
    expect(await owner.removesLink(added[1] as Ref)).toEqual({ status: 'SUCCESS' });
    expect(namesOf(await owner.links())).toEqual(['One', 'Three']);
    expect(namesOf(await visitor().linksOf(owner))).toEqual(['One', 'Three']);
  });

  test('can be deleted again, but not changed or moved', async () => {
    const { owner, added } = await withLinks('One');
    const link = added[0] as Ref;
    await owner.removesLink(link);
    expect(await owner.removesLink(link)).toEqual({ status: 'SUCCESS' });
    await expectRefused(change(owner, link), 404, 'NOT_FOUND');
    await expectRefused(owner.movesLink(link, 0), 404, 'NOT_FOUND');
  });

  test('that many calls delete is deleted for each of them, and no other link is', async () => {
    const { owner, added } = await withLinks('One', 'Two');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => responseTo(owner.removesLink(added[0] as Ref))),
    );
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(8);
    expect(namesOf(await owner.links())).toEqual(['Two']);
  });
});

describe('a link that is replaced by another one during the call', () => {
  test.each([
    [
      'deleted',
      (racing: TableWriter, userId: string, id: string) => removeLink(racing, userId, id),
    ],
    [
      'changed',
      (racing: TableWriter, userId: string, id: string) => changeLink(racing, userId, id, WORDS),
    ],
    [
      'moved',
      (racing: TableWriter, userId: string, linkId: string) =>
        moveLink(racing, userId, { linkId, index: 9, now: world.now() }),
    ],
  ])('cannot be %s, and the other link is unchanged', async (_, attempt) => {
    const { owner, added } = await withLinks('Old', 'Beside');
    const [old] = await linksOf(table, owner.id);
    const other = {
      ...old,
      ...linkKey(owner.id, old?.slot ?? 0),
      id: newId(world.now()),
      name: 'New',
    };
    const racing: TableWriter = {
      ...table,
      query: async <Found>(request: QueryRequest) => {
        const page = await table.query<Found>(request);
        await table.write(put(other));
        return page;
      },
    };
    expect(await attempt(racing, owner.id, String(added[0]?.id))).toBe('GONE');
    expect((await linksOf(table, owner.id)).find(({ slot }) => slot === old?.slot)).toEqual(other);
  });
});

describe('the links of a public profile', () => {
  test('are visible to every caller, in order', async () => {
    const { owner, added } = await withLinks('A', 'B');
    await owner.movesLink(added[1] as Ref, 0);
    const shown = await visitor().linksOf(owner);
    const own: object[] = (await owner.links()).data;
    expect(own).toEqual(
      shown.data.map((link: object) => ({
        ...link,
        isOn: true,
        visibleFrom: null,
        visibleUntil: null,
      })),
    );
    expect(namesOf(shown)).toEqual(['B', 'A']);
  });

  test('may be empty', async () => {
    const owner = await newPerson(world);
    expect(await visitor().linksOf(owner)).toEqual({ status: 'SUCCESS', data: [] });
  });

  test.each([
    ['whose registration is not finished', { licenseId: 'NONE' }],
    ['whose phone is not confirmed', { verified: false }],
  ] as const)('are not found for an account %s', async (_, registration) => {
    const owner = await newPerson(world, registration);
    await addLink(
      table,
      owner.id,
      { name: 'A', url: 'https://example.com' },
      undefined,
      world.now(),
    );
    await expectRefused(visitor().linksOf(owner), 404, 'NOT_FOUND');
  });

  test('are not found for an unknown user', async () => {
    await expectRefused(visitor().linksOf({ id: newId(world.now()) }), 404, 'NOT_FOUND');
    await expectRefused(visitor().linksOf({ id: 'nobody' }), 400, 'INVALID_INPUT');
  });
});

describe('access to links', () => {
  const calls: readonly (readonly [string, number, (one: Person, link: Ref) => Deed<unknown>])[] = [
    ['change a link', 404, change],
    ['delete a link', 200, (one, link) => one.removesLink(link)],
    ['move a link', 404, (one, link) => one.movesLink(link, 0)],
  ];

  test.each(calls)(
    'a stranger who tries to %s changes nothing, and gets the same response as for an unknown id',
    async (_, expected, attempt) => {
      const { owner, added } = await withLinks('Mine');
      const { owner: stranger } = await withLinks('Theirs');
      const { http, body } = await responseTo(attempt(stranger, added[0] as Ref));
      const unknown = { id: newId(world.now()) };
      const { requestId: _one, ...nowhere } = (await responseTo(attempt(stranger, unknown))).body;
      expect([http, body]).toMatchObject([expected, nowhere]);
      expect((await linksOf(table, owner.id)).map(({ name }) => name)).toEqual(['Mine']);
      expect(namesOf(await owner.links())).toEqual(['Mine']);
      expect(namesOf(await stranger.links())).toEqual(['Theirs']);
    },
  );
});
