import type { Address } from '#web/api/screen-loader.ts';
import { orderThread } from '../../thread-queries.ts';

/* The queries of one order. */

export const orderThreadQueries = ({ params: { orderId = '' } }: Pick<Address, 'params'>) =>
  orderThread(orderId);

/** The query of forms that show no messages. */
export const orderFormQueries = ({ params: { orderId = '' } }: Pick<Address, 'params'>) => ({
  conversation: orderThread(orderId).conversation,
});
