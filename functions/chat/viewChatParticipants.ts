import { viewChatParticipants } from '#shared/api/chat.ts';
import { serve } from '../serve.ts';
import { participantsOf } from './chat-views.ts';

/** Returns the members of a chat, sorted by full name. */
export const handler = serve(viewChatParticipants, async ({ chatId }, { table, caller, now }) => ({
  data: await participantsOf(table, chatId, caller.userId, now),
}));
