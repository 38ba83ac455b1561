import type Stripe from 'stripe';
import { recordPaymentFailure } from './subscription-events.ts';
import type { WebhookHandler } from './webhook-handler.ts';

/** Records a declined or unconfirmed payment of a plan. The plan stays active while Stripe retries a renewal. */
export const invoicePaymentFailed: WebhookHandler = (event, context) =>
  recordPaymentFailure(event.data.object as Stripe.Invoice, context);
