import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { existingCustomer } from './customer.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import {
  clearableText,
  flag,
  integer,
  listOf,
  metadata,
  object,
  oneOf,
  type Params,
  type Reader,
  required,
  text,
  textUpTo,
  withMetadata,
} from './params.ts';
import { type Paid, pay } from './payment-attempt.ts';
import { checkType, payablePaymentMethod } from './payment-method.ts';
import { refusedParameter, refusedRequest, unexpectedState } from './refusal.ts';
import { existing } from './resource.ts';
import type { Caller } from './route.ts';

type Intent = Stripe.PaymentIntent;

/** The parameters that can change at any time. */
export const descriptionParams = {
  description: clearableText,
  metadata,
  receipt_email: clearableText,
  statement_descriptor_suffix: textUpTo(22),
  transfer_group: text,
};

const captureMethod = oneOf('automatic', 'automatic_async', 'manual');
const futureUsage = oneOf('off_session', 'on_session');

/** The parameters that can change until the PaymentIntent is confirmed. */
export const paymentParams = {
  amount: integer(1),
  customer: text,
  payment_method: text,
  setup_future_usage: futureUsage,
};

const offSession: Reader<boolean> = (value, name) =>
  value === 'one_off' || value === 'recurring' || flag(value, name);

export const confirmParams = {
  payment_method: text,
  off_session: offSession,
  capture_method: captureMethod,
  setup_future_usage: futureUsage,
  return_url: text,
  use_stripe_sdk: flag,
  error_on_requires_action: flag,
  receipt_email: clearableText,
};

export const createParams = {
  ...descriptionParams,
  ...paymentParams,
  ...confirmParams,
  currency: text,
  confirm: flag,
  confirmation_method: oneOf('automatic', 'manual'),
  // Replaces `payment_method_types`, which is no longer a parameter since 2026-09-30.endive.
  allowed_payment_method_types: listOf(oneOf('card', 'link')),
  automatic_payment_methods: object({ enabled: flag, allow_redirects: oneOf('always', 'never') }),
};

/** The payment method types that are turned on in the Dashboard. */
export const TYPES_TURNED_ON = ['card', 'link'];

/** The smallest charge by currency, in its cents. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MINIMUM_AMOUNTS: Record<string, number> = { usd: 50, eur: 50, cad: 50, aud: 50, gbp: 30 };
const MAXIMUM_AMOUNT = 99_999_999;

function money(params: Params<typeof createParams>): { amount: number; currency: string } {
  const amount = required(params.amount, 'amount');
  const currency = required(params.currency, 'currency').toLowerCase();
  checkAmount(amount, currency);
  return { amount, currency };
}

export function checkAmount(amount: number, currency: string): void {
  const least = MINIMUM_AMOUNTS[currency];
  if (least === undefined) {
    const known = Object.keys(MINIMUM_AMOUNTS).join(', ');
    throw refusedParameter(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${known}`,
      'currency',
    );
  }
  if (amount < least) {
    throw refusedParameter(
      `Amount must be at least $${(least / 100).toFixed(2)} ${currency}`,
      'amount',
      'amount_too_small',
    );
  }
  if (amount > MAXIMUM_AMOUNT) {
    throw refusedParameter(
      `Amount must be no more than $${(MAXIMUM_AMOUNT / 100).toFixed(2)}`,
      'amount',
      'amount_too_large',
    );
  }
}

/** The PaymentIntent with this id. */
export function existingIntent(
  context: Context,
  id: string,
  status: 400 | 404 = 404,
  param = 'intent',
): Intent {
  return existing(context, 'paymentIntents', id, { param, status });
}

/** Creates a PaymentIntent, and confirms it if `confirm` is true. */
export function createIntent(context: Context, params: Params<typeof createParams>): Paid {
  const { amount, currency } = money(params);
  if (params.off_session !== undefined && !params.confirm) {
    throw refusedParameter(
      'The parameter `off_session` is only allowed when `confirm` is true.',
      'off_session',
    );
  }
  const customer = params.customer
    ? existingCustomer(context, params.customer, 'customer').id
    : null;
  const allowed = params.allowed_payment_method_types ?? null;
  const automatic = params.automatic_payment_methods ?? { enabled: true };
  const method =
    params.payment_method && payablePaymentMethod(context, params.payment_method, customer);
  const id = newId.paymentIntent();
  const intent: Intent = {
    ...blank(id),
    amount,
    currency,
    created: seconds(context),
    customer,
    allowed_payment_method_types: allowed,
    payment_method_types: allowed ?? TYPES_TURNED_ON,
    automatic_payment_methods: allowed
      ? null
      : {
          enabled: automatic.enabled ?? true,
          allow_redirects: automatic.allow_redirects ?? 'always',
        },
    capture_method: params.capture_method ?? 'automatic_async',
    confirmation_method: params.confirmation_method ?? 'automatic',
    description: params.description ?? null,
    metadata: withMetadata(null, params.metadata),
    payment_method: method ? method.id : null,
    receipt_email: params.receipt_email ?? null,
    setup_future_usage: params.setup_future_usage ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_group: params.transfer_group ?? null,
  };
  if (params.confirm) checkReturn(intent, params, 'secret');
  context.store.put('paymentIntents', id, intent);
  emitEvent(context, 'payment_intent.created', intent);
  return params.confirm
    ? confirmIntent(context, intent, { ...params, payment_method: undefined }, 'secret')
    : { intent };
}

function blank(id: string): Intent {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newId.clientSecret(id),
    confirmation_method: 'automatic',
    created: 0,
    currency: 'usd',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

/** A PaymentIntent that may redirect its payer needs a `return_url`. */
function checkReturn(intent: Intent, params: Params<typeof confirmParams>, caller: Caller): void {
  const redirects =
    intent.automatic_payment_methods?.enabled &&
    intent.automatic_payment_methods.allow_redirects !== 'never';
  if (!redirects || params.return_url || params.use_stripe_sdk || caller === 'publishable') return;
  const message =
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.";
  throw refusedRequest(message, { param: 'return_url' });
}

const confirmable: Intent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/** Confirms a PaymentIntent. A decline is returned instead of thrown, because it also changes the PaymentIntent. */
export function confirmIntent(
  context: Context,
  intent: Intent,
  params: Params<typeof confirmParams>,
  caller: Caller,
): Paid {
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      intent,
    );
  }
  if (!confirmable.includes(intent.status)) {
    const message = `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
    throw unexpectedState(message, intent);
  }
  const wanted = params.payment_method ?? intent.payment_method;
  if (typeof wanted !== 'string') {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
    throw unexpectedState(message, intent);
  }
  checkReturn(intent, params, caller);
  const method = payablePaymentMethod(
    context,
    wanted,
    typeof intent.customer === 'string' ? intent.customer : null,
  );
  checkType(method, intent.payment_method_types);
  const asked: Intent = {
    ...intent,
    payment_method: method.id,
    next_action: null,
    capture_method: params.capture_method ?? intent.capture_method,
    setup_future_usage: params.setup_future_usage ?? intent.setup_future_usage,
    receipt_email: params.receipt_email ?? intent.receipt_email,
  };
  return pay(context, asked, method, {
    offSession: params.off_session ?? false,
    errorOnRequiresAction: params.error_on_requires_action ?? false,
  });
}
