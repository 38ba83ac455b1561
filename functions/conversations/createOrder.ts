import { createOrder } from '../../shared/api/conversations.ts';
import { keyAhead } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { userKey } from '../storage/keys.ts';
import { conversationView } from './conversation-views.ts';
import { payForMessage } from './payments.ts';

/** Pays for a message with the card on file: the same operation as createInbox, under the sender's name for it. */
export const handler = serve(
  createOrder,
  async (input, call) => {
    const conversation = await payForMessage(call, call.caller.userId, input, call.keyed);
    return { data: [conversationView(conversation, 'sender', call.now)] };
  },
  {
    readAhead: ({ recipientId }, { callerId, key }) => [
      userKey(recipientId),
      ...keyAhead(callerId, key),
    ],
  },
);
