import { collect, giveUpInvoice, previewMove } from './billing.ts';
import { existingInvoice } from './invoice.ts';
import { page, paging } from './pagination.ts';
import { flag, integer, listOf, object, oneOf, required, text } from './params.ts';
import { cardError, refusedRequest } from './refusal.ts';
import { route } from './route.ts';
import { activeSubscription, item, prorationDate, wantedPrice } from './subscription-routes.ts';

/** A change of a subscription as it can be previewed here: of the price, at once, with credit for the unused time. */
const change = object({
  items: listOf(item),
  proration_behavior: oneOf('always_invoice'),
  proration_date: integer(0),
  billing_cycle_anchor: object({ type: oneOf('now') }),
});

export const invoiceRoutes = [
  route(
    { method: 'GET', path: '/v1/invoices' },
    {
      ...paging,
      customer: text,
      subscription: text,
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
    },
    (context, params) => {
      const wanted = context.store
        .all('invoices')
        .filter(
          (one) =>
            (params.customer === undefined || one.customer === params.customer) &&
            (params.status === undefined || one.status === params.status) &&
            (params.subscription === undefined ||
              one.parent?.subscription_details?.subscription === params.subscription),
        );
      return page(wanted, params, '/v1/invoices', 'invoice');
    },
  ),
  route({ method: 'GET', path: '/v1/invoices/:id' }, {}, (context, _params, id) =>
    existingInvoice(context, id),
  ),
  route(
    { method: 'POST', path: '/v1/invoices/create_preview' },
    { subscription: text, subscription_details: change },
    (context, params) => {
      const before = activeSubscription(context, required(params.subscription, 'subscription'));
      const details = required(params.subscription_details, 'subscription_details');
      required(details.proration_behavior, 'subscription_details[proration_behavior]');
      required(details.billing_cycle_anchor, 'subscription_details[billing_cycle_anchor]');
      const wanted = wantedPrice(context, before, details.items);
      return previewMove(context, before, wanted, prorationDate(before, details.proration_date));
    },
  ),
  route({ method: 'POST', path: '/v1/invoices/:id/void' }, {}, (context, _params, id) =>
    giveUpInvoice(context, existingInvoice(context, id)),
  ),
  route(
    { method: 'POST', path: '/v1/invoices/:id/pay' },
    { payment_method: text, off_session: flag },
    (context, params, id) => {
      const invoice = existingInvoice(context, id);
      if (invoice.status === 'paid') throw refusedRequest('Invoice is already paid');
      if (invoice.status !== 'open')
        throw refusedRequest(`This invoice cannot be paid: its status is ${invoice.status}.`);
      const paid = collect(context, invoice, {
        offSession: params.off_session ?? true,
        method: params.payment_method,
      });
      if (paid?.refusal) throw paid.refusal;
      if (paid?.intent.status === 'requires_action') {
        const code = 'invoice_payment_intent_requires_action';
        throw cardError(
          code,
          'This payment requires additional user action before it can be completed successfully.',
        );
      }
      return existingInvoice(context, id);
    },
  ),
];
