import { expect, test } from '@jest/globals';
import { dueIndex } from '#functions/storage/index-keys.ts';
import { balanceKey, payoutKey } from '#functions/storage/keys.ts';
import { payoutDue } from '#functions/storage/payouts/payouts.ts';
import { put, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { CASH_OUT_HOLD } from '#shared/rules/payouts/cash-out.ts';
import { PAYOUT_TRIES } from '#shared/rules/payouts/payouts.ts';
import { HOUR, type Instant, later, toIso } from '#shared/time.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The order and the pages of the queue of payouts. docs/product/desk.md#the-list */

const world = worldOfFile();

/** Stores a balance that has been held since `since`, which is due when the hold ends. */
async function held(since: Instant, userId = newId(world.now()), balance = 9_000): Promise<string> {
  const heldUntil = later(since, CASH_OUT_HOLD);
  const hold = { balance: cents(balance), firstOwedAt: since, heldUntil, heldFor: ['SHARED_CARD'] };
  const place = dueIndex('PAYOUT', heldUntil, userId);
  await table.write(put({ ...balanceKey(userId), ...place, ...hold }));
  return userId;
}

/** Stores a payout that was decided at `since` and fails since, which is due when it is tried again, within the hour. */
async function failing(since: Instant, status = 'SENDING'): Promise<string> {
  const now = world.now();
  const userId = newId(now);
  const payout = { id: newId(now), userId, period: '2026-10', amount: cents(4_000) };
  const state = { status, createdAt: since, attempt: 1, tries: PAYOUT_TRIES };
  const due = payoutDue(payout, later(now, HOUR));
  await table.write(put({ ...payoutKey(userId, payout.period), ...payout, ...state, ...due }));
  return userId;
}

test('the queue of payouts drops a balance whose hold was released, and one whose hold has run out', async () => {
  const staff = await newPerson(world, { staff: 'all' });
  const [ana, ben] = [await newPerson(world), await newPerson(world)];
  await held(later(world.now(), HOUR - CASH_OUT_HOLD), ben.id);
  // One person releases it alone.
  await held(world.now(), ana.id, 4_000);
  const listed = async () => {
    const { data } = await staff.queue({ tile: 'PAYOUTS' });
    return data.map(({ id }) => id);
  };
  expect(await listed()).toEqual([ben.id, ana.id]);
  await staff.releasesPayout(ana);
  expect(await listed()).toEqual([ben.id]);
  world.advance(HOUR);
  expect(await listed()).toEqual([]);
});

test('the queue of payouts shows held and failing ones together, the oldest first, on pages of twenty', async () => {
  const staff = await newPerson(world, { staff: 'all' });
  const now = world.now();
  const at = (hours: number) => later(now, -hours * HOUR);
  const byAge: string[] = [];
  // The index lists them by their due dates: all that fail, then what is held, the longest first.
  for (let hours = PAGE_SIZE + 2; hours > 0; hours -= 1)
    byAge.push(await (hours % 2 === 0 ? held : failing)(at(hours)));
  // The index may still list a payout that has just gone out.
  await failing(at(1), 'PAID');
  const page = async (cursor?: string) =>
    (await responseTo(staff.queue({ tile: 'PAYOUTS', input: { ...(cursor && { cursor }) } }))).body;
  const first = await page();
  const second = await page(first.cursor);
  const idsOn = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
  expect([idsOn(first), idsOn(second)]).toEqual([
    byAge.slice(0, PAGE_SIZE),
    byAge.slice(PAGE_SIZE),
  ]);
  expect(second.cursor).toBeUndefined();
  const { body } = await responseTo(staff.tiles());
  expect(body.data).toContainEqual({
    tile: 'PAYOUTS',
    count: PAGE_SIZE + 2,
    more: false,
    amount: expect.any(Number),
    oldestAt: toIso(at(PAGE_SIZE + 2)),
  });
});

test('somebody with a held payout and a failing one is one row, with the sum of both and the older reason', async () => {
  const staff = await newPerson(world, { staff: 'all' });
  const since = later(world.now(), -50 * HOUR);
  const userId = await failing(since);
  await held(later(since, HOUR), userId);
  const body = await staff.queue({ tile: 'PAYOUTS' });
  const rows = body.data.filter(({ id }: { id: string }) => id === userId);
  expect(rows).toMatchObject([
    { type: 'PERSON', amount: 130, reason: 'FAILING', since: toIso(since) },
  ]);
});
