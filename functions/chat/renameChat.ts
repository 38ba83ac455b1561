import { renameChat } from '#shared/api/groups.ts';
import { serve } from '../serve.ts';
import { roomKey } from '../storage/keys.ts';
import { chatView } from './chat-views.ts';
import { renameGroup } from './group-changes.ts';

/** Renames a group of the caller (docs/product/chat.md#groups). */
export const handler = serve(
  renameChat,
  async (input, call) => {
    const { userId } = call.caller;
    return { data: [chatView(await renameGroup(call, userId, input), userId, undefined)] };
  },
  { readAhead: ({ chatId }) => [roomKey(chatId)] },
);
