import { Refusal } from '../../shared/refusals.ts';
import { refusalOf } from '../../shared/rules/conversations.ts';
import { close } from '../../shared/rules/course.ts';
import type { Instant } from '../../shared/time.ts';
import { onceForKey } from '../idempotency.ts';
import { changeConversation } from '../storage/conversations.ts';
import type { KeyedCall } from '../storage/requests.ts';
import type { TableWriter } from '../storage/table.ts';
import { allow, partOf } from './part.ts';

/* Closing an open conversation. Apart from what ends a pending one: the money was settled by the answer, so nobody is asked for any. */

/**
 * Closes an open conversation for its recipient; the same call again, `keyed` by its Idempotency-Key, succeeds. Throws what
 * the table of actions refuses, NOT_FOUND to strangers.
 */
export async function closeConversation(
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
