import { viewChatMessages } from '../../shared/api/chat-messages.ts';
import { serve } from '../serve.ts';
import { messagesPage } from './chat-views.ts';

/** Returns the messages of a chat, newest first. */
export const handler = serve(viewChatMessages, (input, { table, caller, now }) =>
  messagesPage(table, input, caller.userId, now),
);
