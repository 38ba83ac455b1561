import { giveInformation } from '#shared/api/clarifications.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { messageView } from './conversation-views.ts';
import { writeInformation } from './replies.ts';

/** Writes the sender's reply to the clarifying question, which ends the pause (docs/product/conversations.md#a-clarifying-question). */
export const handler = serve(
  giveInformation,
  async ({ orderId: conversationId, messageBody: body }, { table, caller, keyed, now }) => {
    const information = { conversationId, authorId: caller.userId, body, keyed };
    const { message, conversation } = await writeInformation(table, information, now);
    return { data: [messageView(message, conversation)] };
  },
  { readAhead: ({ orderId }) => [conversationKey(orderId)] },
);
