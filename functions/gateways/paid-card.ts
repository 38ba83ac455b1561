import Stripe from 'stripe';

/** A card as much of it as people see. */
export type PaidCard = {
  readonly id: string;
  readonly brand: string;
  readonly lastFour: string;
  /** As it was entered with the card, where it was. */
  readonly name?: string;
  /** Stripe's fingerprint: the same for every use of the same card number. */
  readonly fingerprint?: string;
};

/** The card of a payment method, or undefined for anything that is none. */
export function cardIn({ id, card, billing_details: billing }: Stripe.PaymentMethod) {
  if (!card) return undefined;
  const paid: PaidCard = {
    id,
    brand: card.brand,
    lastFour: card.last4,
    ...(billing.name && { name: billing.name }),
    ...(card.fingerprint && { fingerprint: card.fingerprint }),
  };
  return paid;
}

/** The card's id is unknown, foreign, or was used up by an earlier try. */
export function isUnusableCard(fault: unknown): boolean {
  return (
    fault instanceof Stripe.errors.StripeInvalidRequestError &&
    (fault.param === 'payment_method' ||
      fault.param === 'invoice_settings[default_payment_method]' ||
      fault.code === 'payment_method_unexpected_state')
  );
}
