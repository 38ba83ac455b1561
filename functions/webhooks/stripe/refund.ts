import type Stripe from 'stripe';
import { refreshPayment, type WebhookHandler } from './webhook-handler.ts';

/** Handles the outcome of a refund: a bank may refuse it days later, if the card was closed. */
export const refund: WebhookHandler = async (event, context) => {
  const { payment_intent: intent } = event.data.object as Stripe.Refund;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (intentId) await refreshPayment(context, intentId);
};
