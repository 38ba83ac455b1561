import type Stripe from 'stripe';
import { settlePlanPayment } from '../../billing/plan-invoices.ts';
import type { PlanContext } from '../../billing/subscriptions.ts';
import { type DisputeContext, respondToDispute } from '../../conversations/dispute-response.ts';
import { savePaymentStatus, settleMoney } from '../../conversations/settle-payment.ts';
import type { PayoutContext } from '../../payouts/payouts.ts';
import { conversationById } from '../../storage/conversations/conversations.ts';

/** The dependencies of a webhook handler: for conversations, plans and payouts. */
export type WebhookContext = DisputeContext & PlanContext & PayoutContext;

/**
 * A handler of one type of webhook event. Events arrive late, twice and in any order, so a handler uses only the event's ids and
 * reads the current state from Stripe.
 */
export type WebhookHandler = (event: Stripe.Event, context: WebhookContext) => Promise<void>;

/** Reads the payment status of a conversation from Stripe, applies it, performs a pending effect, and responds to a dispute. */
export async function refreshConversation(
  context: DisputeContext,
  conversationId: string | undefined,
  intentId: string,
): Promise<void> {
  const found = conversationId
    ? await conversationById(context.table, conversationId, context.now)
    : undefined;
  // The payment belongs to another product on the same account, or to a deleted attempt.
  if (!found || (found.money.intentId ?? intentId) !== intentId) return;
  const status = await context.payments.status(intentId);
  const after = await savePaymentStatus(context, found, status);
  const settled = after?.money.owed ? await settleMoney(context, after) : after;
  if (settled) await respondToDispute(context, settled);
}

/** Refreshes the conversation or the plan that a payment belongs to; a payment of another product is ignored. */
export async function refreshPayment(context: WebhookContext, intentId: string): Promise<void> {
  const conversationId = await context.payments.conversationOf(intentId);
  if (conversationId) await refreshConversation(context, conversationId, intentId);
  else await settlePlanPayment(context, { intentId });
}

/** Refreshes the conversation of the PaymentIntent in an event. */
export function refreshIntent(event: Stripe.Event, context: DisputeContext): Promise<void> {
  const { id, metadata } = event.data.object as Stripe.PaymentIntent;
  return refreshConversation(context, metadata?.conversationId, id);
}
