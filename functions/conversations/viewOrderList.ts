import { viewOrderList } from '../../shared/api/conversations.ts';
import { ordersPage } from '../flows/reading.ts';
import { serve } from '../serve.ts';

/** The sender's conversations, newest first; cancelled ones show under their own filter only. */
export const handler = serve(viewOrderList, (input, { table, caller, now }) =>
  ordersPage(table, caller.userId, input, now),
);
