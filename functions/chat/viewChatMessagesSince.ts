import { viewChatMessagesSince } from '../../shared/api/chat-messages.ts';
import { serve } from '../serve.ts';
import { newMessagesFor } from './chat-views.ts';

/** Returns the messages since a given time. The web app polls it while a chat is open (docs/product/chat.md#polling). */
export const handler = serve(viewChatMessagesSince, (input, { table, caller, now }) =>
  newMessagesFor(table, input, caller.userId, now),
);
