import Stripe from 'stripe';
import type { Cents } from '../../shared/money.ts';
import { Refusal } from '../../shared/refusals.ts';
import { leftOf, type Takings } from '../../shared/rules/conversations/disputes.ts';
import { mayTryAgain, REFUND_TRIES } from '../../shared/rules/conversations/refunds.ts';
import { DAY, fromSeconds, HOUR, type Instant, later, toSeconds } from '../../shared/time.ts';
import { customerFor } from './customer.ts';
import { reasonOf, refusalSentence } from './declines.ts';
import { cardIn, isUnusableCard, type PaidCard } from './paid-card.ts';
import { asked, mapped, stripe } from './stripe.ts';
import { takingsOf } from './takings.ts';

/** Where an authorised payment stands, in the words of the product. */
export type PaymentStanding =
  /** Reserved on the card; `captureBefore` is when the hold lapses by itself. */
  | {
      readonly is: 'held';
      readonly intentId: string;
      readonly captureBefore: Instant;
      readonly card?: PaidCard;
    }
  | {
      readonly is: 'charged';
      readonly intentId: string;
      readonly card?: PaidCard;
      readonly takings?: Takings;
    }
  /** The bank wants the sender to confirm; the browser finishes it with this secret. */
  | { readonly is: 'needsAction'; readonly intentId: string; readonly clientSecret: string }
  | { readonly is: 'declined'; readonly intentId?: string; readonly sentence: string }
  /** Let go before anything was taken. */
  | { readonly is: 'released'; readonly intentId: string }
  /** Taken, and given back whole. */
  | { readonly is: 'refunded'; readonly intentId: string; readonly takings?: Takings }
  /** The provider knows of no payment for this conversation. */
  | { readonly is: 'none' }
  /** The same question is being answered at this moment. */
  | { readonly is: 'underway' };

export type CardOrder = {
  readonly conversationId: string;
  readonly amount: Cents;
  readonly customerId: string;
  readonly paymentMethodId: string;
  /** The card goes on the customer's file once it has paid. */
  readonly keepCard: boolean;
};

/**
 * The narrow way to the card payment provider. Every verb may be repeated with the same arguments and has its effect
 * once. Each throws the refusal UNAVAILABLE when the provider did not answer: then nobody knows whether it was done.
 */
export type Payments = {
  /** The person at the provider; the same one however often it is asked for within a day. */
  customer(userId: string): Promise<string>;
  /** Reserves the amount on the card. */
  hold(order: CardOrder): Promise<PaymentStanding>;
  /** With what became of it since it was taken. */
  standing(intentId: string): Promise<PaymentStanding>;
  /** The conversation that a payment is of; undefined for one of something else. */
  conversationOf(intentId: string): Promise<string | undefined>;
  /** The payment of a conversation whose first answer was lost. `since`: when it was asked for at the earliest. */
  find(conversationId: string, customerId: string, since: Instant): Promise<PaymentStanding>;
  /** Takes what is held; answers `released` when the hold is gone for good. */
  capture(intentId: string): Promise<PaymentStanding>;
  /** Releases the hold, or refunds what was taken: whichever is true at the provider. */
  giveBack(conversationId: string, intentId: string): Promise<PaymentStanding>;
};

/** Where the provider names no end of a hold: below the shortest it gives. */
const SHORTEST_HOLD = 5 * DAY;

/** Payments by Stripe, with manual capture: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
export const payments: Payments = {
  customer: customerFor,

  async hold({ conversationId, amount, customerId, paymentMethodId, keepCard }) {
    const client = await stripe();
    try {
      const intent = await client.paymentIntents.create(
        {
          amount,
          currency: 'usd',
          customer: customerId,
          payment_method: paymentMethodId,
          // Cards only: nothing that would send the sender to another page.
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          capture_method: 'manual',
          confirm: true,
          ...(keepCard && { setup_future_usage: 'on_session' as const }),
          metadata: { conversationId },
          expand: EXPANDED,
        },
        { idempotencyKey: `hold:${conversationId}` },
      );
      return standingOf(intent);
    } catch (fault) {
      if (fault instanceof Stripe.errors.StripeCardError) return declinedBy(fault);
      if (fault instanceof Stripe.errors.StripeError && fault.statusCode === 409)
        return { is: 'underway' };
      if (isUnusableCard(fault)) return { is: 'declined', sentence: sentenceOf('unusable') };
      throw mapped(fault);
    }
  },

  async standing(intentId) {
    const client = await stripe();
    const intent = await retrieve(intentId);
    const standing = standingOf(intent);
    if (standing.is !== 'charged' && standing.is !== 'refunded') return standing;
    const takings = await takingsOf(client, intent);
    return takings.refunded < takings.received
      ? { is: 'charged', intentId, card: cardOf(intent), takings }
      : { is: 'refunded', intentId, takings };
  },

  async conversationOf(intentId) {
    const client = await stripe();
    const intent = await asked(() => client.paymentIntents.retrieve(intentId));
    return intent.metadata.conversationId;
  },

  async find(conversationId, customerId, since) {
    const client = await stripe();
    // An hour earlier, because two clocks never agree.
    const created = { gte: toSeconds(later(since, -HOUR)) };
    const intents = await asked(() =>
      client.paymentIntents
        .list({ customer: customerId, created, limit: 100 })
        .autoPagingToArray({ limit: 1_000 }),
    );
    const intent = intents.find((one) => one.metadata.conversationId === conversationId);
    return intent ? payments.standing(intent.id) : { is: 'none' };
  },

  // Without a key of our own: the intent's status lets a capture happen once, and a key would repeat the provider's own
  // faults for a day, which is longer than a lapsing hold can wait.
  async capture(intentId) {
    const client = await stripe();
    try {
      await client.paymentIntents.capture(intentId);
    } catch (fault) {
      if (!isAboutStatus(fault)) throw mapped(fault);
    }
    return payments.standing(intentId);
  },

  async giveBack(conversationId, intentId) {
    const client = await stripe();
    const before = await retrieve(intentId);
    if (before.status !== 'canceled' && before.status !== 'succeeded') {
      try {
        await client.paymentIntents.cancel(intentId);
      } catch (fault) {
        // Taken or let go in this very moment: the next look tells which.
        if (!isAboutStatus(fault)) throw mapped(fault);
      }
    }
    const after = await payments.standing(intentId);
    if (after.is !== 'charged' || !after.takings) return after;
    const { takings } = after;
    if (leftOf(takings) === 0 || !mayTryAgain(takings)) return after;
    try {
      await client.refunds.create(
        { payment_intent: intentId, metadata: { conversationId } },
        { idempotencyKey: refundKey(conversationId, takings) },
      );
    } catch (fault) {
      // The provider makes no second one: as good as refused again.
      if (takings.refused && isCode(fault, 'charge_already_refunded'))
        return { ...after, takings: { ...takings, refused: REFUND_TRIES } };
      // The bank decides first; what it leaves is given back then. Where it kept a part, the provider gives nothing back.
      if (isCode(fault, 'charge_disputed'))
        return takings.dispute === 'LOST'
          ? { ...after, takings: { ...takings, stuck: true } }
          : after;
      if (!isAboutStatus(fault)) throw mapped(fault);
    }
    return payments.standing(intentId);
  },
};

const EXPANDED = ['latest_charge.refunds', 'payment_method'];

/**
 * A refund moves money out, so it has a key: rather a day late than twice. One that the bank refused makes place for the
 * next, however many ask for that at once. Whatever the key, it is all that is left, which can be given back once.
 */
function refundKey(conversationId: string, { refused = 0, dispute }: Takings): string {
  const key =
    refused === 0 ? `refund:${conversationId}` : `refund:${conversationId}:${refused + 1}`;
  // What the provider answered while the bank was deciding is no answer to what comes after.
  return dispute === 'LOST' ? `${key}:lost` : key;
}

const isCode = (fault: unknown, code: string): boolean =>
  fault instanceof Stripe.errors.StripeError && fault.code === code;

async function retrieve(intentId: string): Promise<Stripe.PaymentIntent> {
  const client = await stripe();
  return asked(() => client.paymentIntents.retrieve(intentId, { expand: EXPANDED }));
}

/** A payment intent in the words of the product. */
export function standingOf(intent: Stripe.PaymentIntent): PaymentStanding {
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

function cardOf({ payment_method: method }: Stripe.PaymentIntent): PaidCard | undefined {
  return method && typeof method !== 'string' ? cardIn(method) : undefined;
}

const NOTHING = 'Nothing was sent and nothing is pending.';
const sentenceOf = (reason: string | undefined) => refusalSentence(reason, NOTHING);

function declinedBy(fault: InstanceType<typeof Stripe.errors.StripeCardError>): PaymentStanding {
  const intentId = fault.payment_intent?.id;
  const sentence = sentenceOf(reasonOf({ decline_code: fault.decline_code, code: fault.code }));
  return { is: 'declined', sentence, ...(intentId && { intentId }) };
}

/** The intent or charge is not, or no longer, in a state for this. */
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
