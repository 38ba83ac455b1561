import { describe, expect, test } from '@jest/globals';
import { handler as viewLinkClicks } from '#functions/links/viewLinkClicks.ts';
import { deleteAnalytics } from '#functions/storage/profiles/analytics.ts';
import { table } from '#functions/storage/table.ts';
import { viewCountKey } from '#functions/storage/visit-keys.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { call } from '../../support/call.ts';
import { ownerOf } from '../../support/links.ts';
import { blockedNow, type Person, signedInAgain, visitor } from '../../support/people.ts';
import { LAPTOP, PHONE, visitCounter } from '../../support/stream.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The clicks of links, counted from the stream of the table. docs/product/links.md#clicks */

const world = worldOfFile({ stream: true });

const owner = (...names: string[]) => ownerOf(world, ...names);

/** Who clicks. */
const someone = visitor();
const click = (id: string, linkId: string | undefined, userAgent = PHONE) =>
  responseTo(
    someone.calls('recordLinkClick', { id, linkId }, { headers: { 'user-agent': userAgent } }),
  );

const countNewVisits = visitCounter(world);

async function clicksOf({ token }: Person): Promise<Record<string, number>> {
  await countNewVisits();
  const { body } = await call(viewLinkClicks, {}, { method: 'GET', token });
  return Object.fromEntries(
    body.data.map(({ linkId, clicks }: { linkId: string; clicks: number }) => [linkId, clicks]),
  );
}

describe('recordLinkClick', () => {
  test('counts each visitor once a day and link', async () => {
    const ana = await owner('Shop', 'Book');
    const [shop = '', book = ''] = ana.ids;
    for (const link of [shop, shop, book])
      expect(await click(ana.user.id, link)).toMatchObject({ http: 200 });
    await click(ana.user.id, shop, LAPTOP);
    expect(await clicksOf(ana)).toEqual({ [shop]: 2, [book]: 1 });
    world.advance(DAY);
    await click(ana.user.id, shop);
    const again = await signedInAgain(world, ana);
    expect(await clicksOf(again)).toEqual({ [shop]: 3, [book]: 1 });
  });

  test('does not count robots, and its response does not differ', async () => {
    const ana = await owner('Shop');
    for (const robot of ['curl/8.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)'])
      expect(await click(ana.user.id, ana.ids[0], robot)).toMatchObject({ http: 200 });
    expect(await clicksOf(ana)).toEqual({});
  });

  test('stores nothing for a link that is hidden, that nobody has or that is another person’s', async () => {
    const [ana, ben] = [await owner('Shop'), await owner('Book')];
    const words = { linkName: 'Shop', linkUrl: 'https://example.com', isOn: 'false' };
    await ana.calls('updateUserLink', { linkId: ana.ids[0], ...words });
    for (const linkId of [ana.ids[0], ben.ids[0], newId(world.now())])
      expect(await click(ana.user.id, linkId)).toMatchObject({ http: 200 });
    const { items } = await table.query({ partition: `VIEWS#${ana.user.id}` });
    expect(items).toEqual([]);
  });

  test('stores nothing for a person who does not exist or is blocked', async () => {
    const ana = await owner('Shop');
    await blockedNow(world, ana);
    for (const id of [ana.user.id, newId(world.now())]) {
      expect(await click(id, ana.ids[0])).toMatchObject({ http: 200 });
      expect((await table.query({ partition: `VIEWS#${id}` })).items).toEqual([]);
    }
  });

  test('refuses a malformed id', async () => {
    const ana = await owner('Shop');
    const refused = { http: 400, body: { status: 'INVALID_INPUT' } };
    expect(await click('nobody', ana.ids[0])).toMatchObject(refused);
    expect(await click(ana.user.id, 'nothing')).toMatchObject(refused);
  });

  test('stores neither the address nor the browser of the visitor, and only for two days', async () => {
    const ana = await owner('Shop');
    await click(ana.user.id, ana.ids[0]);
    const { items } = await table.query<{ pk: string; sk: string; expiresAt: number }>({
      partition: `VIEWS#${ana.user.id}`,
    });
    expect(items).toEqual([
      {
        pk: `VIEWS#${ana.user.id}`,
        sk: expect.stringMatching(
          new RegExp(`^CLICK#[\\d-]{10}#${ana.ids[0]}#[\\w-]{20,}$`),
        ) as unknown,
        expiresAt: expect.any(Number),
      },
    ]);
    const lifetime = Number(items[0]?.expiresAt) * 1_000 - world.now();
    expect(Math.abs(lifetime - 2 * DAY)).toBeLessThan(HOUR);
  });
});

describe('a click', () => {
  test('is neither a view of the profile nor in the funnel', async () => {
    const ana = await owner('Shop');
    await click(ana.user.id, ana.ids[0]);
    await countNewVisits();
    expect(await table.get(viewCountKey(ana.user.id))).toBeUndefined();
    const body = await ana.calls('viewAnalytics');
    expect(body.data[0].counts).toEqual([
      expect.objectContaining({ view: 0, press: 0, draft: 0, paid: 0, answered: 0 }),
    ]);
  });

  test('is shown for 30 days', async () => {
    const ana = await owner('Shop');
    await click(ana.user.id, ana.ids[0]);
    await countNewVisits();
    world.advance(29 * DAY);
    expect(await clicksOf(await signedInAgain(world, ana))).toEqual({ [ana.ids[0] ?? '']: 1 });
    world.advance(DAY);
    expect(await clicksOf(await signedInAgain(world, ana))).toEqual({});
  });

  test('is deleted with the account', async () => {
    const ana = await owner('Shop');
    await click(ana.user.id, ana.ids[0]);
    await countNewVisits();
    await deleteAnalytics(table, ana.user.id);
    expect(await clicksOf(ana)).toEqual({});
  });
});
