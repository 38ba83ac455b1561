import { leaveChat } from '../../shared/api/chat.ts';
import { leave } from '../flows/opening-chats.ts';
import { serve } from '../serve.ts';

/** The caller leaves a group; repeating it changes nothing. */
export const handler = serve(leaveChat, async ({ chatId }, { table, caller }) => {
  await leave(table, chatId, caller.userId);
  return {};
});
