import type Stripe from 'stripe';
import { refreshTransfer } from '../../payouts/payouts.ts';
import type { WebhookHandler } from './webhook-handler.ts';

/** Handles a transfer that was made or reversed: confirms a payout whose response was lost. */
export const transfer: WebhookHandler = (event, context) =>
  refreshTransfer(context, (event.data.object as Stripe.Transfer).id);
