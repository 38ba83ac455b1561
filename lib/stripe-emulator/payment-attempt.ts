import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { testCardNumbered, type Verdict } from './cards.ts';
import { newCharge } from './charge.ts';
import { disputeIfItsCardDoes } from './dispute.ts';
import { tell } from './events.ts';
import { newId } from './ids.ts';
import { invoiceFollows } from './invoice-outcome.ts';
import { attach } from './payment-method.ts';
import { cardError, type Refusal, refusedRequest, unexpectedState } from './refusal.ts';
import type { World } from './world.ts';

/** How far the holder of a card came in proving to the bank that it is them, for one PaymentIntent. */
export interface Attempt {
  paymentMethodId: string;
  authenticated: boolean;
}

/** How a payment is asked for. */
export interface Asked {
  offSession: boolean;
  errorOnRequiresAction: boolean;
}

/** The PaymentIntent after the bank was asked, and the refusal if it said no. */
export interface Paid {
  intent: Stripe.PaymentIntent;
  refusal?: Refusal;
}

const authenticationRequired: Verdict = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** Asks the bank behind the PaymentIntent's card: it pays, wants to see the holder first, or refuses. */
export function pay(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  asked: Asked,
): Paid {
  const held = world.books.get('cards', method.id);
  if (!held) throw new Error(`No card is held for ${method.id}`);
  const card = testCardNumbered(held.number);
  const attempt = world.books.get('attempts', intent.id);
  const authenticated = attempt?.authenticated === true && attempt.paymentMethodId === method.id;
  const excused = asked.offSession && held.setUp && card.authentication === 'until-set-up';
  if (card.authentication && !excused && !authenticated) {
    if (asked.offSession || asked.errorOnRequiresAction)
      return refused(world, intent, method, authenticationRequired);
    return { intent: askHolder(world, intent, method) };
  }
  if (card.decline) return refused(world, intent, method, card.decline, authenticated);
  return { intent: succeeded(world, intent, method, authenticated) };
}

function askHolder(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  world.books.put('attempts', intent.id, { paymentMethodId: method.id, authenticated: false });
  const waiting = world.books.put('paymentIntents', intent.id, {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    last_payment_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: {
        type: 'stripe_3ds2_fingerprint',
        directory_server_name: method.card?.brand,
        merchant: 'acct_local',
        server_transaction_id: randomUUID(),
        three_d_secure_2_source: newId.attempt(),
      },
    },
  });
  tell(world, 'payment_intent.requires_action', waiting);
  invoiceFollows(world, waiting);
  return waiting;
}

function refused(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  verdict: Verdict,
  authenticated = false,
): Paid {
  const charge = newCharge(world, intent, method, { authenticated, refused: verdict });
  const refusal = cardError(verdict.code, verdict.message, {
    decline_code: verdict.declineCode,
    charge: charge.id,
    payment_method: method,
  });
  const back = backToStart(world, { ...intent, latest_charge: charge.id }, refusal);
  tell(world, 'charge.failed', charge);
  tell(world, 'payment_intent.payment_failed', back);
  invoiceFollows(world, back);
  refusal.body.payment_intent = back;
  return { intent: back, refusal };
}

function backToStart(
  world: World,
  intent: Stripe.PaymentIntent,
  refusal: Refusal,
): Stripe.PaymentIntent {
  const { payment_intent: _, ...error } = refusal.body;
  return world.books.put('paymentIntents', intent.id, {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_payment_error: error as Stripe.PaymentIntent.LastPaymentError,
  });
}

function succeeded(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.PaymentIntent {
  const charge = newCharge(world, intent, method, { authenticated });
  const paid = world.books.put('paymentIntents', intent.id, {
    ...intent,
    status: charge.captured ? 'succeeded' : 'requires_capture',
    amount_capturable: charge.captured ? 0 : intent.amount,
    amount_received: charge.amount_captured,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  });
  tell(world, 'charge.succeeded', charge);
  tell(
    world,
    charge.captured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated',
    paid,
  );
  keepCard(world, paid, method, authenticated);
  invoiceFollows(world, paid);
  disputeIfItsCardDoes(world, charge);
  return paid;
}

/** `setup_future_usage` puts the card on the customer's file; a card on nobody's file has paid its one time. */
function keepCard(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): void {
  const customer = typeof intent.customer === 'string' ? intent.customer : null;
  const kept = intent.setup_future_usage && customer ? attach(world, method, customer) : method;
  const held = world.books.get('cards', method.id);
  if (!held) return;
  const setUp = held.setUp || (authenticated && intent.setup_future_usage === 'off_session');
  world.books.put('cards', method.id, { ...held, setUp, spent: held.spent || !kept.customer });
}

/**
 * The holder's word to the bank, on the page the bank shows: it was them, or not. The payment goes on from there; a
 * refusal that follows stands in the PaymentIntent's `last_payment_error`.
 */
export function finishAuthentication(
  world: World,
  intent: Stripe.PaymentIntent,
  outcome: 'authenticated' | 'failed',
): Stripe.PaymentIntent {
  const attempt = world.books.get('attempts', intent.id);
  const method = attempt && world.books.get('paymentMethods', attempt.paymentMethodId);
  if (intent.status !== 'requires_action' || !attempt || !method) {
    throw unexpectedState(
      `This PaymentIntent awaits no authentication: its status is ${intent.status}.`,
      intent,
    );
  }
  if (outcome === 'failed') return authenticationFailed(world, intent, method);
  world.books.put('attempts', intent.id, { ...attempt, authenticated: true });
  const shown: Stripe.PaymentIntent = {
    ...intent,
    next_action: null,
    status: 'requires_confirmation',
  };
  // With manual confirmation the server has the last word, and confirms once more.
  if (intent.confirmation_method === 'manual')
    return world.books.put('paymentIntents', intent.id, shown);
  return pay(world, shown, method, { offSession: false, errorOnRequiresAction: false }).intent;
}

function authenticationFailed(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
) {
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  const code = 'payment_intent_authentication_failure';
  const back = backToStart(
    world,
    intent,
    refusedRequest(message, { code, payment_method: method }),
  );
  tell(world, 'payment_intent.payment_failed', back);
  invoiceFollows(world, back);
  return back;
}
