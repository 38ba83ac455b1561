import { viewDashboardStats } from '#shared/api/accounts.ts';
import { query } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';
import { inboxList } from '../../conversation-queries.ts';
import { filterOf, inboxFilters } from '../../lists/filters.ts';

/* The queries of the inbox. */

/** `pending` is the same query as a filtered `list`: every list has the summary of pending messages above it. */
export const inboxQueries = ({ search }: Pick<Address, 'search'>) => ({
  list: inboxList(filterOf(inboxFilters, search.get('filter'))),
  pending: inboxList('PENDING'),
  figures: query(viewDashboardStats, {}),
});
