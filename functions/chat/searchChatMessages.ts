import { searchChatMessages } from '../../shared/api/chat-messages.ts';
import { serve } from '../serve.ts';
import { foundMessages } from './message-search.ts';

/** Searches the messages of a chat, newest first. */
export const handler = serve(searchChatMessages, (input, { table, caller, now }) =>
  foundMessages(table, input, caller.userId, now),
);
