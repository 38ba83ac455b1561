import { page, paging } from './pagination.ts';
import { object, oneOf, text } from './params.ts';
import { route } from './route.ts';

/** The PaymentIntents of invoices, found by invoice or by PaymentIntent. */
export const invoicePaymentRoutes = [
  route(
    { method: 'GET', path: '/v1/invoice_payments' },
    {
      ...paging,
      invoice: text,
      payment: object({ type: oneOf('payment_intent'), payment_intent: text }),
    },
    (context, params) => {
      const intent = params.payment?.payment_intent;
      const wanted = context.store
        .all('invoicePayments')
        .filter(
          ({ invoice, payment }) =>
            (params.invoice === undefined || invoice === params.invoice) &&
            (intent === undefined || payment.payment_intent === intent),
        );
      return page(wanted, params, '/v1/invoice_payments', 'invoice_payment');
    },
  ),
];
