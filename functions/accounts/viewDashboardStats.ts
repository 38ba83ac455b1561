import { viewDashboardStats } from '../../shared/api/accounts.ts';
import { cents } from '../../shared/money.ts';
import { serve } from '../serve.ts';
import { figuresOf } from '../storage/accounts/dashboard-figures.ts';
import { owedTo } from '../storage/ledger/ledger.ts';

/**
 * Returns the figures of the dashboard. Each is a counter that is updated with every change, so this takes one read however
 * long the history is.
 */
export const handler = serve(viewDashboardStats, async (_input, { table, caller }) => {
  const { userId } = caller;
  const { inbox, orders, balance, views, contacts, alerts, deletionAt } = await figuresOf(
    table,
    userId,
  );
  const figures = {
    userId,
    pendingPayments: cents(inbox.pendingNet ?? 0),
    pendingInbox: inbox.PENDING ?? 0,
    accountBalance: owedTo(balance),
    waitingAmount: balance.waiting,
    profileViews: views,
    unreadOutbox: orders.unread ?? 0,
    unreadInbox: inbox.unread ?? 0,
    contactRequests: contacts.invitations,
    alerts,
    ...(deletionAt !== undefined && { deletionAt }),
  };
  return { data: [figures] };
});
