import type Stripe from 'stripe';
import { refreshAccountById } from '../../payouts/payouts.ts';
import type { WebhookHandler } from './webhook-handler.ts';

/** Handles a changed connected account: requirements were met, or Stripe has new ones. */
export const accountUpdated: WebhookHandler = (event, context) =>
  refreshAccountById(context, (event.data.object as Stripe.Account).id);
