import { askForInformation } from '#shared/api/clarifications.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { messageView } from './conversation-views.ts';
import { writeQuestion } from './replies.ts';

/** Writes the recipient's clarifying question, which pauses the deadline (docs/product/conversations.md#a-clarifying-question). */
export const handler = serve(
  askForInformation,
  async ({ inboxId: conversationId, messageBody: body }, { table, caller, keyed, now }) => {
    const question = { conversationId, authorId: caller.userId, body, keyed };
    const { message, conversation } = await writeQuestion(table, question, now);
    return { data: [messageView(message, conversation)] };
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)] },
);
