import { Refusal } from '../../shared/refusals.ts';
import { type Ending, end, refusalOf } from '../../shared/rules/conversations/state-machine.ts';
import { onceForKey } from '../idempotency.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import { participantOf, throwIfRefused } from './participant.ts';
import { type PaymentContext, settleMoneyOrDefer } from './settle-payment.ts';

/*
 * Ends a conversation for one of its sides. Separate from replies.ts, so that these functions do not bundle the HTML
 * sanitizer.
 */

/**
 * Ends a pending conversation for one of its sides, and returns the money or takes it to review. A repeated call with the same
 * Idempotency-Key (`keyed`) succeeds.
 */
export async function endConversation(
  context: PaymentContext,
  conversationId: string,
  userId: string,
  ending: Ending,
  keyed: KeyedCall | undefined,
): Promise<void> {
  const { table, now } = context;
  await onceForKey(
    context,
    keyed,
    async () => {
      const after = await changeConversation(table, conversationId, now, (current) => {
        const { side, status } = participantOf(current, userId, now);
        throwIfRefused(refusalOf(side, ending.how, status));
        return { ...end(current, ending, now), request: { keyed, made: conversationId } };
      });
      if (!after) throw new Refusal('NOT_FOUND');
      await settleMoneyOrDefer(context, after);
      return conversationId;
    },
    (ended) => ended,
  );
}
