import type Stripe from 'stripe';
import { lookAtNamedAccount } from '../../payouts/payouts.ts';
import type { Notice } from './notice.ts';

/** Somebody who is paid gave what the provider asked for, or it asks for more. */
export const accountUpdated: Notice = (event, desk) =>
  lookAtNamedAccount(desk, (event.data.object as Stripe.Account).id);
