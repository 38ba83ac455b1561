import type Stripe from 'stripe';
import { lookAtPayment, type Notice } from './notice.ts';

/** What became of a refund that was on its way: banks refuse one days later, where the card is closed. */
export const refund: Notice = async (event, desk) => {
  const { payment_intent: intent } = event.data.object as Stripe.Refund;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (intentId) await lookAtPayment(desk, intentId);
};
