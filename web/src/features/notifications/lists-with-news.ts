import type { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewUserContactRequests } from '#shared/api/contacts.ts';
import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import type { OperationSpec, Output } from '#shared/api/operation.ts';

export type Figures = Output<typeof viewDashboardStats>['data'][number];

/** The lists to refetch after a change of the figures. */
export function listsWithNews(before: Figures, after: Figures): OperationSpec[] {
  const differs = (...names: readonly (keyof Figures)[]) =>
    names.some((name) => before[name] !== after[name]);
  return [
    ...(differs('unreadInbox', 'pendingInbox', 'pendingPayments') ? [viewInboxList] : []),
    ...(differs('unreadOutbox') ? [viewOrderList] : []),
    ...(differs('contactRequests') ? [viewUserContactRequests] : []),
  ];
}
