import type Stripe from 'stripe';
import { lookAtTransfer } from '../../payouts/payouts.ts';
import type { Notice } from './notice.ts';

/** A payout is at the provider, or came back from there: confirms one whose answer was lost. */
export const transfer: Notice = (event, desk) =>
  lookAtTransfer(desk, (event.data.object as Stripe.Transfer).id);
