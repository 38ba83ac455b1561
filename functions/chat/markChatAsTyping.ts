import { markChatAsTyping } from '../../shared/api/chat.ts';
import { sayTyping } from '../flows/chatting.ts';
import { serve } from '../serve.ts';

/** The caller is writing (docs/product/chat.md#typing-and-read-receipts). */
export const handler = serve(markChatAsTyping, ({ chatId }, call) =>
  sayTyping(call, chatId, call.caller.userId),
);
