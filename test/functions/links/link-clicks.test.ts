import { describe, expect, test } from '@jest/globals';
import { deleteAnalytics } from '#functions/storage/profiles/analytics.ts';
import { table } from '#functions/storage/table.ts';
import { viewCountKey } from '#functions/storage/visit-keys.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { newId } from '#shared/ids.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { ownerOf } from '../../support/links.ts';
import { blockedNow, type Person, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { LAPTOP, PHONE, visitCounter } from '../../support/stream.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The clicks of links, counted from the stream of the table. docs/product/links.md#clicks */

const world = worldOfFile({ stream: true });

/** A person with links of these names. */
async function withLinks(...names: string[]) {
  const { owner: ana, added } = await ownerOf(world, ...names);
  return { ana, shop: added[0] as Ref, book: added[1] as Ref };
}

/** Who clicks. */
const someone = visitor();
const click = (owner: Ref, link: Ref, userAgent = PHONE) =>
  someone.clicksLink(owner, link, { headers: { 'user-agent': userAgent } });

const countNewVisits = visitCounter(world);

async function clicksOf(ana: Person): Promise<Record<string, number>> {
  await countNewVisits();
  const { data } = await ana.linkClicks();
  return Object.fromEntries(data.map(({ linkId, clicks }) => [linkId, clicks]));
}

describe('recordLinkClick', () => {
  test('counts each visitor once a day and link', async () => {
    const { ana, shop, book } = await withLinks('Shop', 'Book');
    for (const link of [shop, shop, book]) await click(ana, link);
    await click(ana, shop, LAPTOP);
    expect(await clicksOf(ana)).toEqual({ [shop.id]: 2, [book.id]: 1 });
    world.advance(DAY);
    await click(ana, shop);
    expect(await clicksOf(ana)).toEqual({ [shop.id]: 3, [book.id]: 1 });
  });

  test('does not count robots, and its response does not differ', async () => {
    const { ana, shop } = await withLinks('Shop');
    for (const robot of ['curl/8.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)'])
      expect(await click(ana, shop, robot)).toEqual({ status: 'SUCCESS' });
    expect(await clicksOf(ana)).toEqual({});
  });

  test('stores nothing for a link that is hidden, that nobody has or that is another person’s', async () => {
    const { ana, shop } = await withLinks('Shop');
    const { shop: another } = await withLinks('Book');
    await ana.editsLink(shop, 'Shop', 'https://example.com', { input: { isOn: 'false' } });
    for (const link of [shop, another, { id: newId(world.now()) }])
      expect(await click(ana, link)).toEqual({ status: 'SUCCESS' });
    const { items } = await table.query({ partition: `VIEWS#${ana.user.id}` });
    expect(items).toEqual([]);
  });

  test('stores nothing for a person who does not exist or is blocked', async () => {
    const { ana, shop } = await withLinks('Shop');
    await blockedNow(world, ana);
    for (const id of [ana.user.id, newId(world.now())]) {
      expect(await click({ id }, shop)).toEqual({ status: 'SUCCESS' });
      expect((await table.query({ partition: `VIEWS#${id}` })).items).toEqual([]);
    }
  });

  test('refuses a malformed id', async () => {
    const { ana, shop } = await withLinks('Shop');
    await expectRefused(click({ id: 'nobody' }, shop), 400, 'INVALID_INPUT');
    await expectRefused(click(ana, { id: 'nothing' }), 400, 'INVALID_INPUT');
  });

  test('stores neither the address nor the browser of the visitor, and only for two days', async () => {
    const { ana, shop } = await withLinks('Shop');
    await click(ana, shop);
    const { items } = await table.query<{ pk: string; sk: string; expiresAt: number }>({
      partition: `VIEWS#${ana.user.id}`,
    });
    expect(items).toEqual([
      {
        pk: `VIEWS#${ana.user.id}`,
        sk: expect.stringMatching(
          new RegExp(`^CLICK#[\\d-]{10}#${shop.id}#[\\w-]{20,}$`),
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
    const { ana, shop } = await withLinks('Shop');
    await click(ana, shop);
    await countNewVisits();
    expect(await table.get(viewCountKey(ana.user.id))).toBeUndefined();
    const seen = await ana.analytics();
    expect(seen.counts).toEqual([
      expect.objectContaining({ view: 0, press: 0, draft: 0, paid: 0, answered: 0 }),
    ]);
  });

  test('is shown for 30 days', async () => {
    const { ana, shop } = await withLinks('Shop');
    await click(ana, shop);
    await countNewVisits();
    world.advance(29 * DAY);
    expect(await clicksOf(ana)).toEqual({ [shop.id]: 1 });
    world.advance(DAY);
    expect(await clicksOf(ana)).toEqual({});
  });

  test('is deleted with the account', async () => {
    const { ana, shop } = await withLinks('Shop');
    await click(ana, shop);
    await countNewVisits();
    await deleteAnalytics(table, ana.user.id);
    expect(await clicksOf(ana)).toEqual({});
  });
});
