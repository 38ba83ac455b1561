import { describe, expect, test } from '@jest/globals';
import { linksOf } from '#functions/storage/links/links.ts';
import { table } from '#functions/storage/table.ts';
import type { Fields } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { NO_MOMENT, UNTIL_BEFORE_FROM } from '#shared/rules/links/link-visibility.ts';
import { DAY, HOUR, later, MINUTE, toIso } from '#shared/time.ts';
import { namesOf, ownerOf } from '../../support/links.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* Links that are switched off, or visible at certain times only. docs/product/links.md#visibility */

const world = worldOfFile();
/** A person with links of these names. */
async function withLinks(...names: string[]) {
  const { owner: ana, added } = await ownerOf(world, ...names);
  return { ana, shop: added[0] as Ref, added };
}
const inHours = (hours: number) => toIso(later(world.now(), hours * HOUR));

const add = (ana: Person, input: Fields) => ana.addsLink('Sale', ADDRESS, { input });
const ADDRESS = 'https://example.com';
const change = (ana: Person, link: Ref, input: Fields = {}) =>
  ana.editsLink(link, 'Shop', ADDRESS, { input });
/** What visitors see of the links, and what their owner sees. */
const seen = async (ana: Ref) => namesOf(await visitor().linksOf(ana));
const own = async (ana: Person) => (await ana.links()).data;

describe('a link that is switched off', () => {
  test('is hidden from visitors, and its owner still sees it', async () => {
    const { ana, shop } = await withLinks('Shop', 'Book');
    const changed = await change(ana, shop, { isOn: 'false' });
    expect(changed).toMatchObject({ linkName: 'Shop', isOn: false, position: 0 });
    expect(await seen(ana)).toEqual(['Book']);
    expect((await own(ana)).map(({ isOn }) => isOn)).toEqual([false, true]);
    await change(ana, shop, { isOn: 'true' });
    expect(await seen(ana)).toEqual(['Shop', 'Book']);
  });

  test('does not tell visitors that it is there', async () => {
    const { ana, shop, added } = await withLinks('Shop', 'Book');
    await change(ana, shop, { isOn: 'false' });
    const body = await visitor().linksOf(ana);
    expect(body.data).toEqual([
      {
        id: added[1]?.id,
        linkName: 'Book',
        linkUrl: 'https://example.com',
        position: 0,
        verifiedAt: null,
      },
    ]);
  });
});

describe('a link with times', () => {
  test('is visible from its start and until its end, by the clock of the server', async () => {
    const ana = await newPerson(world);
    const times = { visibleFrom: inHours(1), visibleUntil: inHours(3) };
    const sale = await add(ana, times);
    expect(sale).toMatchObject({ isOn: true, ...times });
    expect(await seen(ana)).toEqual([]);
    world.advance(HOUR);
    expect(await seen(ana)).toEqual(['Sale']);
    world.advance(2 * HOUR - MINUTE);
    expect(await seen(ana)).toEqual(['Sale']);
    world.advance(MINUTE);
    expect(await seen(ana)).toEqual([]);
    expect(namesOf(await ana.links())).toEqual(['Sale']);
  });

  test('keeps them if a change leaves them out, as pages that were opened before do', async () => {
    const ana = await newPerson(world);
    const times = { visibleFrom: inHours(1), visibleUntil: inHours(3) };
    const sale = await add(ana, { ...times, isOn: 'false' });
    await change(ana, sale);
    expect((await own(ana))[0]).toMatchObject({ linkName: 'Shop', isOn: false, ...times });
  });

  test('loses those that are emptied', async () => {
    const ana = await newPerson(world);
    const sale = await add(ana, { visibleFrom: inHours(1) });
    await change(ana, sale, { visibleFrom: '' });
    expect((await own(ana))[0]).toMatchObject({ visibleFrom: null, visibleUntil: null });
    const [stored] = await linksOf(table, ana.user.id);
    expect(stored).not.toHaveProperty('visibility');
  });

  test('is refused if it ends before it begins, also by a change of one of the two', async () => {
    const ana = await newPerson(world);
    const error = { visibleUntil: UNTIL_BEFORE_FROM };
    const moment = inHours(2);
    const wrong = { visibleFrom: moment, visibleUntil: moment };
    await expectRefused(add(ana, wrong), 400, 'INVALID_INPUT', error);
    expect(await own(ana)).toEqual([]);
    const sale = await add(ana, { visibleFrom: inHours(2) });
    await expectRefused(
      change(ana, sale, { visibleUntil: inHours(1) }),
      400,
      'INVALID_INPUT',
      error,
    );
    expect((await own(ana))[0]).toMatchObject({ linkName: 'Sale', visibleUntil: null });
  });

  test('is refused with an invalid time', async () => {
    const ana = await newPerson(world);
    const adding = add(ana, { visibleFrom: 'tomorrow', isOn: 'maybe' });
    await expectRefused(adding, 400, 'INVALID_INPUT', {
      visibleFrom: NO_MOMENT,
      isOn: 'Please say true or false',
    });
  });
});

describe('a verified link', () => {
  const hostsOf = async ({ user }: Person) => {
    const seen = await visitor().makes(
      'viewUserProfile',
      { username: user.username },
      { headers: { 'user-agent': 'curl' } },
    );
    return seen.trust?.links.map(({ host }) => host);
  };
  async function verifiedOwner() {
    const { ana, shop } = await withLinks('Shop');
    world.sites.set(
      'example.com/',
      `<a rel="me" href="${SETTINGS.origin}/${ana.user.username}">Me</a>`,
    );
    await ana.verifiesLink(shop);
    expect(await hostsOf(ana)).toEqual(['example.com']);
    return { ana, shop };
  }

  test('that is switched off is in no trust panel, and is verified again at once when it is switched on', async () => {
    const { ana, shop } = await verifiedOwner();
    await change(ana, shop, { isOn: 'false' });
    expect(await hostsOf(ana)).toEqual([]);
    expect((await own(ana))[0]?.verifiedAt).not.toBeNull();
    await change(ana, shop, { isOn: 'true' });
    expect(await hostsOf(ana)).toEqual(['example.com']);
  });

  test('leaves the trust panel when its time is over', async () => {
    const { ana, shop } = await verifiedOwner();
    await change(ana, shop, { visibleUntil: inHours(1) });
    expect(await hostsOf(ana)).toEqual(['example.com']);
    world.advance(HOUR);
    expect(await hostsOf(ana)).toEqual([]);
  });

  test('that is checked while it is switched off does not appear', async () => {
    const { ana, shop } = await verifiedOwner();
    await change(ana, shop, { isOn: 'false' });
    world.advance(DAY);
    expect(await ana.verifiesLink(shop)).toMatchObject({ check: 'VERIFIED', isOn: false });
    expect(await hostsOf(ana)).toEqual([]);
  });

  test('keeps its verification and its visibility under another name', async () => {
    const { ana, shop } = await verifiedOwner();
    await change(ana, shop, { isOn: 'false' });
    await change(ana, shop, { linkName: 'Store' });
    expect((await own(ana))[0]).toMatchObject({ linkName: 'Store', isOn: false });
    expect((await own(ana))[0]?.verifiedAt).not.toBeNull();
    expect(await hostsOf(ana)).toEqual([]);
  });

  test('with a new address loses its verification and keeps its visibility', async () => {
    const { ana, shop } = await verifiedOwner();
    const times = { visibleUntil: inHours(5) };
    await change(ana, shop, { linkUrl: 'https://other.example.com', ...times });
    expect((await own(ana))[0]).toMatchObject({ verifiedAt: null, ...times });
    expect(await hostsOf(ana)).toEqual([]);
  });
});
