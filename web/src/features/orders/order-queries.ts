import { viewDrafts } from '../../../../shared/api/conversations.ts';
import { pagedQuery } from '../../api/queries.ts';
import type { Address } from '../../api/screen-loader.ts';
import { orderList, orderThread } from '../../conversation/conversation-queries.ts';
import { filterOf, orderFilters } from '../../conversation/filters.ts';

/* What the screens of the orders ask for. */

/** The filter of the list that shows letters in place of orders. */
export const UNFINISHED = 'UNFINISHED';

/** The letters that were begun and not sent. Another device may have changed them, so they are always read again. */
export const unfinishedLetters = () => ({ ...pagedQuery(viewDrafts, {}), staleTime: 0 });

export const ordersQueries = ({ search }: Pick<Address, 'search'>) => {
  const named = search.get('filter');
  const filter = filterOf(orderFilters, named);
  return {
    list: named === UNFINISHED ? undefined : orderList(filter),
    letters: filter === 'ALL' ? unfinishedLetters() : undefined,
  };
};

export const orderThreadQueries = ({ params: { orderId = '' } }: Pick<Address, 'params'>) =>
  orderThread(orderId);

/** A form about an order, which shows none of its messages. */
export const orderFormQueries = ({ params }: Pick<Address, 'params'>) => ({
  conversation: orderThread(params.orderId ?? params.inboxId ?? '').conversation,
});
