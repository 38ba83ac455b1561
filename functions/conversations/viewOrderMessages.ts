import { viewOrderMessages } from '../../shared/api/conversations.ts';
import { messagesPage } from '../flows/reading.ts';
import { serve } from '../serve.ts';

/** The messages of a conversation, newest first. */
export const handler = serve(viewOrderMessages, ({ orderId, ...paging }, { table, caller, now }) =>
  messagesPage(table, orderId, caller.userId, paging, now),
);
