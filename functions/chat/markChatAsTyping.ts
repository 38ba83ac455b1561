import { markChatAsTyping } from '../../shared/api/chat.ts';
import { sayTyping } from '../flows/chatting.ts';
import { serve } from '../serve.ts';

/** The caller is writing (spec part 2, section 4). */
export const handler = serve(markChatAsTyping, ({ chatId }, call) =>
  sayTyping(call, chatId, call.caller.userId),
);
