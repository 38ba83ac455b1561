import { expect, test } from '@jest/globals';
import { type Payouts, payouts } from '#functions/gateways/payouts.ts';
import { continueRecovery } from '#functions/payouts/debt-recovery.ts';
import { dueIndex, dueTime } from '#functions/storage/index-keys.ts';
import { balanceKey, payoutKey, recoveryKey } from '#functions/storage/keys.ts';
import {
  deferBlockedPayout,
  type Payout,
  payoutDue,
  postponePayout,
  recordWaiting,
  releasePayout,
} from '#functions/storage/payouts/payouts.ts';
import { type Recovery, recoveryOf } from '#functions/storage/payouts/recoveries.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import { DAY, instant, MINUTE } from '#shared/time.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* When a payout that could not be sent, or a reversal that could not be made, is tried again. */

worldOfFile();

const NOW = instant(Date.UTC(2026, 11, 8, 12));

/** Stores a payout that is being sent. Returns a function that reads it, with its pause in minutes. */
async function sending() {
  const userId = newId(NOW);
  const about = { userId, period: '2026-11', amount: 2_200, status: 'SENDING', attempt: 1 };
  const key = payoutKey(userId, about.period);
  await table.write(put({ ...key, ...about, ...payoutDue(about, NOW) }));
  return async () => {
    const payout = await table.get<Payout & { readonly gsi5sk?: string }>(key);
    if (!payout) throw new Error('the payout is gone');
    const { gsi5sk: due } = payout;
    return { payout, pause: due && (dueTime(due) - NOW) / MINUTE };
  };
}

test('a payout that fails waits ten minutes, twice as long each time, and at most a day', async () => {
  const read = await sending();
  const pauses: unknown[] = [];
  for (let failed = 1; failed <= 10; failed += 1) {
    await postponePayout(table, (await read()).payout, NOW);
    pauses.push((await read()).pause);
  }
  expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440]);
});

test('the payout of a blocked person waits a day, which is no failed try', async () => {
  const read = await sending();
  await deferBlockedPayout(table, (await read()).payout, NOW);
  expect(await read()).toMatchObject({ pause: DAY / MINUTE });
  expect((await read()).payout.tries).toBeUndefined();
});

test('a payout that waited for its account begins with the shortest pause again', async () => {
  const read = await sending();
  for (const _ of [1, 2, 3]) await postponePayout(table, (await read()).payout, NOW);
  expect(await recordWaiting(table, (await read()).payout, NOW)).toBe('done');
  await releasePayout(table, (await read()).payout, NOW);
  expect((await read()).payout.tries).toBeUndefined();
  await postponePayout(table, (await read()).payout, NOW);
  expect((await read()).pause).toBe(10);
});

/** The pauses, in minutes, of a recovery whose reversal ends like this each time that it is tried. */
async function pausesOfRecovery(reverse: Payouts['reverse']): Promise<unknown[]> {
  const [userId, conversationId, period] = [newId(NOW), newId(NOW), '2026-11'];
  const amount = cents(2_200);
  const recovery = { conversationId, takenBack: amount, nth: 1, reversing: { period, amount } };
  const due = dueIndex('PAYOUT', NOW, `${userId}#${conversationId}`);
  await table.write(put({ ...recoveryKey(userId, conversationId), ...recovery, ...due }));
  const payout = { userId, period, amount, status: 'PAID', transferId: 'tr' };
  await table.write(put({ ...payoutKey(userId, period), ...payout }));
  const pauses: unknown[] = [];
  for (let tried = 1; tried <= 10; tried += 1) {
    const context = { table, payouts: { ...payouts, reverse }, now: NOW };
    await continueRecovery(context, userId, conversationId).catch(() => undefined);
    const { gsi5sk = '' } = ((await recoveryOf(table, userId, conversationId)) ?? {}) as Recovery;
    pauses.push((dueTime(gsi5sk) - NOW) / MINUTE);
  }
  return pauses;
}

test('a reversal to which Stripe does not answer waits twice as long each time, at most a day', async () => {
  const pauses = await pausesOfRecovery(async () => {
    throw new Refusal('UNAVAILABLE');
  });
  expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440]);
});

test.each([
  ['sent', { period: '2026-12', status: 'SENDING' }],
  ['reversed for another message', { period: '2026-11', reversingFor: 'other' }],
])('a debt is not recovered while a payout of the person is being %s', async (_what, other) => {
  const [userId, conversationId] = [newId(NOW), newId(NOW)];
  const recovery = { conversationId, takenBack: cents(2_200) };
  const due = dueIndex('PAYOUT', NOW, `${userId}#${conversationId}`);
  await table.write(put({ ...recoveryKey(userId, conversationId), ...recovery, ...due }));
  await table.write(put({ ...balanceKey(userId), balance: -2_200 }));
  const paid = { userId, period: '2026-11', amount: 2_200, status: 'PAID', transferId: 'tr' };
  for (const payout of [paid, { ...paid, ...other }])
    await table.write(put({ ...payoutKey(userId, payout.period), ...payout }));
  const reversible = async () => cents(2_200);
  const context = { table, payouts: { ...payouts, reversible }, now: NOW };
  await continueRecovery(context, userId, conversationId);
  const { reversing, gsi5sk = '' } = (await recoveryOf(table, userId, conversationId)) ?? {};
  expect([reversing, (dueTime(gsi5sk) - NOW) / MINUTE]).toEqual([undefined, 10]);
});

test('a reversal that is under way is looked at every ten minutes', async () => {
  expect(await pausesOfRecovery(async () => 'UNDERWAY')).toEqual(Array(10).fill(10));
});
