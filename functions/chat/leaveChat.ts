import { leaveChat } from '../../shared/api/chat.ts';
import { serve } from '../serve.ts';
import { roomKey } from '../storage/keys.ts';
import { leaveGroupChat } from './chat-membership.ts';

/** Removes the caller from a group; repeating it changes nothing. */
export const handler = serve(
  leaveChat,
  async ({ chatId }, { table, caller }) => {
    await leaveGroupChat(table, chatId, caller.userId);
    return {};
  },
  { readAhead: ({ chatId }) => [roomKey(chatId)] },
);
