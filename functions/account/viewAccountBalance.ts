import { viewAccountBalance } from '../../shared/api/account.ts';
import { cents } from '../../shared/money.ts';
import { serve } from '../serve.ts';
import { balanceOf } from '../storage/ledger.ts';
import { monthOfUser } from '../storage/months.ts';

/** What the caller earned, of all time and this calendar month, and what the platform owes them now. */
export const handler = serve(viewAccountBalance, async (_input, { table, caller, now }) => {
  const { userId } = caller;
  const [{ balance, totalMessages, totalEarnings }, month] = await Promise.all([
    balanceOf(table, userId),
    monthOfUser(table, userId, now),
  ]);
  const figures = {
    userId,
    messageCount: month.answeredCount,
    totalMessages,
    totalEarnings,
    grossRevenue: cents(month.gross),
    platformFees: cents(month.fees),
    accountBalance: balance,
  };
  return { data: [figures] };
});
