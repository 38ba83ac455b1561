import type Stripe from 'stripe';
import { lookAtPayment, type Notice } from './notice.ts';

/**
 * Somebody disputes a payment at their bank, money moved because of it, or it was decided. Whatever the event, the
 * provider's books say how far it is: `closed` may well come before `created`.
 */
export const chargeDispute: Notice = async (event, desk) => {
  const { payment_intent: intent } = event.data.object as Stripe.Dispute;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (intentId) await lookAtPayment(desk, intentId);
};
