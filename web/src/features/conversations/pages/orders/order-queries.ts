import { viewDrafts } from '../../../../../../shared/api/conversations.ts';
import { pagedQuery } from '../../../../api/queries.ts';
import type { Address } from '../../../../api/screen-loader.ts';
import { orderList } from '../../conversation-queries.ts';
import { filterOf, orderFilters } from '../../lists/filters.ts';
import { orderThread } from '../../thread-queries.ts';

/* The queries of the orders. */

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

export const orderThreadQueries = ({ params: { orderId = '' } }: Pick<Address, 'params'>) =>
  orderThread(orderId);

/** The query of forms that show no messages. */
export const orderFormQueries = ({ params: { orderId = '' } }: Pick<Address, 'params'>) => ({
  conversation: orderThread(orderId).conversation,
});
