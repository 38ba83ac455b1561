import type Stripe from 'stripe';
import { look, type Notice } from './notice.ts';

/** Money went back to a card: by our word, or by an operator who decided a review at the provider. */
export const chargeRefunded: Notice = async (event, desk) => {
  const { payment_intent: intent, metadata } = event.data.object as Stripe.Charge;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (intentId) await look(desk, metadata.conversationId, intentId);
};
