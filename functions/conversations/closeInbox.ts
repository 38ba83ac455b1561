import { closeInbox } from '../../shared/api/conversations.ts';
import { Refusal } from '../../shared/refusals.ts';
import { close, refusalOf } from '../../shared/rules/conversations/state-machine.ts';
import type { Instant } from '../../shared/time.ts';
import { onceForKey } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableWriter } from '../storage/table.ts';
import { allow, partOf } from './participant.ts';

/** The recipient closes an open conversation without another word; no money moves (docs/product/conversations.md#closing). */
export const handler = serve(closeInbox, async ({ inboxId }, call) => {
  await closeConversation(call, inboxId, call.caller.userId, call.keyed);
  return {};
});

/**
 * Closes an open conversation for its recipient; the same call again, `keyed` by its Idempotency-Key, succeeds. Throws what
 * the table of actions refuses, NOT_FOUND to strangers.
 */
async function closeConversation(
  desk: { readonly table: TableWriter; readonly now: Instant },
  conversationId: string,
  userId: string,
  keyed: KeyedCall | undefined,
): Promise<void> {
  const { table, now } = desk;
  await onceForKey(
    desk,
    keyed,
    async () => {
      const after = await changeConversation(table, conversationId, now, (current) => {
        const { side, status } = partOf(current, userId, now);
        allow(refusalOf(side, 'close', status));
        return { ...close(current, now), request: { keyed, made: conversationId } };
      });
      if (!after) throw new Refusal('NOT_FOUND');
      return conversationId;
    },
    (closed) => closed,
  );
}
