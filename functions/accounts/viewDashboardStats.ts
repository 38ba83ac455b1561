import { viewDashboardStats } from '#shared/api/accounts.ts';
import { cents } from '#shared/money.ts';
import type { Alert } from '#shared/rules/accounts/alerts.ts';
import { fromIso, type Instant } from '#shared/time.ts';
import { serve } from '../serve.ts';
import { figuresOf } from '../storage/accounts/dashboard-figures.ts';
import { owedTo } from '../storage/ledger/ledger.ts';

/**
 * Returns the figures of the dashboard. Each is a counter that is updated with every change, so this takes one read however
 * long the history is.
 */
export const handler = serve(viewDashboardStats, async (_input, { table, caller, now }) => {
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
    frozenAmount: balance.frozen,
    profileViews: views,
    unreadOutbox: orders.unread ?? 0,
    unreadInbox: inbox.unread ?? 0,
    contactRequests: contacts.invitations,
    alerts: alerts.filter((alert) => !isOver(alert, now)),
    ...(deletionAt !== undefined && { deletionAt }),
  };
  return { data: [figures] };
});

/** Whether an alert speaks of a time that has passed: until when a payout is held for a check. */
const isOver = ({ kind, about }: Alert, now: Instant): boolean =>
  kind === 'PAYOUT_HELD' && about !== null && fromIso(about) <= now;
