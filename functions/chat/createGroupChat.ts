import { createGroupChat } from '#shared/api/groups.ts';
import { GROUP_MAX } from '#shared/rules/chat/chats.ts';
import { serve } from '../serve.ts';
import { contactKey } from '../storage/keys.ts';
import { openGroupChat } from './chat-membership.ts';

/** Creates a group of contacts (docs/product/chat.md#groups). */
export const handler = serve(
  createGroupChat,
  (input, call) => openGroupChat(call, call.caller.userId, input, call.keyed),
  {
    readAhead: ({ participantUserIds }, { callerId }) =>
      participantUserIds.slice(0, GROUP_MAX).map((id) => contactKey(callerId, id)),
  },
);
