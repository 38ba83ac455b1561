import { addChatMembers } from '#shared/api/groups.ts';
import { isMember } from '#shared/rules/chat/chats.ts';
import { serve } from '../serve.ts';
import { contactKey, roomKey, userKey } from '../storage/keys.ts';
import { chatView } from './chat-views.ts';
import { addMembers } from './group-changes.ts';

/** The maximum number of people who are read ahead: one call reads up to a hundred items, two for each person. */
const AHEAD_MAX = 40;

/** Adds contacts of the owner to a group (docs/product/chat.md#groups). */
export const handler = serve(
  addChatMembers,
  async (input, call) => {
    const { userId } = call.caller;
    const room = await addMembers(call, userId, input);
    return {
      data: [chatView(room, userId, undefined)],
      notAdded: input.participantUserIds.filter((id) => !isMember(room, id)),
    };
  },
  {
    readAhead: ({ chatId, participantUserIds }, { callerId }) => [
      roomKey(chatId),
      ...participantUserIds
        .slice(0, AHEAD_MAX)
        .flatMap((id) => [userKey(id), contactKey(callerId, id)]),
    ],
  },
);
