import type Stripe from 'stripe';
import { refreshPayment, type WebhookHandler } from './webhook-handler.ts';

/**
 * Handles any event of a dispute: opened, funds withdrawn or reinstated, decided. The current state is read from Stripe, because
 * `closed` may arrive before `created`.
 */
export const chargeDispute: WebhookHandler = async (event, context) => {
  const { payment_intent: intent } = event.data.object as Stripe.Dispute;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (intentId) await refreshPayment(context, intentId);
};
