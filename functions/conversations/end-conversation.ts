import { Refusal } from '../../shared/refusals.ts';
import { type Ending, end, refusalOf } from '../../shared/rules/conversations/state-machine.ts';
import { onceForKey } from '../idempotency.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import { allow, partOf } from './participant.ts';
import { type Desk, settleMoneyOrLeaveIt } from './settle-payment.ts';

/* How a side ends a conversation. Apart from writing, so that who ends one does not load what cleans HTML. */

/**
 * Ends a pending conversation for one of its sides, and gives the money back or takes it to review. The same call again,
 * `keyed` by its Idempotency-Key, finds it ended and succeeds.
 */
export async function endConversation(
  desk: Desk,
  conversationId: string,
  userId: string,
  ending: Ending,
  keyed: KeyedCall | undefined,
): Promise<void> {
  const { table, now } = desk;
  await onceForKey(
    desk,
    keyed,
    async () => {
      const after = await changeConversation(table, conversationId, now, (current) => {
        const { side, status } = partOf(current, userId, now);
        allow(refusalOf(side, ending.how, status));
        return { ...end(current, ending, now), request: { keyed, made: conversationId } };
      });
      if (!after) throw new Refusal('NOT_FOUND');
      await settleMoneyOrLeaveIt(desk, after);
      return conversationId;
    },
    (ended) => ended,
  );
}
