import { createDirectChat } from '#shared/api/chat.ts';
import { serve } from '../serve.ts';
import { directChatId } from '../storage/chat/chats.ts';
import { contactKey, roomKey, userKey } from '../storage/keys.ts';
import { openDirectChat } from './chat-membership.ts';

/** Returns the direct chat with a contact, and creates it if there is none (docs/product/chat.md#direct-chats). */
export const handler = serve(
  createDirectChat,
  async ({ participantUserId }, call) => ({
    data: [await openDirectChat(call, call.caller.userId, participantUserId)],
  }),
  {
    readAhead: ({ participantUserId: otherId }, { callerId }) => [
      roomKey(directChatId(callerId, otherId)),
      userKey(otherId),
      contactKey(callerId, otherId),
    ],
  },
);
