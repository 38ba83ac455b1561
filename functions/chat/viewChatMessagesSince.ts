import { viewChatMessagesSince } from '../../shared/api/chat.ts';
import { serve } from '../serve.ts';
import { newsFor } from './chat-views.ts';

/** What came since a moment: asked for as long as a chat is open (docs/product/chat.md#polling). */
export const handler = serve(viewChatMessagesSince, (input, { table, caller, now }) =>
  newsFor(table, input, caller.userId, now),
);
