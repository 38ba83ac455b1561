import { createChatRead } from '../../shared/api/chat-messages.ts';
import { serve } from '../serve.ts';
import { markReadUpTo } from './chat-messages.ts';

/** Marks the messages of a chat as read up to a message. */
export const handler = serve(createChatRead, async ({ chatMessageId }, call) => {
  await markReadUpTo(call, chatMessageId, call.caller.userId);
  return {};
});
