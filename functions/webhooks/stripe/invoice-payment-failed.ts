import type Stripe from 'stripe';
import type { Notice } from './notice.ts';
import { noteFailure } from './subscription-notice.ts';

/** The bank said no, or did not see the holder. The plan stays through the provider's own tries. */
export const invoicePaymentFailed: Notice = (event, desk) =>
  noteFailure(event.data.object as Stripe.Invoice, desk);
