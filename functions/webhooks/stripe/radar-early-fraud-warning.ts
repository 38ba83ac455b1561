import type Stripe from 'stripe';
import { applyFraudWarning } from '#shared/rules/conversations/fraud-warnings.ts';
import { settleMoney } from '../../conversations/settle-payment.ts';
import { changeConversation } from '../../storage/conversations/conversations.ts';
import { refreshConversation, type WebhookHandler } from './webhook-handler.ts';

/**
 * Handles an early fraud warning: an unanswered message ends and its money goes back; otherwise only the warning is saved, for
 * operators. The warning itself never changes, so nothing about it is read from Stripe.
 */
export const radarEarlyFraudWarning: WebhookHandler = async (event, context) => {
  const { payment_intent: intent } = event.data.object as Stripe.Radar.EarlyFraudWarning;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (!intentId) return;
  const conversationId = await context.payments.conversationOf(intentId);
  // The payment is of a plan, or of another product on the same account.
  if (!conversationId) return;
  // The order may still be PAYING, because this event came before the one of its payment.
  await refreshConversation(context, conversationId, intentId);
  const { table, now, log } = context;
  const after = await changeConversation(table, conversationId, now, (current) =>
    (current.money.intentId ?? intentId) === intentId ? applyFraudWarning(current, now) : undefined,
  );
  if (!after) return;
  log.warn('an early fraud warning', { id: conversationId, status: after.status });
  if (after.money.owed) await settleMoney(context, after);
};
