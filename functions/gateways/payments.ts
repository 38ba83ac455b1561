import Stripe from 'stripe';
import type { Cents } from '#shared/money.ts';
import { ALLOWED_PAYMENT_METHODS } from '#shared/payment-method-names.ts';
import { Refusal } from '#shared/refusals.ts';
import {
  type ChargeSummary,
  refundableAmount,
} from '#shared/rules/conversations/payment-status.ts';
import { mayRetryRefund, REFUND_TRIES } from '#shared/rules/conversations/pending-effect.ts';
import { DAY, fromSeconds, HOUR, type Instant, later, toSeconds } from '#shared/time.ts';
import { reasonOf, refusalSentence } from './card-declines.ts';
import { type CardDetails, cardDetailsOf, isUnusableCard } from './card-details.ts';
import { chargeSummaryOf } from './charge-summary.ts';
import { customerFor } from './customer.ts';
import { callStripe, mappedError, stripe } from './stripe.ts';

/** The status of a payment at Stripe. */
export type StripePaymentStatus =
  /** The amount is on hold; `captureBefore` is when the hold lapses by itself. */
  | {
      readonly is: 'held';
      readonly intentId: string;
      readonly captureBefore: Instant;
      readonly card?: CardDetails;
    }
  | {
      readonly is: 'charged';
      readonly intentId: string;
      readonly card?: CardDetails;
      readonly chargeSummary?: ChargeSummary;
    }
  /** The bank requires the sender's confirmation; the browser completes it with this secret. */
  | { readonly is: 'needsAction'; readonly intentId: string; readonly clientSecret: string }
  | { readonly is: 'declined'; readonly intentId?: string; readonly sentence: string }
  /** The hold was released before a capture. */
  | { readonly is: 'released'; readonly intentId: string }
  /** The payment was captured and fully refunded. */
  | { readonly is: 'refunded'; readonly intentId: string; readonly chargeSummary?: ChargeSummary }
  /** Stripe has no payment for this conversation. */
  | { readonly is: 'none' }
  /** A concurrent request with the same idempotency key is being processed. */
  | { readonly is: 'underway' };

type CardOrder = {
  readonly conversationId: string;
  readonly amount: Cents;
  readonly customerId: string;
  readonly paymentMethodId: string;
  /** Whether the card is saved for the customer once it has paid. */
  readonly keepCard: boolean;
  /**
   * The name that was typed with the card. A wallet tells none; what it saves is set up for charges without its sheet, since its
   * holder confirmed that there.
   */
  readonly nameOnCard?: string;
};

/**
 * The gateway to card payments. Every method is idempotent. Each throws UNAVAILABLE when Stripe does not answer; it is unknown
 * then whether the effect took place.
 */
export type Payments = {
  /** Creates the Stripe customer of a person; repeated calls within a day return the same one. */
  customer(userId: string): Promise<string>;
  /** Places a hold on the card. */
  hold(order: CardOrder): Promise<StripePaymentStatus>;
  /** Reads the status of a payment, with a summary of its refunds and disputes if it was captured. */
  status(intentId: string): Promise<StripePaymentStatus>;
  /** The id of the conversation that a payment belongs to; undefined if it belongs to something else. */
  conversationOf(intentId: string): Promise<string | undefined>;
  /** Searches for the payment of a conversation whose first response was lost. `since`: the earliest time of the request. */
  find(conversationId: string, customerId: string, since: Instant): Promise<StripePaymentStatus>;
  /** Captures the hold; returns `released` if there is no hold any more. */
  capture(intentId: string): Promise<StripePaymentStatus>;
  /** Releases the hold, or refunds the payment if it was captured. */
  cancelOrRefund(conversationId: string, intentId: string): Promise<StripePaymentStatus>;
  /** Refunds a captured payment until its `total` is refunded. Each `count` makes one refund at most. */
  refundPart(
    conversationId: string,
    intentId: string,
    part: { readonly total: Cents; readonly count: number },
  ): Promise<StripePaymentStatus>;
};

/** The assumed duration of a hold if Stripe names none: less than the shortest that it gives. */
const SHORTEST_HOLD = 5 * DAY;

/** Payments by Stripe, with manual capture: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
export const payments: Payments = {
  customer: customerFor,

  async hold({ conversationId, amount, customerId, paymentMethodId, keepCard, nameOnCard }) {
    const client = await stripe();
    try {
      const intent = await client.paymentIntents.create(
        {
          amount,
          currency: 'usd',
          customer: customerId,
          payment_method: paymentMethodId,
          allowed_payment_method_types: [...ALLOWED_PAYMENT_METHODS],
          capture_method: 'manual',
          confirm: true,
          ...(keepCard && { setup_future_usage: nameOnCard ? 'on_session' : 'off_session' }),
          metadata: { conversationId },
          expand: EXPANDED,
        },
        { idempotencyKey: `hold:${conversationId}` },
      );
      return paymentStatusOf(intent);
    } catch (fault) {
      if (fault instanceof Stripe.errors.StripeCardError) return declinedBy(fault);
      if (fault instanceof Stripe.errors.StripeError && fault.statusCode === 409)
        return { is: 'underway' };
      if (isUnusableCard(fault)) return { is: 'declined', sentence: sentenceOf('unusable') };
      throw mappedError(fault);
    }
  },

  async status(intentId) {
    const client = await stripe();
    const intent = await retrieve(intentId);
    const status = paymentStatusOf(intent);
    if (status.is !== 'charged' && status.is !== 'refunded') return status;
    const chargeSummary = await chargeSummaryOf(client, intent);
    return chargeSummary.refunded < chargeSummary.received
      ? { is: 'charged', intentId, card: cardOf(intent), chargeSummary: chargeSummary }
      : { is: 'refunded', intentId, chargeSummary: chargeSummary };
  },

  async conversationOf(intentId) {
    const client = await stripe();
    const intent = await callStripe(() => client.paymentIntents.retrieve(intentId));
    return intent.metadata.conversationId;
  },

  async find(conversationId, customerId, since) {
    const client = await stripe();
    // An hour earlier, because Stripe's clock may differ from ours.
    const created = { gte: toSeconds(later(since, -HOUR)) };
    const intents = await callStripe(() =>
      client.paymentIntents
        .list({ customer: customerId, created, limit: 100 })
        .autoPagingToArray({ limit: 1_000 }),
    );
    const intent = intents.find((one) => one.metadata.conversationId === conversationId);
    return intent ? payments.status(intent.id) : { is: 'none' };
  },

  // Without an idempotency key: the intent's status ensures that it is captured once, and with a key Stripe would repeat an
  // internal error for a day, which is longer than a lapsing hold can wait.
  async capture(intentId) {
    const client = await stripe();
    try {
      await client.paymentIntents.capture(intentId);
    } catch (fault) {
      if (!isAboutStatus(fault)) throw mappedError(fault);
    }
    return payments.status(intentId);
  },

  async cancelOrRefund(conversationId, intentId) {
    const client = await stripe();
    const before = await retrieve(intentId);
    if (before.status !== 'canceled' && before.status !== 'succeeded') {
      try {
        await client.paymentIntents.cancel(intentId);
      } catch (fault) {
        // It was captured or released concurrently; its status is read below.
        if (!isAboutStatus(fault)) throw mappedError(fault);
      }
    }
    const after = await payments.status(intentId);
    if (after.is !== 'charged' || !after.chargeSummary) return after;
    const { chargeSummary } = after;
    if (refundableAmount(chargeSummary) === 0 || !mayRetryRefund(chargeSummary)) return after;
    try {
      await client.refunds.create(
        { payment_intent: intentId, metadata: { conversationId } },
        { idempotencyKey: refundKey(conversationId, chargeSummary) },
      );
    } catch (fault) {
      // Stripe makes no second refund, so this counts as refused again.
      if (chargeSummary.refused && isCode(fault, 'charge_already_refunded'))
        return { ...after, chargeSummary: { ...chargeSummary, refused: REFUND_TRIES } };
      // During a dispute Stripe makes no refund; it is made after the bank's decision. After a lost one Stripe refunds nothing.
      if (isCode(fault, 'charge_disputed'))
        return chargeSummary.dispute === 'LOST'
          ? { ...after, chargeSummary: { ...chargeSummary, stuck: true } }
          : after;
      if (!isAboutStatus(fault)) throw mappedError(fault);
    }
    return payments.status(intentId);
  },

  async refundPart(conversationId, intentId, { total, count }) {
    const client = await stripe();
    const before = await payments.status(intentId);
    if (before.is !== 'charged' || !before.chargeSummary) return before;
    const { refunded, dispute } = before.chargeSummary;
    const amount = Math.min(total - refunded, refundableAmount(before.chargeSummary));
    // Stripe makes no refund while a dispute is open or after it is lost.
    if (amount <= 0 || dispute === 'OPEN' || dispute === 'LOST') return before;
    try {
      await client.refunds.create(
        { payment_intent: intentId, amount, metadata: { conversationId } },
        // The key has no amount: two requests that know of different refunds must not both succeed.
        { idempotencyKey: `refund:${conversationId}:part:${count}` },
      );
    } catch (fault) {
      if (!isCode(fault, 'charge_disputed') && !isAboutStatus(fault)) throw mappedError(fault);
    }
    return payments.status(intentId);
  },
};

const EXPANDED = ['latest_charge.refunds', 'payment_method'];

/**
 * The idempotency key of a refund. The key changes when the bank refused a refund, so that the next one can be made once.
 * Without a key a refund could be made twice; with it, it may be a day late. Each refund is of all that is left.
 */
function refundKey(conversationId: string, { refused = 0, dispute }: ChargeSummary): string {
  const key =
    refused === 0 ? `refund:${conversationId}` : `refund:${conversationId}:${refused + 1}`;
  // Stripe would repeat its response from the time of the open dispute under the same key.
  return dispute === 'LOST' ? `${key}:lost` : key;
}

const isCode = (fault: unknown, code: string): boolean =>
  fault instanceof Stripe.errors.StripeError && fault.code === code;

async function retrieve(intentId: string): Promise<Stripe.PaymentIntent> {
  const client = await stripe();
  return callStripe(() => client.paymentIntents.retrieve(intentId, { expand: EXPANDED }));
}

/** The status of a PaymentIntent. */
function paymentStatusOf(intent: Stripe.PaymentIntent): StripePaymentStatus {
  const intentId = intent.id;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  switch (intent.status) {
    case 'requires_capture': {
      const lapses = charge?.payment_method_details?.card?.capture_before;
      const captureBefore = lapses
        ? fromSeconds(lapses)
        : later(fromSeconds(charge?.created ?? intent.created), SHORTEST_HOLD);
      return { is: 'held', intentId, captureBefore, card: cardOf(intent) };
    }
    case 'succeeded':
      return charge?.refunded
        ? { is: 'refunded', intentId }
        : { is: 'charged', intentId, card: cardOf(intent) };
    case 'requires_action':
    case 'requires_confirmation':
      return { is: 'needsAction', intentId, clientSecret: intent.client_secret ?? '' };
    case 'requires_payment_method':
      return {
        is: 'declined',
        intentId,
        sentence: sentenceOf(reasonOf(intent.last_payment_error)),
      };
    case 'canceled':
      return { is: 'released', intentId };
    default:
      throw new Refusal('UNAVAILABLE');
  }
}

function cardOf({ payment_method: method }: Stripe.PaymentIntent): CardDetails | undefined {
  return method && typeof method !== 'string' ? cardDetailsOf(method) : undefined;
}

const NOTHING = 'Your letter wasn’t sent and you weren’t charged.';
const sentenceOf = (reason: string | undefined) => refusalSentence(reason, NOTHING);

function declinedBy(
  fault: InstanceType<typeof Stripe.errors.StripeCardError>,
): StripePaymentStatus {
  const intentId = fault.payment_intent?.id;
  const sentence = sentenceOf(reasonOf({ decline_code: fault.decline_code, code: fault.code }));
  return { is: 'declined', sentence, ...(intentId && { intentId }) };
}

/** Whether an error says that the intent or charge is in another state than the request needs. */
function isAboutStatus(fault: unknown): boolean {
  if (!(fault instanceof Stripe.errors.StripeError)) return false;
  return (
    fault instanceof Stripe.errors.StripeCardError ||
    [
      'payment_intent_unexpected_state',
      'charge_already_refunded',
      'charge_already_captured',
    ].includes(fault.code ?? '') ||
    fault.code === 'charge_expired_for_capture'
  );
}
