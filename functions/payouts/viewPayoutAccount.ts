import { viewPayoutAccount } from '../../shared/api/payouts.ts';
import { nextPayout, payable } from '../../shared/rules/payouts.ts';
import { standingOf } from '../flows/payout-account.ts';
import { serve } from '../serve.ts';
import { owedWithAccount } from '../storage/payout-accounts.ts';

/** Whether payouts can reach the caller, and what goes out next, as far as it is known today. */
export const handler = serve(viewPayoutAccount, async (_input, call) => {
  const { table, caller, now } = call;
  const { owed, account } = await owedWithAccount(table, caller.userId);
  const standing = await standingOf(call, caller.userId, account);
  const { at, period } = nextPayout(now);
  const view = {
    status: standing?.status ?? ('NONE' as const),
    nextPayoutDate: at,
    nextPayoutAmount: payable(period, owed),
  };
  return { data: [view] };
});
