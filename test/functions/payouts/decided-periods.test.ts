import { expect, test } from '@jest/globals';
import { decideDuePayouts, firstPayoutDate } from '#functions/payouts/payouts.ts';
import { dueIndex } from '#functions/storage/index-keys.ts';
import { balanceKey, payoutKey, userKey } from '#functions/storage/keys.ts';
import { book } from '#functions/storage/ledger/ledger.ts';
import { dueBalanceOf } from '#functions/storage/payouts/balances.ts';
import { latePayouts } from '#functions/storage/payouts/late-payouts.ts';
import { payoutsOf } from '#functions/storage/payouts/payouts.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { payoutDecidedEntry } from '#shared/rules/ledger/ledger.ts';
import { DAY, HOUR, type Instant, instant, later } from '#shared/time.ts';
import { worldOfFile } from '../../support/test-world.ts';

worldOfFile();

const PAYDAY = instant(Date.UTC(2027, 3, 8, 12));
const NEXT_PAYDAY = instant(Date.UTC(2027, 4, 8, 12));
const PERIOD = '2027-03';

/** The two ways in which a period is already decided: its payout exists, or the entry of its payout. */
const DECIDED = [
  ['a payout', (userId: string) => put({ ...payoutKey(userId, PERIOD), ...payoutOf(userId) })],
  ['an entry', (userId: string) => book(payoutDecidedEntry(payoutOf(userId)), PAYDAY)],
] as const;
const payoutOf = (userId: string) => ({ id: 'P', userId, period: PERIOD, amount: cents(1_000) });

test.each(DECIDED)(
  'a balance that is due for a month which has %s already rolls over to the next',
  async (_what, decided) => {
    const id = newId(PAYDAY);
    await table.write(put({ ...userKey(id), id, username: id, phoneNumber: '' }));
    const due = { balance: 5_000, outgoing: 0, ...dueIndex('PAYOUT', PAYDAY, id) };
    await table.write(put({ ...balanceKey(id), ...due }));
    await table.write<string>(decided(id));
    const before = await payoutsOf(table, id);
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    await decideDuePayouts({ table, log, now: PAYDAY, payouts: {} } as never, id);
    expect(await payoutsOf(table, id)).toEqual(before);
    expect(await dueBalanceOf(table, id)).toMatchObject({ balance: 5_000, dueAt: NEXT_PAYDAY });
  },
);

const log = { info: () => {}, warn: () => {}, error: () => {} };

const store = (item: object) => table.write(put(item as never));

/** A balance that is due at a moment. */
async function balanceDue(dueAt: Instant, more: object = {}) {
  const id = newId(dueAt);
  await store({ ...userKey(id), id, username: id, phoneNumber: '' });
  const owed = { balance: 5_000, outgoing: 0, ...more };
  await store({ ...balanceKey(id), ...owed, ...dueIndex('PAYOUT', dueAt, id) });
  return async (now: Instant) => {
    await decideDuePayouts({ table, log, now, payouts: {} } as never, id);
    return (await payoutsOf(table, id)).map(({ period, amount }) => [period, amount]);
  };
}

const payday = (month: number) => instant(Date.UTC(2027, month - 1, 8, 12));

test('a balance is paid out from exactly its time on', async () => {
  const decide = await balanceDue(payday(4));
  expect(await decide(later(payday(4), -1))).toEqual([]);
  expect(await decide(payday(4))).toEqual([['2027-03', 5_000]]);
});

test('a late run decides every month whose payday has come, the last at exactly its time', async () => {
  const inApril = { moved_2027_04: 3_000 };
  const march = ['2027-03', 2_000];
  const early = await balanceDue(payday(4), inApril);
  expect(await early(later(payday(5), -1))).toEqual([march]);
  const late = await balanceDue(payday(4), inApril);
  expect(await late(payday(5))).toEqual([['2027-04', 3_000], march]);
});

test('a first payout waits until exactly 14 days after the first earning', async () => {
  const firstOwedAt = instant(Date.UTC(2027, 2, 30));
  const owed = { balance: cents(5_000), moved: {}, firstOwedAt };
  const from = (await firstPayoutDate(table, 'nobody', owed, firstOwedAt)) ?? firstOwedAt;
  expect(from).toBeGreaterThanOrEqual(later(firstOwedAt, 14 * DAY));
  expect(await firstPayoutDate(table, 'nobody', owed, later(from, -1))).toBe(from);
  expect(await firstPayoutDate(table, 'nobody', owed, from)).toBeUndefined();
});

test('a payout is late from exactly two hours after its time on', async () => {
  const dueAt = instant(Date.UTC(2020, 1, 8));
  await balanceDue(dueAt);
  const end = later(dueAt, 2 * HOUR);
  expect(await latePayouts(table, later(end, -1))).toBe(0);
  expect(await latePayouts(table, end)).toBe(1);
});
