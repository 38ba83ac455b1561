import { createChatMessage } from '#shared/api/chat-messages.ts';
import { serve } from '../serve.ts';
import { roomKey } from '../storage/keys.ts';
import { sendToChat } from './chat-messages.ts';
import { messageView } from './chat-views.ts';

/** Sends a message to all members of a chat. */
export const handler = serve(
  createChatMessage,
  async (input, call) => {
    const sent = await sendToChat(call, call.caller.userId, input, call.keyed);
    return { data: [messageView(sent.message, sent.room)] };
  },
  { readAhead: ({ chatId }) => [roomKey(chatId)] },
);
