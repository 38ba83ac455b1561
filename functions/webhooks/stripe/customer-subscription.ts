import { refreshSubscription } from './subscription-events.ts';
import type { WebhookHandler } from './webhook-handler.ts';

/** Handles any change of a subscription: begun, moved to another plan, cancelled, resumed, past due or ended. */
export const customerSubscription: WebhookHandler = async (event, context) => {
  await refreshSubscription(event, context);
};
