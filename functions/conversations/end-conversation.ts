import type { Change } from '#shared/rules/conversations/conversations.ts';
import { type Ending, end } from '#shared/rules/conversations/state-machine.ts';
import type { Decision } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import { performAction } from './conversation-action.ts';
import { type PaymentContext, settleMoneyOrDefer } from './settle-payment.ts';

/**
 * Ends a pending conversation for one of its sides, and returns the money or takes it to review. Repeats and refuses like
 * `performAction`. `withCase`: adds the case that the end opens at the desk.
 */
export async function endConversation(
  context: PaymentContext,
  conversationId: string,
  userId: string,
  ending: Ending,
  keyed: KeyedCall | undefined,
  withCase: (change: Change) => Decision | Promise<Decision> = (change) => change,
): Promise<void> {
  await performAction(
    context,
    { conversationId, userId, action: ending.how, keyed },
    (current) => withCase(end(current, ending, context.now)),
    (ended) => settleMoneyOrDefer(context, ended),
  );
}
