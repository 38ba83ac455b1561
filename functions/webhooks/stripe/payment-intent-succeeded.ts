import { refreshIntent, type WebhookHandler } from './webhook-handler.ts';

/** Handles a captured payment: confirms a capture whose response was lost. */
export const paymentIntentSucceeded: WebhookHandler = refreshIntent;
