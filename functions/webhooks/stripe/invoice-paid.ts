import type Stripe from 'stripe';
import { settlePlanPayment } from '../../billing/plan-invoices.ts';
import { recordInvoicePayment } from './subscription-events.ts';
import type { WebhookHandler } from './webhook-handler.ts';

/** Books the payment of a plan: the first month, a renewal or an upgrade. It may have been refunded since. */
export const invoicePaid: WebhookHandler = async (event, context) => {
  const invoice = event.data.object as Stripe.Invoice;
  if (await recordInvoicePayment(invoice, context))
    await settlePlanPayment(context, { invoiceId: invoice.id });
};
