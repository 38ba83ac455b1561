import { markChatAsTyping } from '#shared/api/chat-messages.ts';
import { live } from '../gateways/live.ts';
import { serve } from '../serve.ts';
import { chatReceipts } from '../storage/chat/typing-and-read-receipts.ts';
import { startTyping } from './chat-messages.ts';

/** Marks the caller as typing (docs/product/chat.md#typing-and-read-receipts). */
export const handler = serve(
  markChatAsTyping,
  ({ chatId }, call) => startTyping(call, chatId, call.caller.userId),
  { gives: { receipts: chatReceipts, live } },
);
