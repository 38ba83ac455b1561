import { closeInbox } from '../../shared/api/conversations.ts';
import { Refusal } from '../../shared/refusals.ts';
import { close, refusalOf } from '../../shared/rules/conversations/state-machine.ts';
import type { Instant } from '../../shared/time.ts';
import { onceForKey } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableWriter } from '../storage/table.ts';
import { participantOf, throwIfRefused } from './participant.ts';

/** Closes an open conversation for its recipient, without a message; no money moves (docs/product/conversations.md#closing). */
export const handler = serve(closeInbox, async ({ inboxId }, call) => {
  await closeConversation(call, inboxId, call.caller.userId, call.keyed);
  return {};
});

/**
 * Closes an open conversation for its recipient. A repeated call with the same Idempotency-Key (`keyed`) succeeds. Throws the
 * refusals of `refusalOf`, and NOT_FOUND for anyone who is not part of the conversation.
 */
async function closeConversation(
  context: { readonly table: TableWriter; readonly now: Instant },
  conversationId: string,
  userId: string,
  keyed: KeyedCall | undefined,
): Promise<void> {
  const { table, now } = context;
  await onceForKey(
    context,
    keyed,
    async () => {
      const after = await changeConversation(table, conversationId, now, (current) => {
        const { side, status } = participantOf(current, userId, now);
        throwIfRefused(refusalOf(side, 'close', status));
        return { ...close(current, now), request: { keyed, made: conversationId } };
      });
      if (!after) throw new Refusal('NOT_FOUND');
      return conversationId;
    },
    (closed) => closed,
  );
}
