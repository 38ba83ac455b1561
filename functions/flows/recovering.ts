import { type Cents, cents, minus, ZERO } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { Payouts } from '../gateways/payouts.ts';
import { balanceOf } from '../storage/ledger.ts';
import {
  cancelWaiting,
  type Payout,
  payoutOf,
  payoutsOf,
  releasePayout,
} from '../storage/payouts.ts';
import {
  decideReversal,
  endRecovery,
  noteReversalRefused,
  noteReversed,
  postponeRecovery,
  type Recovery,
  recoveryOf,
  reversalName,
} from '../storage/recoveries.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * Takes back what was paid out and is owed to us: what waits for an account is cancelled, then transfers are reversed, the
 * newest first, as long as the account that got them still has the money. A process may end on any line:
 * - before a reversal is decided: the recovery is due.
 * - after that, or after the reversal was made: it is due still, and whoever comes next asks for the same one by its name.
 * - after it was booked or refused: nothing is under way. What is still owed is repaid by later earnings.
 */

type Desk = { readonly table: TableWriter; readonly payouts: Payouts; readonly now: Instant };

/** More payouts than a debt can need, at twelve a year. */
const ROUNDS = 24;

/** Brings a recovery to its end. Throws UNAVAILABLE when the provider is silent; it is due again later then. */
export async function recover(desk: Desk, userId: string, conversationId: string): Promise<void> {
  const { table, now } = desk;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const recovery = await recoveryOf(table, userId, conversationId);
    if (recovery?.gsi5sk === undefined) return;
    try {
      await cancelForDebt(desk, userId);
      const step = recovery.reversing
        ? await performReversal(desk, userId, recovery)
        : await decideNext(desk, userId, recovery);
      if (step === 'UNDERWAY') return void (await postponeRecovery(table, userId, recovery, now));
    } catch (fault) {
      await postponeRecovery(table, userId, recovery, now);
      throw fault;
    }
  }
}

/** Decides what is reversed next, or that nothing is. */
async function decideNext(
  { table }: Desk,
  userId: string,
  recovery: Recovery,
): Promise<'UNDERWAY' | undefined> {
  const [owed, payouts] = [await balanceOf(table, userId), await payoutsOf(table, userId)];
  const debt = -owed.balance - owed.recovering;
  const most = Math.min(debt, minus(recovery.takenBack, recovery.reversed ?? ZERO));
  const payout = payouts.find((one) => leftOf(one) > ZERO);
  // What is being sent, or reversed for another conversation, is known soon.
  if (most > 0 && payouts.some(isUnderWay)) return 'UNDERWAY';
  if (most > 0 && payout)
    await decideReversal(table, recovery, payout, owed, cents(Math.min(most, leftOf(payout))));
  else await endRecovery(table, userId, recovery);
  return undefined;
}

const isUnderWay = ({ status, reversingFor }: Payout): boolean =>
  status === 'SENDING' || reversingFor !== undefined;

const leftOf = ({ status, transferId, amount, reversed = ZERO }: Payout): Cents =>
  status === 'PAID' && transferId ? minus(amount, reversed) : ZERO;

/** Asks for the reversal that was decided, and writes down what came of it. */
async function performReversal(
  { table, payouts, now }: Desk,
  userId: string,
  recovery: Recovery,
): Promise<'UNDERWAY' | undefined> {
  const { period = '', amount = ZERO } = recovery.reversing ?? {};
  const payout = await payoutOf(table, userId, period);
  if (!payout?.transferId) throw new Error(`the payout of ${userId} for ${period} has no transfer`);
  const name = reversalName(recovery);
  const outcome = await payouts.reverse({ transferId: payout.transferId, amount, name });
  const under = { recovery, payout, amount };
  if (outcome === 'REVERSED') await noteReversed(table, under, now);
  if (outcome === 'REFUSED') await noteReversalRefused(table, under);
  return outcome === 'UNDERWAY' ? outcome : undefined;
}

/**
 * Cancels what waits for an account while its person owes us, the newest first, as long as the balance is below zero. The
 * provider is asked first: a transfer whose answer was lost is no payout that waits.
 */
export async function cancelForDebt(desk: Desk, userId: string): Promise<void> {
  const { table, payouts, now } = desk;
  if ((await balanceOf(table, userId)).balance >= ZERO) return;
  for (const payout of await payoutsOf(table, userId)) {
    if (payout.status !== 'WAITING') continue;
    const sent = await payouts.sent(payout);
    if (sent) await releasePayout(table, payout, now);
    else await cancelWaiting(table, payout, now);
    if ((await balanceOf(table, userId)).balance >= ZERO) return;
  }
}
