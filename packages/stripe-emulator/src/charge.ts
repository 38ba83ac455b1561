import type Stripe from 'stripe';
import { moveBalance } from './balance-transaction.ts';
import type { Decline } from './cards.ts';
import { type Context, seconds } from './context.ts';
import { openDisputeOfTestCard } from './dispute.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';

function outcome(refused: Decline | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: refused ? 'declined_by_network' : 'approved_by_network',
    reason: refused?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: refused
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: refused ? 'issuer_declined' : 'authorized',
  };
}

/** The time at which a hold ends that was created at `created`. Both in Unix seconds. */
export const holdEnd = ({ holdMs }: Context, created: number): number =>
  created + Math.floor(holdMs / 1000);

function cardUsed(
  context: Context,
  intent: Stripe.PaymentIntent,
  card: Stripe.PaymentMethod.Card,
  authenticated: boolean,
  holds: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: intent.amount,
    authorization_code: holds ? '123456' : null,
    brand: card.brand,
    // A hold expires at this moment, and Stripe then cancels the PaymentIntent.
    ...(holds && context.namesHoldEnd() && { capture_before: holdEnd(context, seconds(context)) }),
    checks: card.checks && { ...card.checks, cvc_check: card.checks.cvc_check && 'pass' },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: card.wallet && walletUsed(card.wallet),
  };
}

function walletUsed({
  link,
  ...wallet
}: Stripe.PaymentMethod.Card.Wallet): Stripe.Charge.PaymentMethodDetails.Card.Wallet {
  return { ...wallet, ...(link && { link: { funding_source_group: null } }) };
}

/** Creates the charge of a PaymentIntent: captured, held or declined. */
export function newCharge(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  asked: { authenticated: boolean; refused?: Decline },
): Stripe.Charge {
  const id = newId.charge();
  const { refused, authenticated } = asked;
  const captured = !refused && intent.capture_method !== 'manual';
  const { amount, currency } = intent;
  if (captured) chargeBalance(context, { id, amount, currency });
  const holds = !refused && !captured;
  return context.store.put('charges', id, {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    // With asynchronous captures, the default, Stripe sets this later.
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured,
    created: seconds(context),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refused?.code ?? null,
    failure_message: refused?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcome(refused),
    paid: !refused,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: method.card
      ? { type: 'card', card: cardUsed(context, intent, method.card, authenticated, holds) }
      : { type: 'link', link: { country: 'US' } },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: refused ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  });
}

/** The latest charge of a PaymentIntent. */
export function latestCharge(
  context: Context,
  intent: Stripe.PaymentIntent,
): Stripe.Charge | undefined {
  return typeof intent.latest_charge === 'string'
    ? context.store.get('charges', intent.latest_charge)
    : undefined;
}

/** Records a captured charge in the balance; a hold moves no money. */
function chargeBalance(
  context: Context,
  { id, amount, currency }: Pick<Stripe.Charge, 'id' | 'amount' | 'currency'>,
): void {
  moveBalance(context, {
    type: 'charge',
    amount,
    currency,
    source: id,
    reportingCategory: 'charge',
  });
}

/** Captures a hold, or a part of it; the rest is released. Amount in cents. */
export function captureCharge(
  context: Context,
  charge: Stripe.Charge,
  amount: number,
): Stripe.Charge {
  const captured = context.store.put('charges', charge.id, {
    ...charge,
    captured: true,
    amount_captured: amount,
  });
  chargeBalance(context, { id: charge.id, amount, currency: charge.currency });
  emitEvent(context, 'charge.captured', captured);
  openDisputeOfTestCard(context, captured);
  return captured;
}

/**
 * Releases a hold. Stripe shows such a charge as refunded although nothing was captured, and sends `charge.refunded`, or
 * `charge.expired` for a hold that expired.
 */
export function releaseCharge(
  context: Context,
  charge: Stripe.Charge,
  because: 'canceled' | 'expired',
): Stripe.Charge {
  const released = context.store.put('charges', charge.id, {
    ...charge,
    refunded: true,
    amount_refunded: charge.amount,
  });
  emitEvent(context, because === 'expired' ? 'charge.expired' : 'charge.refunded', released);
  return released;
}

/** The refundable amount of a charge, in cents. */
export function refundable(charge: Stripe.Charge): number {
  return charge.paid && charge.captured ? charge.amount_captured - charge.amount_refunded : 0;
}
