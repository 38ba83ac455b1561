import { leaveChat } from '#shared/api/groups.ts';
import { serve } from '../serve.ts';
import { roomKey } from '../storage/keys.ts';
import { leaveGroup } from './group-changes.ts';

/** Removes the caller from a group; repeating it changes nothing. */
export const handler = serve(
  leaveChat,
  async (input, call) => {
    await leaveGroup(call, call.caller.userId, input);
    return {};
  },
  { readAhead: ({ chatId }) => [roomKey(chatId)] },
);
