import { createInbox } from '../../shared/api/conversations.ts';
import { payForMessage } from '../flows/paying.ts';
import { conversationView } from '../flows/reading.ts';
import { serve } from '../serve.ts';

/** Pays for a message with the card on file (docs/product/conversations.md#sending-a-message). */
export const handler = serve(createInbox, async (input, call) => {
  const conversation = await payForMessage(call, call.caller.userId, input, call.keyed);
  return { data: [conversationView(conversation, 'sender', call.now)] };
});
