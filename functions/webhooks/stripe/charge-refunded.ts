import type Stripe from 'stripe';
import { look, lookAtPayment, type Notice } from './notice.ts';

/** Money went back to a card: by our word, or by an operator's at the provider, all of it or a part. */
export const chargeRefunded: Notice = async (event, desk) => {
  const { payment_intent: intent, metadata } = event.data.object as Stripe.Charge;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (!intentId) return;
  if (metadata.conversationId) await look(desk, metadata.conversationId, intentId);
  else await lookAtPayment(desk, intentId);
};
