import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { existingCustomer } from './customer.ts';
import { emitEvent, previousAttributes } from './events.ts';
import { newId } from './ids.ts';
import { page, paging } from './pagination.ts';
import {
  clearableText,
  metadata,
  object,
  oneOf,
  type Params,
  text,
  timeRange,
  withMetadata,
} from './params.ts';
import { attach, detach, existingPaymentMethod } from './payment-method.ts';
import { noSuch, refusedRequest } from './refusal.ts';
import { retrieveRoute } from './resource.ts';
import { route } from './route.ts';

const fields = {
  email: clearableText,
  name: clearableText,
  phone: clearableText,
  description: clearableText,
  metadata,
  invoice_settings: object({ default_payment_method: clearableText }),
};

function defaultMethod(
  context: Context,
  customer: Stripe.Customer,
  given: Params<typeof fields>,
): string | null {
  const wanted = given.invoice_settings?.default_payment_method;
  const before = customer.invoice_settings.default_payment_method;
  if (wanted === undefined) return typeof before === 'string' ? before : null;
  if (wanted === null) return null;
  const method = context.store.get('paymentMethods', wanted);
  if (method?.customer === customer.id) return method.id;
  const message = `The customer does not have a payment method with the ID ${wanted}. The payment method must be attached to the customer.`;
  throw refusedRequest(message, {
    code: 'resource_missing',
    param: 'invoice_settings[default_payment_method]',
  });
}

function changed(
  context: Context,
  customer: Stripe.Customer,
  given: Params<typeof fields>,
): Stripe.Customer {
  const pick = (name: 'email' | 'name' | 'phone' | 'description') =>
    given[name] === undefined ? (customer[name] ?? null) : given[name];
  return {
    ...customer,
    email: pick('email'),
    name: pick('name'),
    phone: pick('phone'),
    description: pick('description'),
    metadata: withMetadata(customer.metadata, given.metadata),
    invoice_settings: {
      ...customer.invoice_settings,
      default_payment_method: defaultMethod(context, customer, given),
    },
  };
}

function blank(context: Context): Stripe.Customer {
  const id = newId.customer();
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(context),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

function methodsOf(context: Context, customer: string): Stripe.PaymentMethod[] {
  return context.store.all('paymentMethods').filter((method) => method.customer === customer);
}

export const customerRoutes = [
  route(
    { method: 'POST', path: '/v1/customers' },
    { ...fields, payment_method: text },
    (context, params) => {
      const empty = blank(context);
      if (params.payment_method)
        attach(
          context,
          existingPaymentMethod(context, params.payment_method, 'payment_method'),
          empty.id,
        );
      const customer = context.store.put('customers', empty.id, changed(context, empty, params));
      emitEvent(context, 'customer.created', customer);
      return customer;
    },
  ),
  route(
    { method: 'GET', path: '/v1/customers' },
    { ...paging, email: text, created: timeRange },
    (context, params) => {
      const customers = context.store
        .all('customers')
        .flatMap((customer) => (customer.deleted ? [] : [customer as Stripe.Customer]));
      const wanted = customers.filter(
        (customer) =>
          (params.email === undefined || customer.email === params.email) &&
          (params.created?.(customer.created) ?? true),
      );
      return page(wanted, params, '/v1/customers', 'customer');
    },
  ),
  retrieveRoute('/v1/customers/:id', 'customers'),
  route({ method: 'POST', path: '/v1/customers/:id' }, fields, (context, params, id) => {
    const before = existingCustomer(context, id, 'id', 404);
    const after = context.store.put('customers', id, changed(context, before, params));
    emitEvent(context, 'customer.updated', after, previousAttributes(before, after));
    return after;
  }),
  route({ method: 'DELETE', path: '/v1/customers/:id' }, {}, (context, _params, id) => {
    const customer = existingCustomer(context, id, 'id', 404);
    for (const method of methodsOf(context, id)) detach(context, method);
    emitEvent(context, 'customer.deleted', customer);
    return context.store.put('customers', id, { id, object: 'customer', deleted: true });
  }),
  route(
    { method: 'GET', path: '/v1/customers/:id/payment_methods' },
    { ...paging, type: oneOf('card', 'link') },
    (context, params, id) => {
      existingCustomer(context, id, 'customer', 404);
      return page(
        methodsOf(context, id),
        params,
        `/v1/customers/${id}/payment_methods`,
        'PaymentMethod',
      );
    },
  ),
  route(
    { method: 'GET', path: '/v1/customers/:id/payment_methods/:inner' },
    {},
    (context, _params, id, _caller, inner) => {
      existingCustomer(context, id, 'customer', 404);
      const method = methodsOf(context, id).find((candidate) => candidate.id === inner);
      if (!method) throw noSuch('PaymentMethod', inner, 'payment_method', 404);
      return method;
    },
  ),
];
