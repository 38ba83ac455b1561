import { createOrder } from '../../shared/api/conversations.ts';
import { payForMessage } from '../flows/paying.ts';
import { conversationView } from '../flows/reading.ts';
import { serve } from '../serve.ts';

/** The same as createInbox, under the name the sender knows it by. */
export const handler = serve(createOrder, async (input, call) => {
  const conversation = await payForMessage(call, call.caller.userId, input, call.keyed);
  return { data: [conversationView(conversation, 'sender', call.now)] };
});
