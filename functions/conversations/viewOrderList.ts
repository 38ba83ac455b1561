import { viewOrderList } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { ordersPage } from './conversation-views.ts';

/** The sender's conversations, newest first; cancelled ones show under their own filter only. */
export const handler = serve(viewOrderList, (input, { table, caller, now }) =>
  ordersPage(table, caller.userId, input, now),
);
