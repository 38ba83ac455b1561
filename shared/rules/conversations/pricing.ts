import * as z from 'zod';
import { type Cents, cents, minus, plus, share } from '../../money.ts';
import { dollars, wholeNumber } from '../../wire.ts';

/* Prices, commitments, and what a fee makes of them; which fees a plan has is in fees.ts. docs/product/billing.md#fees */

export const PRICE_MIN = cents(100);
export const PRICE_MAX = cents(500_000);
export const PRICE_START = cents(299);
export const COMMITMENT_START = 100;
export const COMMITMENT_MAX = 99_999;

/** What the platform keeps of a paid response: a share in basis points and a fixed part. */
export type FeeTerms = { readonly basisPoints: number; readonly fixed: Cents };

/** The fee on a price, its share rounded half up to the cent; never more than the price itself. */
export function feeOf(price: Cents, terms: FeeTerms): Cents {
  return cents(Math.min(price, plus(share(price, terms.basisPoints), terms.fixed)));
}

/** What the recipient earns: price minus fee. */
export function netOf(price: Cents, terms: FeeTerms): Cents {
  return minus(price, feeOf(price, terms));
}

/** Of the terms agreed at payment and those of the recipient's plan today, the ones that cost the recipient less. */
export function betterTerms(price: Cents, agreed: FeeTerms, today: FeeTerms): FeeTerms {
  return feeOf(price, today) < feeOf(price, agreed) ? today : agreed;
}

/** Total, fees and net of a month with `count` paid responses (docs/product/billing.md#earnings-estimate). */
export function earningsEstimate(price: Cents, count: number, terms: FeeTerms) {
  const total = cents(price * count);
  const fees = cents(Math.min(total, share(total, terms.basisPoints) + terms.fixed * count));
  return { total, fees, net: minus(total, fees) };
}

/** What the price field makes of its text on leaving it: two decimals, 1.00 when invalid or below, the ceiling when above. */
export function settlePriceText(typed: string): string {
  const amount = Number(typed);
  if (!Number.isFinite(amount) || typed.trim() === '') return '1.00';
  return (Math.min(PRICE_MAX, Math.max(PRICE_MIN, Math.round(amount * 100))) / 100).toFixed(2);
}

/** What the commitment field makes of its text on leaving it: 100 when invalid, 0 when negative. */
export function settleCommitmentText(typed: string): string {
  if (!/^-?\d+$/.test(typed.trim())) return String(COMMITMENT_START);
  return String(Math.min(COMMITMENT_MAX, Math.max(0, Number(typed))));
}

const PRICE_SENTENCE = 'Please enter a dollar value of a $1.00 or more';
const COMMITMENT_SENTENCE = 'Please enter a value of zero or more';

export const responsePrice = dollars(PRICE_SENTENCE)
  .refine((price) => price >= PRICE_MIN, PRICE_SENTENCE)
  .refine((price) => price <= PRICE_MAX, 'The price can be at most $5,000.00');

export const commitment = wholeNumber(COMMITMENT_SENTENCE)
  .refine((count) => count >= 0, COMMITMENT_SENTENCE)
  .refine((count) => count <= COMMITMENT_MAX, 'The commitment can be at most 99,999 a month');

export const inboundSettings = z.object({
  paidResponsePrice: responsePrice,
  paidResponseCommitment: commitment,
});
