import { viewDrafts } from '#shared/api/drafts.ts';
import { pagedQuery } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';
import { orderList } from '../../conversation-queries.ts';
import { filterOf, orderFilters } from '../../lists/filters.ts';

/* The queries of the lists of orders and drafts. */

/** The filter that lists drafts instead of orders. */
export const DRAFTS = 'UNFINISHED';

export const draftsQuery = () => pagedQuery(viewDrafts, {});

export const ordersQueries = ({ search }: Pick<Address, 'search'>) => {
  const named = search.get('filter');
  const filter = filterOf(orderFilters, named);
  return {
    list: named === DRAFTS ? undefined : orderList(filter),
    letters: filter === 'ALL' ? draftsQuery() : undefined,
  };
};
