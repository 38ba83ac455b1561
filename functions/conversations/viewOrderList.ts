import { viewOrderList } from '#shared/api/conversation-lists.ts';
import { serve } from '../serve.ts';
import { ordersPage } from './conversation-views.ts';

/** A page of the caller's orders, newest first; cancelled ones only under their own filter. */
export const handler = serve(viewOrderList, (input, { table, caller, now }) =>
  ordersPage(table, caller.userId, input, now),
);
