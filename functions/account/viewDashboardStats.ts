import { viewDashboardStats } from '../../shared/api/account.ts';
import { cents } from '../../shared/money.ts';
import { serve } from '../serve.ts';
import { boxOf } from '../storage/boxes.ts';
import { balanceOf } from '../storage/ledger.ts';
import { userById } from '../storage/users.ts';

/** The numbers of the dashboard: each is a counter kept where it changes, so four reads whatever the history. */
export const handler = serve(viewDashboardStats, async (_input, { table, caller, now }) => {
  const { userId } = caller;
  const [inbox, orders, { balance }, user] = await Promise.all([
    boxOf(table, userId, 'INBOX'),
    boxOf(table, userId, 'ORDERS'),
    balanceOf(table, userId),
    userById(table, userId, now),
  ]);
  const figures = {
    userId,
    pendingPayments: cents(inbox.pendingNet ?? 0),
    accountBalance: balance,
    profileViews: user?.profileViews ?? 0,
    unreadOutbox: orders.unread ?? 0,
    unreadInbox: inbox.unread ?? 0,
  };
  return { data: [figures] };
});
