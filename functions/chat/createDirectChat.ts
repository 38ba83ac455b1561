import { createDirectChat } from '../../shared/api/chat.ts';
import { serve } from '../serve.ts';
import { directChat } from './chat-membership.ts';

/** Opens the chat with a contact, or the one that is there (docs/product/chat.md#direct-chats). */
export const handler = serve(createDirectChat, async ({ participantUserId }, call) => ({
  data: [await directChat(call, call.caller.userId, participantUserId)],
}));
