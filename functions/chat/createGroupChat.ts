import { createGroupChat } from '../../shared/api/chat.ts';
import { serve } from '../serve.ts';
import { openGroupChat } from './chat-membership.ts';

/** Creates a group of contacts (docs/product/chat.md#groups). */
export const handler = serve(createGroupChat, async (input, call) => ({
  data: [await openGroupChat(call, call.caller.userId, input, call.keyed)],
}));
