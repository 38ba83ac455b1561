import type { ConversationStatus } from '../../../../../shared/rules/conversations/conversations.ts';

/* The filters of the two lists. docs/product/conversations.md#lists */

type ListFilter = 'ALL' | Exclude<ConversationStatus, 'INVITED' | 'CANCELLED'>;

export const inboxFilters: readonly { value: ListFilter; label: string }[] = [
  { value: 'ALL', label: 'Filter by' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'OPEN', label: 'Open' },
  { value: 'COMPLETED', label: 'Closed' },
  { value: 'EXPIRED', label: 'Expired' },
  { value: 'REPORTED', label: 'Reported' },
  { value: 'DECLINED', label: 'Declined' },
];

export type InboxFilter = ListFilter;
export type OrderFilter = ListFilter | 'CANCELLED';

export const orderFilters: readonly { value: OrderFilter; label: string }[] = [
  ...inboxFilters,
  { value: 'CANCELLED', label: 'Canceled' },
];

/** The filter in an address (`?filter=OPEN`), which survives going back; ALL for an unknown value. */
export function filterOf<Value extends string>(
  filters: readonly { value: Value }[],
  named: string | null,
): Value | 'ALL' {
  return filters.find(({ value }) => value === named)?.value ?? 'ALL';
}
