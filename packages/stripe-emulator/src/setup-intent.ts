import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { testCardNumbered } from './cards.ts';
import { type Context, seconds } from './context.ts';
import { existingCustomer } from './customer.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import {
  flag,
  listOf,
  metadata,
  object,
  oneOf,
  type Params,
  required,
  text,
  withMetadata,
} from './params.ts';
import { TYPES_TURNED_ON } from './payment-intent.ts';
import { attach, checkType, payablePaymentMethod } from './payment-method.ts';
import { cardError, type Refusal, refusedRequest } from './refusal.ts';
import { existing } from './resource.ts';

/* SetupIntents, which set up a card for later off-session payments while the card holder is present. */

type Setup = Stripe.SetupIntent;

export const createParams = {
  customer: text,
  payment_method: text,
  usage: oneOf('off_session', 'on_session'),
  confirm: flag,
  allowed_payment_method_types: listOf(oneOf('card', 'link')),
  automatic_payment_methods: object({ enabled: flag, allow_redirects: oneOf('always', 'never') }),
  metadata,
};

/** The SetupIntent with this id. */
export function existingSetup(context: Context, id: string): Setup {
  return existing(context, 'setupIntents', id, { param: 'intent' });
}

/** An error for an action that the status of the SetupIntent does not allow. */
function unexpectedState(message: string, setup: Setup): Refusal {
  return refusedRequest(message, { code: 'setup_intent_unexpected_state', setup_intent: setup });
}

/** The SetupIntent after the attempt, and the error if it was declined. */
type SetUp = { readonly setup: Setup; readonly refusal?: Refusal };

/** Creates a SetupIntent, and confirms it if `confirm` is true. */
export function createSetup(context: Context, params: Params<typeof createParams>): SetUp {
  if (params.payment_method === undefined && params.confirm === undefined)
    return { setup: newSetup(context, params, { customer: null, method: null }) };
  const customer = existingCustomer(context, required(params.customer, 'customer'), 'customer').id;
  const wanted = required(params.payment_method, 'payment_method');
  if (!required(params.confirm, 'confirm'))
    throw refusedRequest('Only a SetupIntent that is confirmed at once is known here.');
  const allowed = params.allowed_payment_method_types;
  if (!allowed && params.automatic_payment_methods?.allow_redirects !== 'never') {
    throw refusedRequest(
      'This SetupIntent is configured to accept payment methods that might redirect your customer: you must provide a `return_url`, or set `automatic_payment_methods[allow_redirects]` to `never`.',
      { param: 'return_url' },
    );
  }
  const method = payablePaymentMethod(context, wanted, customer);
  checkType(method, allowed ?? TYPES_TURNED_ON);
  return confirmSetup(context, newSetup(context, params, { customer, method: method.id }), method);
}

function newSetup(
  context: Context,
  params: Params<typeof createParams>,
  { customer, method }: { readonly customer: string | null; readonly method: string | null },
): Setup {
  const id = newId.setupIntent();
  const allowed = params.allowed_payment_method_types ?? null;
  const setup = context.store.put('setupIntents', id, {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed,
    application: null,
    automatic_payment_methods:
      method && !allowed ? { allow_redirects: 'never', enabled: true } : null,
    cancellation_reason: null,
    client_secret: newId.clientSecret(id),
    created: seconds(context),
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: withMetadata(null, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: allowed ?? TYPES_TURNED_ON,
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  });
  emitEvent(context, 'setup_intent.created', setup);
  return setup;
}

/** Cancels a SetupIntent that has not succeeded. */
export function cancelSetup(context: Context, setup: Setup): Setup {
  if (setup.status === 'succeeded' || setup.status === 'canceled')
    throw unexpectedState(
      `You cannot cancel this SetupIntent because it has a status of ${setup.status}. Only a SetupIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action.`,
      setup,
    );
  const canceled = context.store.put('setupIntents', setup.id, {
    ...setup,
    status: 'canceled',
    next_action: null,
  });
  emitEvent(context, 'setup_intent.canceled', canceled);
  return canceled;
}

function confirmSetup(context: Context, setup: Setup, method: Stripe.PaymentMethod): SetUp {
  const held = context.store.get('cards', method.id);
  if (!held) throw new Error(`No card is held for ${method.id}`);
  const { authentication, decline, attaches } = testCardNumbered(held.number);
  if (authentication && !held.setUp) {
    const waiting = context.store.put('setupIntents', setup.id, {
      ...setup,
      status: 'requires_action',
      next_action: {
        type: 'use_stripe_sdk',
        use_stripe_sdk: {
          type: 'stripe_3ds2_fingerprint',
          merchant: 'acct_local',
          server_transaction_id: randomUUID(),
        },
      },
    });
    emitEvent(context, 'setup_intent.requires_action', waiting);
    return { setup: waiting };
  }
  if (decline && !attaches) {
    const refusal = cardError(decline.code, decline.message, {
      decline_code: decline.declineCode,
      payment_method: method,
    });
    return { setup: refused(context, setup, refusal), refusal };
  }
  return { setup: succeeded(context, setup, method, authentication !== undefined) };
}

function refused(context: Context, setup: Setup, refusal: Refusal): Setup {
  const { setup_intent: _, payment_intent: __, ...error } = refusal.body;
  const back = context.store.put('setupIntents', setup.id, {
    ...setup,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_setup_error: error as Stripe.SetupIntent.LastSetupError,
  });
  emitEvent(context, 'setup_intent.setup_failed', back);
  refusal.body.setup_intent = back;
  return back;
}

function succeeded(
  context: Context,
  setup: Setup,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Setup {
  attach(context, method, String(setup.customer));
  const held = context.store.get('cards', method.id);
  if (held && authenticated && setup.usage === 'off_session')
    context.store.put('cards', method.id, { ...held, setUp: true });
  const done = context.store.put('setupIntents', setup.id, {
    ...setup,
    status: 'succeeded',
    next_action: null,
    last_setup_error: null,
  });
  emitEvent(context, 'setup_intent.succeeded', done);
  return done;
}

/** Completes 3-D Secure with the card holder's answer. */
export function finishSetup(
  context: Context,
  setup: Setup,
  outcome: 'authenticated' | 'failed',
): Setup {
  const method = context.store.get('paymentMethods', String(setup.payment_method));
  if (setup.status !== 'requires_action' || !method) {
    throw unexpectedState(
      `This SetupIntent awaits no authentication: its status is ${setup.status}.`,
      setup,
    );
  }
  if (outcome === 'authenticated') return succeeded(context, setup, method, true);
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  const code = 'setup_intent_authentication_failure';
  return refused(context, setup, refusedRequest(message, { code, payment_method: method }));
}
