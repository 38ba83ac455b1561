import type { Address } from '../../api/screen-loader.ts';
import { orderList, orderThread } from '../../conversation/conversation-queries.ts';
import { filterOf, orderFilters } from '../../conversation/filters.ts';

/* What the screens of the orders ask for. */

export const ordersQueries = ({ search }: Pick<Address, 'search'>) => ({
  list: orderList(filterOf(orderFilters, search.get('filter'))),
});

export const orderThreadQueries = ({ params: { orderId = '' } }: Pick<Address, 'params'>) =>
  orderThread(orderId);

/** A form about an order, which shows none of its messages. */
export const orderFormQueries = ({ params }: Pick<Address, 'params'>) => ({
  conversation: orderThread(params.orderId ?? params.inboxId ?? '').conversation,
});
