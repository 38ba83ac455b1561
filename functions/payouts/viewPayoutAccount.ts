import { viewPayoutAccount } from '../../shared/api/payouts.ts';
import { nextPayout, payable, periodDueAt } from '../../shared/rules/payouts/payouts.ts';
import { serve } from '../serve.ts';
import { owedWithAccount } from '../storage/payouts/payout-accounts.ts';
import { standingOf } from './payout-account.ts';
import { heldUntilOf } from './payout-holds.ts';
import { firstPayoutOf } from './payouts.ts';

/** Whether payouts can reach the caller, and what goes out next, as far as it is known today. */
export const handler = serve(viewPayoutAccount, async (_input, call) => {
  const { table, caller, now } = call;
  const { owed, account } = await owedWithAccount(table, caller.userId);
  const standing = await standingOf(call, caller.userId, account);
  const firstAt = await firstPayoutOf(table, caller.userId, owed, now);
  const heldUntil = heldUntilOf(owed, now);
  const later = heldUntil ?? firstAt;
  const { at, period } = later ? { at: later, period: periodDueAt(later) } : nextPayout(now);
  const view = {
    status: standing?.status ?? ('NONE' as const),
    nextPayoutDate: at,
    firstPayoutWaits: firstAt !== undefined && !heldUntil,
    heldUntil: heldUntil ?? null,
    nextPayoutAmount: payable(period, owed),
  };
  return { data: [view] };
});
