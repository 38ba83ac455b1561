import { viewChat } from '../../shared/api/chat.ts';
import { serve } from '../serve.ts';
import { chatFor } from './chat-views.ts';

/** A chat that the caller is in. */
export const handler = serve(viewChat, async ({ id }, { table, caller, now }) => ({
  data: [await chatFor(table, id, caller.userId, now)],
}));
