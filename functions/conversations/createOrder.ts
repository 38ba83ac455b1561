import { createOrder } from '../../shared/api/conversations.ts';
import { serve } from '../serve.ts';
import { conversationView } from './conversation-views.ts';
import { payForMessage } from './payments.ts';

/** The same as createInbox, under the name the sender knows it by. */
export const handler = serve(createOrder, async (input, call) => {
  const conversation = await payForMessage(call, call.caller.userId, input, call.keyed);
  return { data: [conversationView(conversation, 'sender', call.now)] };
});
