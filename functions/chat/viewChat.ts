import { viewChat } from '#shared/api/chat.ts';
import { serve } from '../serve.ts';
import { chatFor } from './chat-views.ts';

/** Returns a chat that the caller is a member of. */
export const handler = serve(viewChat, async ({ id }, { table, caller, now }) => ({
  data: [await chatFor(table, id, caller.userId, now)],
}));
