import { removeChatMember } from '#shared/api/groups.ts';
import { serve } from '../serve.ts';
import { roomKey, userKey } from '../storage/keys.ts';
import { chatView } from './chat-views.ts';
import { removeMember } from './group-changes.ts';

/** Removes a member from a group of the caller (docs/product/chat.md#groups). */
export const handler = serve(
  removeChatMember,
  async (input, call) => {
    const { userId } = call.caller;
    return { data: [chatView(await removeMember(call, userId, input), userId, undefined)] };
  },
  { readAhead: ({ chatId, userId }) => [roomKey(chatId), userKey(userId)] },
);
