import {
  type ListFilter,
  listFiltersOf,
  type Side,
} from '#shared/rules/conversations/conversations.ts';
import { filterName } from '../statuses/status-words.ts';

/* The filters of the two lists. docs/product/conversations.md#lists */

export type FilterValue = ListFilter | 'ALL';
type FilterOption = { readonly value: FilterValue; readonly label: string };

const optionsOf = (side: Side): readonly FilterOption[] => [
  { value: 'ALL', label: 'Filter by' },
  ...listFiltersOf(side).map((value) => ({ value, label: filterName(value) })),
];

export const inboxFilters = optionsOf('recipient');
export const orderFilters = optionsOf('sender');

/** The filter in an address (`?filter=OPEN`), which survives going back; ALL for an unknown value. */
export function filterOf<Value extends string>(
  filters: readonly { value: Value }[],
  named: string | null,
): Value | 'ALL' {
  return filters.find(({ value }) => value === named)?.value ?? 'ALL';
}
