import { removeChatAsTyping } from '../../shared/api/chat.ts';
import { stopTyping } from '../flows/chatting.ts';
import { serve } from '../serve.ts';

/** The caller is no longer writing. */
export const handler = serve(removeChatAsTyping, ({ chatId }, call) =>
  stopTyping(call, chatId, call.caller.userId),
);
