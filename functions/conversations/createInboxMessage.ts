import { createInboxMessage } from '#shared/api/conversation-messages.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { messageView } from './conversation-views.ts';
import { writeAsRecipient } from './replies.ts';
import { writingClaimIn } from './writing-claim.ts';

/** Writes the paid response if the conversation is pending, else a free reply (docs/product/conversations.md#answering). */
export const handler = serve(
  createInboxMessage,
  async (input, call) => {
    const { inboxId: conversationId, conversationStatus: choice, messageBody: body } = input;
    const { keyed, caller } = call;
    const writing = {
      conversationId,
      authorId: caller.userId,
      choice,
      body,
      kind: input.messageKind,
      claim: writingClaimIn(input),
      attached: input,
      keyed,
    };
    const written = await writeAsRecipient(call, writing);
    return { data: [messageView(written.message, written.conversation)] };
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)], gives: { payments } },
);
