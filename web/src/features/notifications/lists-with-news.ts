import { viewUserContactRequests } from '../../../../shared/api/contacts.ts';
import { viewInboxList, viewOrderList } from '../../../../shared/api/conversations.ts';
import type { OperationSpec } from '../../../../shared/api/operation.ts';
import type { Figures } from './use-figures.ts';

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
