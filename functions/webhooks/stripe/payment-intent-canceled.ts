import { refreshIntent, type WebhookHandler } from './webhook-handler.ts';

/** Handles a released hold: by the product, by an operator in Stripe's dashboard, or because it lapsed. */
export const paymentIntentCanceled: WebhookHandler = refreshIntent;
