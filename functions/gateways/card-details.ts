import Stripe from 'stripe';
import { isWallet, type NamedPaymentMethod } from '#shared/payment-method-names.ts';

/** The details of a card or wallet that people see. */
export type CardDetails = NamedPaymentMethod & {
  readonly id: string;
  /** Whether it can be charged only in the sheet of its wallet, so that it is never charged as a saved one. */
  readonly needsSheet?: true;
  /** The name on the card, if it was entered. */
  readonly name?: string;
  /** Stripe's fingerprint: the same for every use of the same card number. */
  readonly fingerprint?: string;
};

/**
 * Countries whose banks charge no saved card of a wallet without its sheet: the rules of India for recurring payments.
 * https://docs.stripe.com/apple-pay and https://docs.stripe.com/google-pay: recurring payments
 */
const SHEET_EACH_TIME: readonly string[] = ['IN'];

/** The card or wallet of a payment method, as Stripe has it; undefined if it is neither. */
export function cardDetailsOf(method: Stripe.PaymentMethod): CardDetails | undefined {
  const { id, card, type, billing_details: billing } = method;
  // Link as a type of its own does not tell what is behind it.
  if (type === 'link') return { id, brand: 'link', lastFour: '', wallet: 'link' };
  if (!card) return undefined;
  const wallet = card.wallet?.type;
  const inWallet = isWallet(wallet) && {
    wallet,
    ...(SHEET_EACH_TIME.includes(card.country ?? '') && { needsSheet: true as const }),
  };
  return {
    id,
    brand: card.brand,
    lastFour: card.last4,
    ...inWallet,
    ...(billing.name && { name: billing.name }),
    ...(card.fingerprint && { fingerprint: card.fingerprint }),
  };
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
