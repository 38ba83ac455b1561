import { createOrderMessage } from '#shared/api/conversation-messages.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { messageView } from './conversation-views.ts';
import { writeAsSender } from './replies.ts';

/** Writes the sender's free reply in an open conversation (docs/product/conversations.md#free-replies). */
export const handler = serve(
  createOrderMessage,
  async (input, { table, caller, keyed, now }) => {
    const { orderId: conversationId, conversationStatus: choice, messageBody: body } = input;
    const authorId = caller.userId;
    const writing = { conversationId, authorId, choice, body, attached: input, keyed };
    const written = await writeAsSender(table, writing, now);
    return { data: [messageView(written.message, written.conversation)] };
  },
  { readAhead: ({ orderId }) => [conversationKey(orderId)] },
);
