import Stripe from 'stripe';
import { ALLOWED_PAYMENT_METHODS } from '#shared/payment-method-names.ts';
import { Refusal } from '#shared/refusals.ts';
import { reasonOf, refusalSentence } from './card-declines.ts';
import { type CardDetails, cardDetailsOf, isUnusableCard } from './card-details.ts';
import { customerFor, setDefaultCard } from './customer.ts';
import { mappedError, stripe } from './stripe.ts';

/** The status of saving a card as the card on file. */
export type CardSetupStatus =
  | { readonly is: 'kept'; readonly card: CardDetails }
  /** The bank requires a confirmation by the holder; the browser completes it with this secret. */
  | { readonly is: 'needsAction'; readonly clientSecret: string }
  | { readonly is: 'declined'; readonly sentence: string };

type NewCard = {
  readonly userId: string;
  readonly customerId: string;
  readonly paymentMethodId: string;
};

/** The gateway to saved cards. Every method is idempotent, and throws UNAVAILABLE when Stripe does not answer. */
export type Cards = {
  customer(userId: string): Promise<string>;
  /** Saves a card without a payment. The bank confirms it now, so that it can be charged later without its holder. */
  setUp(card: NewCard): Promise<CardSetupStatus>;
  /** Saves a card that is charged immediately afterwards, so the bank asks its holder only once, for that payment. */
  attach(card: NewCard): Promise<CardSetupStatus>;
  /** Sets the card that pays renewals. Refuses with CARD_DECLINED a card that was removed. */
  makeDefault(customerId: string, cardId: string): Promise<void>;
  /** Removes a saved card, which cannot be used again. Nothing happens if it is removed already. */
  detach(cardId: string): Promise<void>;
};

const NOT_SAVED = 'The card wasn’t saved.';
const NOT_CHARGED = 'Nothing was charged.';
const declined = (reason: string | undefined, effect = NOT_SAVED): CardSetupStatus => ({
  is: 'declined',
  sentence: refusalSentence(reason, effect),
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
          allowed_payment_method_types: [...ALLOWED_PAYMENT_METHODS],
          metadata: { userId },
          expand: ['payment_method'],
        },
        { idempotencyKey: `setup:${userId}:${paymentMethodId}` },
      );
      // A repeated key returns the first response, which may be outdated, so the current status is read.
      return setupStatusOf(asked.status === 'succeeded' ? asked : await retrieve(asked.id));
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
      return setupStatusWithCard(method);
    } catch (fault) {
      return refused(fault, NOT_CHARGED);
    }
  },

  async makeDefault(customerId, cardId) {
    try {
      await setDefaultCard(customerId, cardId);
    } catch (fault) {
      // A late repetition: the card was removed meanwhile.
      if (!isUnusableCard(fault)) throw mappedError(fault);
      throw new Refusal('CARD_DECLINED', { message: refusalSentence('unusable', NOT_SAVED) });
    }
  },

  async detach(cardId) {
    const client = await stripe();
    try {
      await client.paymentMethods.detach(cardId);
    } catch (fault) {
      if (!isDetached(fault)) throw mappedError(fault);
    }
  },
};

/** Whether an error says that a card is not saved with any customer. */
const isDetached = (fault: unknown): boolean =>
  fault instanceof Stripe.errors.StripeInvalidRequestError &&
  (fault.code === 'payment_method_unexpected_state' || fault.code === 'resource_missing');

async function retrieve(setupId: string): Promise<Stripe.SetupIntent> {
  const client = await stripe();
  return client.setupIntents.retrieve(setupId, { expand: ['payment_method'] });
}

function setupStatusOf(setup: Stripe.SetupIntent): CardSetupStatus {
  switch (setup.status) {
    case 'succeeded':
      return setupStatusWithCard(setup.payment_method);
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

function setupStatusWithCard(method: string | Stripe.PaymentMethod | null): CardSetupStatus {
  const card = method && typeof method !== 'string' ? cardDetailsOf(method) : undefined;
  return card ? { is: 'kept', card } : declined('unusable');
}

/** `effect`: what the sentence of a declined card adds. */
function refused(fault: unknown, effect = NOT_SAVED): CardSetupStatus {
  if (fault instanceof Stripe.errors.StripeCardError)
    return declined(reasonOf({ decline_code: fault.decline_code, code: fault.code }), effect);
  if (fault instanceof Stripe.errors.StripeError && fault.statusCode === 409)
    throw new Refusal('UNAVAILABLE');
  if (isUnusableCard(fault)) return declined('unusable', effect);
  throw mappedError(fault);
}
