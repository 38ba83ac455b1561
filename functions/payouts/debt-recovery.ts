import { type Cents, cents, minus, ZERO } from '#shared/money.ts';
import type { Instant } from '#shared/time.ts';
import type { Payouts } from '../gateways/payouts.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import {
  cancelWaitingPayout,
  type Payout,
  payoutOf,
  payoutsOf,
  releasePayout,
} from '../storage/payouts/payouts.ts';
import {
  decideReversal,
  endRecovery,
  postponeRecovery,
  type Recovery,
  recordReversalRefused,
  recordReversed,
  recoveryOf,
  reversalName,
} from '../storage/payouts/recoveries.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * Recovers a debt: an earning that was taken back after it had been paid out. First, payouts that wait for an account are
 * cancelled; then transfers are reversed, newest first, as far as the connected account still has the money. A process may
 * crash on any line:
 * - before a reversal is decided: the recovery is still due.
 * - after that, or after the reversal was made: the next run requests the same reversal again under the same name.
 * - after it was booked or refused: nothing is under way. The rest of the debt is repaid by later earnings.
 * A reversal is refused only if the money left the account after the reversal was decided. That ends the recovery, unless more
 * was taken back in the meantime.
 */

type RecoveryContext = {
  readonly table: TableWriter;
  readonly payouts: Payouts;
  readonly now: Instant;
};

/** The most rounds of one run: more than the payouts that one debt can concern, at twelve a year. */
const ROUNDS = 24;

/** Continues a recovery as far as possible. If Stripe does not answer, it postpones the recovery and throws UNAVAILABLE. */
export async function continueRecovery(
  context: RecoveryContext,
  userId: string,
  conversationId: string,
): Promise<void> {
  const { table, now } = context;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const recovery = await recoveryOf(table, userId, conversationId);
    if (recovery?.gsi5sk === undefined) return;
    try {
      await cancelForDebt(context, userId);
      const step = recovery.reversing
        ? await performReversal(context, userId, recovery)
        : await decideNext(context, userId, recovery);
      if (step === 'UNDERWAY')
        return void (await postponeRecovery(table, userId, recovery, step, now));
    } catch (fault) {
      await postponeRecovery(table, userId, recovery, 'UNANSWERED', now);
      throw fault;
    }
  }
}

/** Decides the next reversal, or ends the recovery when nothing is left to reverse. */
async function decideNext(
  { table, payouts: provider }: RecoveryContext,
  userId: string,
  recovery: Recovery,
): Promise<'UNDERWAY' | undefined> {
  const [owed, payouts] = [await balanceOf(table, userId), await payoutsOf(table, userId)];
  const debt = -owed.balance - owed.recovering;
  const most = Math.min(debt, minus(recovery.takenBack, recovery.reversed ?? ZERO));
  const payout = payouts.find((one) => reversibleAmount(one) > ZERO);
  // Wait for a payout that is being sent, or reversed for another conversation: its outcome changes the debt.
  if (most > 0 && payouts.some(isUnderWay)) return 'UNDERWAY';
  // Stripe refuses a reversal that exceeds the balance of the connected account, so the amount is limited to that balance.
  const there =
    most > 0 && payout?.transferId ? await provider.reversible(payout.transferId) : ZERO;
  const amount = payout ? cents(Math.min(most, reversibleAmount(payout), there)) : ZERO;
  if (payout && amount > ZERO) await decideReversal(table, recovery, payout, owed, amount);
  else await endRecovery(table, userId, recovery);
  return undefined;
}

const isUnderWay = ({ status, reversingFor }: Payout): boolean =>
  status === 'SENDING' || reversingFor !== undefined;

const reversibleAmount = ({ status, transferId, amount, reversed = ZERO }: Payout): Cents =>
  status === 'PAID' && transferId ? minus(amount, reversed) : ZERO;

/** Requests the decided reversal at Stripe and saves the outcome. */
async function performReversal(
  { table, payouts, now }: RecoveryContext,
  userId: string,
  recovery: Recovery,
): Promise<'UNDERWAY' | undefined> {
  const { period = '', amount = ZERO } = recovery.reversing ?? {};
  const payout = await payoutOf(table, userId, period);
  if (!payout?.transferId) throw new Error(`the payout of ${userId} for ${period} has no transfer`);
  const name = reversalName(recovery);
  const outcome = await payouts.reverse({ transferId: payout.transferId, amount, name });
  const pending = { recovery, payout, amount };
  if (outcome === 'REVERSED') await recordReversed(table, pending, now);
  if (outcome === 'REFUSED') await recordReversalRefused(table, pending);
  return outcome === 'UNDERWAY' ? outcome : undefined;
}

/**
 * Cancels payouts that wait for the person's payout account, newest first, until the balance is no longer negative. It looks
 * for each transfer at Stripe first, because a transfer may exist although its response was lost.
 */
export async function cancelForDebt(context: RecoveryContext, userId: string): Promise<void> {
  const { table, payouts, now } = context;
  if ((await balanceOf(table, userId)).balance >= ZERO) return;
  for (const payout of await payoutsOf(table, userId)) {
    if (payout.status !== 'WAITING') continue;
    const transfer = await payouts.findTransfer(payout);
    if (transfer) await releasePayout(table, payout, now);
    else await cancelWaitingPayout(table, payout, now);
    if ((await balanceOf(table, userId)).balance >= ZERO) return;
  }
}
