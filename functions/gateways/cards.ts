import Stripe from 'stripe';
import { Refusal } from '../../shared/refusals.ts';
import { customerFor, setDefaultCard } from './customer.ts';
import { reasonOf, refusalSentence } from './declines.ts';
import { cardIn, isUnusableCard, type PaidCard } from './paid-card.ts';
import { asked, mapped, stripe } from './stripe.ts';

/** How far a card has come on its way to a person's file. */
export type CardStanding =
  | { readonly is: 'kept'; readonly card: PaidCard }
  /** The bank wants to see the holder; the browser finishes it with this secret. */
  | { readonly is: 'needsAction'; readonly clientSecret: string }
  | { readonly is: 'declined'; readonly sentence: string };

export type NewCard = {
  readonly userId: string;
  readonly customerId: string;
  readonly paymentMethodId: string;
};

/**
 * Cards on a customer's file. Every verb may be repeated with the same arguments and has its effect once. Each throws
 * the refusal UNAVAILABLE when the provider did not answer.
 */
export type Cards = {
  customer(userId: string): Promise<string>;
  /** Puts a card on file by itself: the bank is asked now, so that it may be charged later without its holder. */
  setUp(card: NewCard): Promise<CardStanding>;
  /** Puts a card on file that is charged in the next moment, with its holder there: the bank asks once, then. */
  attach(card: NewCard): Promise<CardStanding>;
  /** The card that pays renewals from now on. */
  makeDefault(customerId: string, cardId: string): Promise<void>;
};

const NOT_SAVED = 'The card was not saved.';
const declined = (reason: string | undefined): CardStanding => ({
  is: 'declined',
  sentence: refusalSentence(reason, NOT_SAVED),
});

/** Cards by Stripe: https://docs.stripe.com/payments/save-and-reuse */
export const cards: Cards = {
  customer: customerFor,

  async setUp({ userId, customerId, paymentMethodId }) {
    const client = await stripe();
    try {
      const asked = await client.setupIntents.create(
        {
          customer: customerId,
          payment_method: paymentMethodId,
          usage: 'off_session',
          confirm: true,
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { userId },
          expand: ['payment_method'],
        },
        { idempotencyKey: `setup:${userId}:${paymentMethodId}` },
      );
      // Under the same key comes the first answer again; where it stands now is another question.
      return standingOf(asked.status === 'succeeded' ? asked : await retrieve(asked.id));
    } catch (fault) {
      return refused(fault);
    }
  },

  async attach({ userId, customerId, paymentMethodId }) {
    const client = await stripe();
    try {
      const method = await client.paymentMethods.attach(
        paymentMethodId,
        { customer: customerId },
        { idempotencyKey: `attach:${userId}:${paymentMethodId}` },
      );
      return keptAs(method);
    } catch (fault) {
      return refused(fault);
    }
  },

  makeDefault: (customerId, cardId) => asked(() => setDefaultCard(customerId, cardId)),
};

async function retrieve(setupId: string): Promise<Stripe.SetupIntent> {
  const client = await stripe();
  return client.setupIntents.retrieve(setupId, { expand: ['payment_method'] });
}

function standingOf(setup: Stripe.SetupIntent): CardStanding {
  switch (setup.status) {
    case 'succeeded':
      return keptAs(setup.payment_method);
    case 'requires_action':
    case 'requires_confirmation':
      return { is: 'needsAction', clientSecret: setup.client_secret ?? '' };
    case 'requires_payment_method':
    case 'canceled':
      return declined(reasonOf(setup.last_setup_error));
    default:
      throw new Refusal('UNAVAILABLE');
  }
}

function keptAs(method: string | Stripe.PaymentMethod | null): CardStanding {
  const card = method && typeof method !== 'string' ? cardIn(method) : undefined;
  return card ? { is: 'kept', card } : declined('unusable');
}

function refused(fault: unknown): CardStanding {
  if (fault instanceof Stripe.errors.StripeCardError)
    return declined(reasonOf({ decline_code: fault.decline_code, code: fault.code }));
  if (fault instanceof Stripe.errors.StripeError && fault.statusCode === 409)
    throw new Refusal('UNAVAILABLE');
  if (isUnusableCard(fault)) return declined('unusable');
  throw mapped(fault);
}
