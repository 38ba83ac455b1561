import type Stripe from 'stripe';
import { settlePlanPayment } from '../../billing/plan-invoices.ts';
import type { Notice } from './notice.ts';
import { notePayment } from './subscription-notice.ts';

/** A month was paid: the first, a renewal, or what an upgrade costs. It may have been given back since. */
export const invoicePaid: Notice = async (event, desk) => {
  const invoice = event.data.object as Stripe.Invoice;
  if (await notePayment(invoice, desk)) await settlePlanPayment(desk, { invoiceId: invoice.id });
};
