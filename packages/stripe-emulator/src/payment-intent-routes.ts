import type Stripe from 'stripe';
import type { Context } from './context.ts';
import { existingCustomer } from './customer.ts';
import { oneOf, type Params, required, text, withMetadata } from './params.ts';
import { finishAuthentication, type Paid } from './payment-attempt.ts';
import {
  checkAmount,
  confirmIntent,
  confirmParams,
  createIntent,
  createParams,
  descriptionParams,
  existingIntent,
  paymentParams,
} from './payment-intent.ts';
import { cancelIntent, captureIntent, captureParams } from './payment-intent-capture.ts';
import { payablePaymentMethod } from './payment-method.ts';
import { noSuch, unexpectedState } from './refusal.ts';
import { listRoute } from './resource.ts';
import { type Caller, route } from './route.ts';

type Intent = Stripe.PaymentIntent;

/** The fields of a PaymentIntent that a browser may see. */
const shownToBrowsers: (keyof Intent)[] = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
];

function shown(intent: Intent, caller: Caller): Partial<Intent> {
  if (caller === 'secret') return intent;
  return Object.fromEntries(shownToBrowsers.map((name) => [name, intent[name]]));
}

/** Checks the client secret, with which a browser may access one PaymentIntent. */
function askedFor(
  context: Context,
  id: string,
  caller: Caller,
  clientSecret: string | undefined,
): Intent {
  const intent = existingIntent(context, id);
  if (caller === 'publishable') required(clientSecret, 'client_secret');
  if (clientSecret !== undefined && clientSecret !== intent.client_secret)
    throw noSuch('payment_intent', id, 'intent', 404);
  return intent;
}

/** Returns the PaymentIntent as the caller may see it. Throws a decline, which keeps the change of the PaymentIntent. */
function answerTo(paid: Paid, caller: Caller): Partial<Intent> {
  if (!paid.refusal) return shown(paid.intent, caller);
  if (caller === 'publishable')
    paid.refusal.body.payment_intent = shown(paid.intent, caller) as Intent;
  throw paid.refusal;
}

function updated(
  context: Context,
  before: Intent,
  params: Params<typeof descriptionParams & typeof paymentParams>,
): Intent {
  const settled = Object.keys(paymentParams).some(
    (name) => params[name as keyof typeof paymentParams] !== undefined,
  );
  if (
    settled &&
    (before.status === 'succeeded' ||
      before.status === 'canceled' ||
      before.status === 'requires_capture')
  ) {
    const message = `This PaymentIntent's amount, customer and payment method could not be updated because it has a status of ${before.status}. You may only update them on a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`;
    throw unexpectedState(message, before);
  }
  if (params.amount !== undefined) checkAmount(params.amount, before.currency);
  const customer = params.customer
    ? existingCustomer(context, params.customer, 'customer').id
    : before.customer;
  const method =
    params.payment_method &&
    payablePaymentMethod(context, params.payment_method, customer as string | null);
  const { metadata, payment_method: _, ...rest } = params;
  return context.store.put('paymentIntents', before.id, {
    ...before,
    ...rest,
    customer,
    metadata: withMetadata(before.metadata, metadata),
    ...(method && {
      payment_method: method.id,
      status: 'requires_confirmation' as const,
      next_action: null,
    }),
  });
}

export const paymentIntentRoutes = [
  route({ method: 'POST', path: '/v1/payment_intents' }, createParams, (context, params) =>
    answerTo(createIntent(context, params), 'secret'),
  ),
  listRoute('/v1/payment_intents', 'paymentIntents', ['customer']),
  route(
    { method: 'GET', path: '/v1/payment_intents/:id', publishable: true },
    { client_secret: text },
    (context, params, id, caller) =>
      shown(askedFor(context, id, caller, params.client_secret), caller),
  ),
  route(
    { method: 'POST', path: '/v1/payment_intents/:id' },
    { ...descriptionParams, ...paymentParams },
    (context, params, id) => updated(context, existingIntent(context, id), params),
  ),
  route(
    { method: 'POST', path: '/v1/payment_intents/:id/confirm', publishable: true },
    { ...confirmParams, client_secret: text },
    (context, params, id, caller) => {
      const intent = askedFor(context, id, caller, params.client_secret);
      return answerTo(confirmIntent(context, intent, params, caller), caller);
    },
  ),
  route(
    { method: 'POST', path: '/v1/payment_intents/:id/capture' },
    captureParams,
    (context, params, id) => captureIntent(context, existingIntent(context, id), params),
  ),
  route(
    { method: 'POST', path: '/v1/payment_intents/:id/cancel' },
    {
      cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'),
    },
    (context, params, id) =>
      cancelIntent(context, existingIntent(context, id), params.cancellation_reason ?? null),
  ),
  // This route does not exist at Stripe. The 3-D Secure page of the emulator calls it.
  route(
    { method: 'POST', path: '/_bank/payment_intents/:id/authentication', publishable: true },
    { client_secret: text, outcome: oneOf('authenticated', 'failed') },
    (context, params, id, caller) => {
      const intent = askedFor(context, id, caller, params.client_secret);
      return shown(
        finishAuthentication(context, intent, required(params.outcome, 'outcome')),
        caller,
      );
    },
  ),
];
