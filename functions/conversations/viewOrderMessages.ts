import { viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { serve } from '../serve.ts';
import { messagesPage } from './conversation-views.ts';

/** A page of the messages of a conversation, newest first. */
export const handler = serve(viewOrderMessages, ({ orderId, ...paging }, { table, caller, now }) =>
  messagesPage(table, orderId, caller.userId, paging, now),
);
