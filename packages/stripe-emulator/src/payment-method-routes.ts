import { cardShown, checkTypedCard } from './cards.ts';
import { existingCustomer } from './customer.ts';
import { emitEvent, previousAttributes } from './events.ts';
import { page, paging } from './pagination.ts';
import { integer, metadata, object, oneOf, required, text, withMetadata } from './params.ts';
import {
  attach,
  billingDetails,
  billingShown,
  createPaymentMethod,
  detach,
  existingPaymentMethod,
} from './payment-method.ts';
import { refusedRequest } from './refusal.ts';
import { route } from './route.ts';

const typedCard = { number: text, exp_month: integer(0), exp_year: integer(0), cvc: text };

export const paymentMethodRoutes = [
  route(
    { method: 'POST', path: '/v1/payment_methods', publishable: true },
    {
      type: oneOf('card'),
      card: object(typedCard),
      billing_details: billingDetails,
      metadata,
    },
    (context, params) => {
      required(params.type, 'type');
      const typed = required(params.card, 'card');
      const { card, expMonth, expYear } = checkTypedCard(
        {
          number: required(typed.number, 'card[number]'),
          expMonth: required(typed.exp_month, 'card[exp_month]'),
          expYear: required(typed.exp_year, 'card[exp_year]'),
          cvc: typed.cvc,
        },
        context.now(),
      );
      const shown = cardShown(card, expMonth, expYear, typed.cvc !== undefined);
      return createPaymentMethod(
        context,
        card.number,
        { type: 'card', card: shown },
        params.billing_details,
        params.metadata,
      );
    },
  ),
  route(
    { method: 'GET', path: '/v1/payment_methods' },
    { ...paging, customer: text, type: oneOf('card', 'link') },
    (context, params) => {
      const customer = params.customer && existingCustomer(context, params.customer, 'customer').id;
      const methods = context.store
        .all('paymentMethods')
        .filter((method) => customer && method.customer === customer)
        .filter((method) => params.type === undefined || method.type === params.type);
      return page(methods, params, '/v1/payment_methods', 'PaymentMethod');
    },
  ),
  route({ method: 'GET', path: '/v1/payment_methods/:id' }, {}, (context, _params, id) =>
    existingPaymentMethod(context, id, 'payment_method', 404),
  ),
  route(
    { method: 'POST', path: '/v1/payment_methods/:id' },
    {
      billing_details: billingDetails,
      card: object({ exp_month: integer(1, 12), exp_year: integer(0) }),
      metadata,
    },
    (context, params, id) => {
      const before = existingPaymentMethod(context, id, 'payment_method', 404);
      if (!before.customer) {
        throw refusedRequest(
          'You must save this PaymentMethod to a customer before you can update it.',
        );
      }
      const after = context.store.put('paymentMethods', before.id, {
        ...before,
        billing_details: billingShown(params.billing_details, before.billing_details),
        card: before.card && { ...before.card, ...params.card },
        metadata: withMetadata(before.metadata, params.metadata),
      });
      emitEvent(context, 'payment_method.updated', after, previousAttributes(before, after));
      return after;
    },
  ),
  route(
    { method: 'POST', path: '/v1/payment_methods/:id/attach' },
    { customer: text },
    (context, params, id) => {
      const customer = existingCustomer(context, required(params.customer, 'customer'), 'customer');
      return attach(
        context,
        existingPaymentMethod(context, id, 'payment_method', 404),
        customer.id,
      );
    },
  ),
  route({ method: 'POST', path: '/v1/payment_methods/:id/detach' }, {}, (context, _params, id) => {
    const method = existingPaymentMethod(context, id, 'payment_method', 404);
    if (method.customer) return detach(context, method);
    throw refusedRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      {
        code: 'payment_method_unexpected_state',
        payment_method: method,
      },
    );
  }),
];
