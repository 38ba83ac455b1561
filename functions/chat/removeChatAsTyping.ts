import { removeChatAsTyping } from '#shared/api/chat-messages.ts';
import { live } from '../gateways/live.ts';
import { serve } from '../serve.ts';
import { chatReceipts } from '../storage/chat/typing-and-read-receipts.ts';
import { stopTyping } from './chat-messages.ts';

/** Marks the caller as no longer typing. */
export const handler = serve(
  removeChatAsTyping,
  ({ chatId }, call) => stopTyping(call, chatId, call.caller.userId),
  { gives: { receipts: chatReceipts, live } },
);
