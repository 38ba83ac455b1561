import { viewDashboardStats } from '../../shared/api/account.ts';
import { cents } from '../../shared/money.ts';
import { serve } from '../serve.ts';
import { boxOf } from '../storage/boxes.ts';
import { balanceOf } from '../storage/ledger.ts';
import { viewsOf } from '../storage/views.ts';

/** The numbers of the dashboard: each is a counter kept where it changes, so four reads whatever the history. */
export const handler = serve(viewDashboardStats, async (_input, { table, caller }) => {
  const { userId } = caller;
  const [inbox, orders, { balance }, profileViews] = await Promise.all([
    boxOf(table, userId, 'INBOX'),
    boxOf(table, userId, 'ORDERS'),
    balanceOf(table, userId),
    viewsOf(table, userId),
  ]);
  const figures = {
    userId,
    pendingPayments: cents(inbox.pendingNet ?? 0),
    accountBalance: balance,
    profileViews,
    unreadOutbox: orders.unread ?? 0,
    unreadInbox: inbox.unread ?? 0,
  };
  return { data: [figures] };
});
