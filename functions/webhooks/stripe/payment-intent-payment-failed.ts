import { refreshIntent, type WebhookHandler } from './webhook-handler.ts';

/** Handles a declined payment, at once or after the bank asked the sender: undoes the order. */
export const paymentIntentPaymentFailed: WebhookHandler = refreshIntent;
