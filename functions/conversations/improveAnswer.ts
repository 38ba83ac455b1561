import { improveAnswer } from '#shared/api/claims.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { messageView } from './conversation-views.ts';
import { writeImprovedAnswer } from './replies.ts';

/** Writes the recipient's improved answer in a claim (docs/product/conversations.md#claims). */
export const handler = serve(
  improveAnswer,
  async (input, { table, caller, keyed, now }) => {
    const { inboxId: conversationId, messageBody: body } = input;
    const improved = { conversationId, authorId: caller.userId, body, attached: input, keyed };
    const { message, conversation } = await writeImprovedAnswer(table, improved, now);
    return { data: [messageView(message, conversation)] };
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)] },
);
