import { createInboxMessage } from '../../shared/api/conversation-messages.ts';
import type { Input } from '../../shared/api/operation.ts';
import { invalidInput } from '../../shared/refusals.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { conversationKey } from '../storage/keys.ts';
import { messageView } from './conversation-views.ts';
import { writeAsRecipient } from './replies.ts';

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
      claim: claimIn(input),
      keyed,
    };
    const written = await writeAsRecipient(call, writing);
    return { data: [messageView(written.message, written.conversation)] };
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)], gives: { payments } },
);

/** What the author says about how they wrote. The browser sends all three counts or none. */
function claimIn(input: Input<typeof createInboxMessage>) {
  const { declaration, typedCharacters: typed, pastedCharacters: pasted } = input;
  const { writingMinutes: minutes } = input;
  if (typed === undefined && pasted === undefined && minutes === undefined) return { declaration };
  if (typed !== undefined && pasted !== undefined && minutes !== undefined)
    return { declaration, counts: { typed, pasted, minutes } };
  throw invalidInput({
    typedCharacters: 'typedCharacters, pastedCharacters and writingMinutes come together',
  });
}
