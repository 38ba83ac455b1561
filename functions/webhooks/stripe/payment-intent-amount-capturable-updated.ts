import { refreshIntent, type WebhookHandler } from './webhook-handler.ts';

/** Handles a new hold: settles an order whose request was interrupted, or whose sender left after confirming. */
export const paymentIntentAmountCapturableUpdated: WebhookHandler = refreshIntent;
