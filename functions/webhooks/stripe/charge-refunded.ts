import type Stripe from 'stripe';
import { refreshConversation, refreshPayment, type WebhookHandler } from './webhook-handler.ts';

/** Handles a full or partial refund, made by the product or by an operator in Stripe's dashboard. */
export const chargeRefunded: WebhookHandler = async (event, context) => {
  const { payment_intent: intent, metadata } = event.data.object as Stripe.Charge;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (!intentId) return;
  if (metadata.conversationId)
    await refreshConversation(context, metadata.conversationId, intentId);
  else await refreshPayment(context, intentId);
};
