import { describe, expect, test } from '@jest/globals';
import { handler as deleteUserLink } from '#functions/links/deleteUserLink.ts';
import { handler as updateUserLink } from '#functions/links/updateUserLink.ts';
import { linkKey } from '#functions/storage/keys.ts';
import {
  addLink,
  changeLink,
  linksOf,
  moveLink,
  removeLink,
} from '#functions/storage/links/links.ts';
import { put, type QueryRequest, type TableWriter, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { LINKS_MAX, NOT_A_WEB_ADDRESS, TOO_MANY_LINKS } from '#shared/rules/links/links.ts';
import { call } from '../../support/call.ts';
import {
  addLinkAs,
  moveLinkAs,
  namesOf,
  ownerOf,
  type SentLink,
  viewLinks,
} from '../../support/links.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const view = viewLinks;
const add = addLinkAs;
const move = moveLinkAs;
const owner = (...names: string[]) => ownerOf(world, ...names);
const viewOf = (userId: string) => responseTo(visitor().calls('viewUserLinksById', { userId }));
const erase = (token: string | undefined, linkId: string) =>
  call(deleteUserLink, { linkId }, { token });
const change = (
  token: string | undefined,
  linkId: string,
  linkName = 'New',
  linkUrl = 'new.example',
) => call(updateUserLink, { linkId, linkName, linkUrl }, { token });

const WORDS = { name: 'Changed', url: 'https://example.com' };

test('the sort keys of a person’s fifty links have two digits', () => {
  expect(linkKey('U', LINKS_MAX - 1)).toEqual({ pk: 'USER#U', sk: 'LINK#49' });
});

describe('a new link', () => {
  test('is added at the end of the list, with its full address', async () => {
    const { token } = await owner('Shop');
    const { http, body } = await add(token, ' My  book ', 'example.com/book');
    expect(http).toBe(200);
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
    expect((await view(token)).body.data[1]).toEqual(body.data[0]);
  });

  test('is refused with an error at each invalid field', async () => {
    const { token } = await newPerson(world);
    const empty = await add(token, ' ', '');
    expectRefusal(empty, 400, 'INVALID_INPUT', {
      linkName: 'Please enter a name',
      linkUrl: 'Please enter a link',
    });
    const script = await add(token, 'Click', 'javascript:alert(1)');
    expectRefusal(script, 400, 'INVALID_INPUT', { linkUrl: NOT_A_WEB_ADDRESS });
  });

  test('is refused beyond fifty, also if sixty are created concurrently', async () => {
    const { token } = await newPerson(world);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => add(token, `Link ${index}`)),
    );
    const refused = answers.filter(({ http }) => http !== 200);
    expect(refused).toHaveLength(10);
    for (const answer of refused) {
      expectRefusal(answer, 400, 'INVALID_INPUT', { linkName: TOO_MANY_LINKS });
    }
    const { data } = (await view(token)).body;
    expect(data).toHaveLength(LINKS_MAX);
    expect(data.map(({ position }: SentLink) => position)).toEqual([...Array(LINKS_MAX).keys()]);
    expect(new Set(namesOf(await view(token))).size).toBe(LINKS_MAX);
  });

  test('can replace a deleted one of the fifty', async () => {
    const { user, token } = await newPerson(world);
    for (let count = 0; count < LINKS_MAX; count += 1)
      await addLink(
        table,
        user.id,
        { name: `${count}`, url: 'https://example.com' },
        undefined,
        world.now(),
      );
    const [first] = (await view(token)).body.data as SentLink[];
    expectRefusal(await add(token, 'One too many'), 400, 'INVALID_INPUT');
    await erase(token, first?.id ?? '');
    expect((await add(token, 'The fiftieth')).body.data[0].position).toBe(LINKS_MAX - 1);
  });
});

describe('a changed link', () => {
  test('keeps its id and its position', async () => {
    const { token, ids } = await owner('One', 'Two', 'Three');
    const { body } = await change(token, ids[1] ?? '', 'Zwei', 'example.com/2');
    const changed = {
      id: ids[1],
      linkName: 'Zwei',
      linkUrl: 'https://example.com/2',
      position: 1,
      verifiedAt: null,
      isOn: true,
      visibleFrom: null,
      visibleUntil: null,
    };
    expect(body.data).toEqual([changed]);
    expect(namesOf(await view(token))).toEqual(['One', 'Zwei', 'Three']);
  });

  test('is validated like a new one', async () => {
    const { token, ids } = await owner('One');
    const answer = await change(token, ids[0] ?? '', '', 'https://a:b@example.com');
    expect(answer.body.fields).toEqual({
      linkName: 'Please enter a name',
      linkUrl: NOT_A_WEB_ADDRESS,
    });
    expect(namesOf(await view(token))).toEqual(['One']);
  });
});

describe('a deleted link', () => {
  test('is removed, and the others keep their order', async () => {
    const { token, ids, user } = await owner('One', 'Two', 'Three');
    expect((await erase(token, ids[1] ?? '')).body).toEqual({ status: 'SUCCESS' });
    expect(namesOf(await view(token))).toEqual(['One', 'Three']);
    expect(namesOf(await viewOf(user.id))).toEqual(['One', 'Three']);
  });

  test('can be deleted again, but not changed or moved', async () => {
    const { token, ids } = await owner('One');
    const [id = ''] = ids;
    await erase(token, id);
    expect((await erase(token, id)).body).toEqual({ status: 'SUCCESS' });
    expectRefusal(await change(token, id), 404, 'NOT_FOUND');
    expectRefusal(await move(token, id, 0), 404, 'NOT_FOUND');
  });

  test('that many calls delete is deleted for each of them, and no other link is', async () => {
    const { token, ids } = await owner('One', 'Two');
    const answers = await Promise.all(Array.from({ length: 8 }, () => erase(token, ids[0] ?? '')));
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(8);
    expect(namesOf(await view(token))).toEqual(['Two']);
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
    const { user, ids } = await owner('Old', 'Beside');
    const [old] = await linksOf(table, user.id);
    const other = {
      ...old,
      ...linkKey(user.id, old?.slot ?? 0),
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
    expect(await attempt(racing, user.id, ids[0] ?? '')).toBe('GONE');
    expect((await linksOf(table, user.id)).find(({ slot }) => slot === old?.slot)).toEqual(other);
  });
});

describe('the links of a public profile', () => {
  test('are visible to every caller, in order', async () => {
    const { user, token, ids } = await owner('A', 'B');
    await move(token, ids[1] ?? '', 0);
    const { http, body } = await viewOf(user.id);
    expect(http).toBe(200);
    const own: object[] = (await view(token)).body.data;
    expect(own).toEqual(
      body.data.map((link: object) => ({
        ...link,
        isOn: true,
        visibleFrom: null,
        visibleUntil: null,
      })),
    );
    expect(namesOf({ http, body, headers: {}, cookies: [] })).toEqual(['B', 'A']);
  });

  test('may be empty', async () => {
    const { user } = await newPerson(world);
    expect((await viewOf(user.id)).body).toEqual({ status: 'SUCCESS', data: [] });
  });

  test.each([
    ['whose registration is not finished', { licenseId: 'NONE' }],
    ['whose phone is not confirmed', { verified: false }],
  ] as const)('are not found for an account %s', async (_, registration) => {
    const { user } = await newPerson(world, registration);
    await addLink(
      table,
      user.id,
      { name: 'A', url: 'https://example.com' },
      undefined,
      world.now(),
    );
    expectRefusal(await viewOf(user.id), 404, 'NOT_FOUND');
  });

  test('are not found for an unknown user', async () => {
    expectRefusal(await viewOf(newId(world.now())), 404, 'NOT_FOUND');
    expectRefusal(await viewOf('nobody'), 400, 'INVALID_INPUT');
  });
});

describe('access to links', () => {
  const calls = [
    ['change a link', (token?: string, id = newId(world.now())) => change(token, id)],
    ['delete a link', (token?: string, id = newId(world.now())) => erase(token, id)],
    ['move a link', (token?: string, id = newId(world.now())) => move(token, id, 0)],
  ] as const;

  test.each(calls)(
    'a stranger who tries to %s changes nothing, and gets the same response as for an unknown id',
    async (_, attempt) => {
      const { user, ids, token } = await owner('Mine');
      const stranger = await owner('Theirs');
      const { http, body } = await attempt(stranger.token, ids[0]);
      const { requestId: _one, ...nowhere } = (await attempt(stranger.token)).body;
      expect([http, body]).toMatchObject([attempt === calls[1][1] ? 200 : 404, nowhere]);
      expect((await linksOf(table, user.id)).map(({ name }) => name)).toEqual(['Mine']);
      expect(namesOf(await view(token))).toEqual(['Mine']);
      expect(namesOf(await view(stranger.token))).toEqual(['Theirs']);
    },
  );
});
