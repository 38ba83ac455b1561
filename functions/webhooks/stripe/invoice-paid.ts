import type Stripe from 'stripe';
import type { Notice } from './notice.ts';
import { notePayment } from './subscription-notice.ts';

/** A month was paid: the first, a renewal, or what an upgrade costs. */
export const invoicePaid: Notice = (event, desk) =>
  notePayment(event.data.object as Stripe.Invoice, desk);
