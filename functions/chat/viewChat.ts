import { viewChat } from '../../shared/api/chat.ts';
import { chatFor } from '../flows/chat-views.ts';
import { serve } from '../serve.ts';

/** A chat that the caller is in. */
export const handler = serve(viewChat, async ({ id }, { table, caller, now }) => ({
  data: [await chatFor(table, id, caller.userId, now)],
}));
