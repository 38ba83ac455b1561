import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { type Decline, testCardNumbered } from './cards.ts';
import { newCharge } from './charge.ts';
import type { Context } from './context.ts';
import { openDisputeOfTestCard } from './dispute.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { updateInvoiceOf } from './invoice-outcome.ts';
import { attach } from './payment-method.ts';
import { cardError, type Refusal, refusedRequest, unexpectedState } from './refusal.ts';

/** The conditions of a payment attempt. */
interface PaymentConditions {
  offSession: boolean;
  errorOnRequiresAction: boolean;
}

/** The PaymentIntent after the attempt, and the error if it was declined. */
export interface Paid {
  intent: Stripe.PaymentIntent;
  refusal?: Refusal;
}

const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** The decline of a card that its bank accepted before. */
const declinedSince: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};

/** Charges the card of a PaymentIntent: it succeeds, requires authentication, or is declined. */
export function pay(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  asked: PaymentConditions,
): Paid {
  const held = context.store.get('cards', method.id);
  if (!held) throw new Error(`No card is held for ${method.id}`);
  const card = testCardNumbered(held.number);
  const attempt = context.store.get('attempts', intent.id);
  const authenticated = attempt?.authenticated === true && attempt.paymentMethodId === method.id;
  const excused = asked.offSession && held.setUp && card.authentication === 'until-set-up';
  if (card.authentication && !excused && !authenticated) {
    if (asked.offSession || asked.errorOnRequiresAction)
      return refused(context, intent, method, authenticationRequired);
    return { intent: requireAuthentication(context, intent, method) };
  }
  const decline = held.declined ? declinedSince : card.decline;
  if (decline) return refused(context, intent, method, decline, authenticated);
  return { intent: succeeded(context, intent, method, authenticated) };
}

function requireAuthentication(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  context.store.put('attempts', intent.id, { paymentMethodId: method.id, authenticated: false });
  const waiting = context.store.put('paymentIntents', intent.id, {
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
  emitEvent(context, 'payment_intent.requires_action', waiting);
  updateInvoiceOf(context, waiting);
  return waiting;
}

function refused(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  verdict: Decline,
  authenticated = false,
): Paid {
  const charge = newCharge(context, intent, method, { authenticated, refused: verdict });
  const refusal = cardError(verdict.code, verdict.message, {
    decline_code: verdict.declineCode,
    charge: charge.id,
    payment_method: method,
  });
  const back = requirePaymentMethod(context, { ...intent, latest_charge: charge.id }, refusal);
  emitEvent(context, 'charge.failed', charge);
  emitEvent(context, 'payment_intent.payment_failed', back);
  updateInvoiceOf(context, back);
  refusal.body.payment_intent = back;
  return { intent: back, refusal };
}

function requirePaymentMethod(
  context: Context,
  intent: Stripe.PaymentIntent,
  refusal: Refusal,
): Stripe.PaymentIntent {
  const { payment_intent: _, ...error } = refusal.body;
  return context.store.put('paymentIntents', intent.id, {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_payment_error: error as Stripe.PaymentIntent.LastPaymentError,
  });
}

function succeeded(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.PaymentIntent {
  const charge = newCharge(context, intent, method, { authenticated });
  const paid = context.store.put('paymentIntents', intent.id, {
    ...intent,
    status: charge.captured ? 'succeeded' : 'requires_capture',
    amount_capturable: charge.captured ? 0 : intent.amount,
    amount_received: charge.amount_captured,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  });
  emitEvent(context, 'charge.succeeded', charge);
  emitEvent(
    context,
    charge.captured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated',
    paid,
  );
  saveCard(context, paid, method, authenticated);
  updateInvoiceOf(context, paid);
  openDisputeOfTestCard(context, charge);
  return paid;
}

/** `setup_future_usage` attaches the card to the customer; an unattached card cannot pay again. */
function saveCard(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): void {
  const customer = typeof intent.customer === 'string' ? intent.customer : null;
  const kept = intent.setup_future_usage && customer ? attach(context, method, customer) : method;
  const held = context.store.get('cards', method.id);
  if (!held) return;
  const setUp = held.setUp || (authenticated && intent.setup_future_usage === 'off_session');
  context.store.put('cards', method.id, { ...held, setUp, spent: held.spent || !kept.customer });
}

/**
 * Completes 3-D Secure with the card holder's answer and continues the payment. A decline is in the PaymentIntent's
 * `last_payment_error`.
 */
export function finishAuthentication(
  context: Context,
  intent: Stripe.PaymentIntent,
  outcome: 'authenticated' | 'failed',
): Stripe.PaymentIntent {
  const attempt = context.store.get('attempts', intent.id);
  const method = attempt && context.store.get('paymentMethods', attempt.paymentMethodId);
  if (intent.status !== 'requires_action' || !attempt || !method) {
    throw unexpectedState(
      `This PaymentIntent awaits no authentication: its status is ${intent.status}.`,
      intent,
    );
  }
  if (outcome === 'failed') return authenticationFailed(context, intent, method);
  context.store.put('attempts', intent.id, { ...attempt, authenticated: true });
  const shown: Stripe.PaymentIntent = {
    ...intent,
    next_action: null,
    status: 'requires_confirmation',
  };
  // With manual confirmation, the server must confirm again.
  if (intent.confirmation_method === 'manual')
    return context.store.put('paymentIntents', intent.id, shown);
  return pay(context, shown, method, { offSession: false, errorOnRequiresAction: false }).intent;
}

function authenticationFailed(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
) {
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  const code = 'payment_intent_authentication_failure';
  const back = requirePaymentMethod(
    context,
    intent,
    refusedRequest(message, { code, payment_method: method }),
  );
  emitEvent(context, 'payment_intent.payment_failed', back);
  updateInvoiceOf(context, back);
  return back;
}
