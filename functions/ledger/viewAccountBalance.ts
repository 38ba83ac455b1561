import { viewAccountBalance } from '#shared/api/ledger.ts';
import { cents } from '#shared/money.ts';
import { serve } from '../serve.ts';
import { earningsOf } from '../storage/accounts/dashboard-figures.ts';
import { debtOf, owedTo } from '../storage/ledger/ledger.ts';

/** Returns the caller's earnings, in total and in this calendar month, and their balance. */
export const handler = serve(viewAccountBalance, async (_input, { table, caller, now }) => {
  const { userId } = caller;
  const { balance, month } = await earningsOf(table, userId, now);
  const figures = {
    userId,
    messageCount: month.answeredCount,
    totalMessages: balance.totalMessages,
    totalEarnings: balance.totalEarnings,
    grossRevenue: cents(month.gross),
    platformFees: cents(month.fees),
    accountBalance: owedTo(balance),
    debtAmount: debtOf(balance),
    frozenAmount: balance.frozen,
    outgoingAmount: balance.outgoing,
    waitingAmount: balance.waiting,
    transactionCount: balance.entries,
  };
  return { data: [figures] };
});
