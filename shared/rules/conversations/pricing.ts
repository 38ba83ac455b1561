import * as z from 'zod/mini';
import { type Cents, cents, minus, plus, share } from '../../money.ts';
import { dollars, wholeNumber } from '../../wire.ts';
import { plainAmount } from '../text/digits.ts';

/* Prices, commitments and fees. fees.ts has the fees of each plan. docs/product/billing.md#fees */

export const PRICE_MIN = cents(100);
export const PRICE_MAX = cents(500_000);
export const PRICE_START = cents(299);
export const COMMITMENT_START = 100;
const COMMITMENT_MAX = 99_999;

/** The fee on a paid response: a share in basis points and a fixed part in cents. */
export type FeeTerms = { readonly basisPoints: number; readonly fixed: Cents };

/** The fee on a price, its share rounded half up to the cent; never more than the price itself. */
export function feeOf(price: Cents, terms: FeeTerms): Cents {
  return cents(Math.min(price, plus(share(price, terms.basisPoints), terms.fixed)));
}

/** The recipient's earning: the price less the fee. */
export function netOf(price: Cents, terms: FeeTerms): Cents {
  return minus(price, feeOf(price, terms));
}

/** The fee terms that cost the recipient less: those agreed at payment, or those of their plan today. */
export function lowerFeeTerms(price: Cents, agreed: FeeTerms, today: FeeTerms): FeeTerms {
  return feeOf(price, today) < feeOf(price, agreed) ? today : agreed;
}

/** Total, fees and net of a month with `count` paid responses (docs/product/billing.md#earnings-estimate). */
export function earningsEstimate(price: Cents, count: number, terms: FeeTerms) {
  const total = cents(price * count);
  const fees = cents(Math.min(total, share(total, terms.basisPoints) + terms.fixed * count));
  return { total, fees, net: minus(total, fees) };
}

/** The text of the price field after it loses focus: two decimals, at least 1.00 (also if invalid), at most the maximum. */
export function normalizePriceText(typed: string): string {
  // Nothing typed is 0.
  const amount = Number(plainAmount(typed));
  if (!Number.isFinite(amount)) return '1.00';
  return (Math.min(PRICE_MAX, Math.max(PRICE_MIN, Math.round(amount * 100))) / 100).toFixed(2);
}

/** The text of the commitment field after it loses focus: 100 if invalid, 0 if negative. */
export function normalizeCommitmentText(typed: string): string {
  const text = plainAmount(typed).trim();
  if (!/^-?\d+$/.test(text)) return String(COMMITMENT_START);
  return String(Math.min(COMMITMENT_MAX, Math.max(0, Number(text))));
}

const PRICE_SENTENCE = 'Please enter a dollar value of a $1.00 or more';
const COMMITMENT_SENTENCE = 'Please enter a value of zero or more';

export const responsePrice = dollars(PRICE_SENTENCE).check(
  z.refine((price) => price >= PRICE_MIN, PRICE_SENTENCE),
  z.refine((price) => price <= PRICE_MAX, 'The price can be at most $5,000.00'),
);

export const commitment = wholeNumber(COMMITMENT_SENTENCE).check(
  z.refine((count) => count >= 0, COMMITMENT_SENTENCE),
  z.refine((count) => count <= COMMITMENT_MAX, 'The commitment can be at most 99,999 a month'),
);

export const inboundSettings = z.object({
  paidResponsePrice: responsePrice,
  paidResponseCommitment: commitment,
});
