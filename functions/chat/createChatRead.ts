import { createChatRead } from '#shared/api/chat-messages.ts';
import { live } from '../gateways/live.ts';
import { serve } from '../serve.ts';
import { chatReceipts } from '../storage/chat/typing-and-read-receipts.ts';
import { markReadUpTo } from './chat-messages.ts';

/** Marks the messages of a chat as read up to a message. */
export const handler = serve(
  createChatRead,
  async ({ chatMessageId }, call) => {
    await markReadUpTo(call, chatMessageId, call.caller.userId);
    return {};
  },
  { gives: { receipts: chatReceipts, live } },
);
