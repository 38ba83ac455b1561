import Stripe from 'stripe';

/** The details of a card that people see. */
export type CardDetails = {
  readonly id: string;
  readonly brand: string;
  readonly lastFour: string;
  /** The name on the card, if it was entered. */
  readonly name?: string;
  /** Stripe's fingerprint: the same for every use of the same card number. */
  readonly fingerprint?: string;
};

/** The card of a payment method; undefined if it is not a card. */
export function cardDetailsOf({ id, card, billing_details: billing }: Stripe.PaymentMethod) {
  if (!card) return undefined;
  const paid: CardDetails = {
    id,
    brand: card.brand,
    lastFour: card.last4,
    ...(billing.name && { name: billing.name }),
    ...(card.fingerprint && { fingerprint: card.fingerprint }),
  };
  return paid;
}

/**
 * Whether an error says that a card cannot be used: its id is unknown, another customer's, or consumed by an earlier
 * attempt.
 */
export function isUnusableCard(fault: unknown): boolean {
  return (
    fault instanceof Stripe.errors.StripeInvalidRequestError &&
    (fault.param === 'payment_method' ||
      fault.param === 'invoice_settings[default_payment_method]' ||
      fault.code === 'payment_method_unexpected_state')
  );
}
