import { viewChatMessagesSince } from '../../shared/api/chat.ts';
import { newsFor } from '../flows/chat-views.ts';
import { serve } from '../serve.ts';

/** What came since a moment: asked for as long as a chat is open (docs/product/chat.md#polling). */
export const handler = serve(viewChatMessagesSince, (input, { table, caller, now }) =>
  newsFor(table, input, caller.userId, now),
);
