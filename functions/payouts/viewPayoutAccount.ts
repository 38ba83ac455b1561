import { viewPayoutAccount } from '#shared/api/payouts.ts';
import { payoutHoldEnd } from '#shared/rules/auth/takeover-ladder.ts';
import { nextPayout, payoutAmount, periodDueAt } from '#shared/rules/payouts/payouts.ts';
import { payouts } from '../gateways/payouts.ts';
import { serve } from '../serve.ts';
import { balanceKey, payoutAccountKey, userKey } from '../storage/keys.ts';
import { balanceWithAccount } from '../storage/payouts/payout-accounts.ts';
import { payoutsOf } from '../storage/payouts/payouts.ts';
import { currentAccount } from './payout-account.ts';
import { heldUntilOf } from './payout-holds.ts';
import { firstPayoutDate } from './payouts.ts';

/** Returns the status of the caller's payout account, and the expected date and amount of the next payout. */
export const handler = serve(
  viewPayoutAccount,
  async (_input, call) => {
    const { table, caller, now } = call;
    const { owed, due, ladderTimes, account } = await balanceWithAccount(table, caller.userId);
    const current = await currentAccount(call, caller.userId, account);
    const [firstAt, payoutsSoFar] = await Promise.all([
      firstPayoutDate(table, caller.userId, owed, now),
      payoutsOf(table, caller.userId),
    ]);
    const heldUntil = heldUntilOf(owed, now);
    const securityHoldUntil = payoutHoldEnd(ladderTimes, now);
    const isPostponed = due && securityHoldUntil && due.dueAt <= securityHoldUntil;
    const later = heldUntil ?? firstAt ?? (isPostponed ? securityHoldUntil : undefined);
    const { at, period } = later ? { at: later, period: periodDueAt(later) } : nextPayout(now);
    const view = {
      status: current?.status ?? ('NONE' as const),
      nextPayoutDate: at,
      firstPayoutWaits: firstAt !== undefined && !heldUntil,
      heldUntil: heldUntil ?? null,
      securityHoldUntil: securityHoldUntil ?? null,
      nextPayoutAmount: payoutAmount(period, owed),
      hasPayouts: payoutsSoFar.length > 0,
    };
    return { data: [view] };
  },
  {
    readAhead: (_input, { callerId }) => [
      balanceKey(callerId),
      payoutAccountKey(callerId),
      userKey(callerId),
    ],
    gives: { payouts },
  },
);
