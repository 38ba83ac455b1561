import * as z from 'zod';
import { type Cents, cents, formatMoney } from '../../money.ts';
import { type LicenseId, PLANS, type Plan } from '../accounts/accounts.ts';
import { type FeeTerms, feeOf, PRICE_MAX, PRICE_MIN } from './pricing.ts';

/* What a stage takes of each paid response, by plan: part of its settings, so always an argument. */

/** A share in percent, with at most two decimals, and a fixed part in cents. */
export type FeeTable = Readonly<Record<Plan, { readonly percent: number; readonly cents: number }>>;

/** The fees of a stage that sets none of its own. docs/product/billing.md#fees */
export const DEFAULT_FEES: FeeTable = {
  FREE: { percent: 10, cents: 50 },
  STARTER: { percent: 5, cents: 40 },
  PROFESSIONAL: { percent: 5, cents: 40 },
};

/** The fee terms of a plan; nobody yet has those of FREE. */
export function feeTermsOf(plan: LicenseId, fees: FeeTable): FeeTerms {
  const { percent, cents: fixed } = fees[plan === 'NONE' ? 'FREE' : plan];
  return { basisPoints: Math.round(percent * 100), fixed: cents(fixed) };
}

/** Whether one plan takes less than another at every price; no plan that is checked takes more than a smaller one. */
export function isCheaper(plan: LicenseId, than: LicenseId, fees: FeeTable): boolean {
  const [mine, theirs] = [feeTermsOf(plan, fees), feeTermsOf(than, fees)];
  return ENDS.some((price) => exactFee(price, mine) < exactFee(price, theirs));
}

/** A fee is a straight line over the price: what holds at both ends holds between them. */
const ENDS = [PRICE_MIN, PRICE_MAX] as const;

/** In ten-thousandths of a cent, so that no rounding hides a difference. */
const exactFee = (price: Cents, { basisPoints, fixed }: FeeTerms) =>
  price * basisPoints + fixed * 10_000;

const PERCENT = 'must be a number from 0 to 50 with at most two decimals';
const FIXED = 'must be a whole number of cents from 0 to 100';
const TERMS = 'must be a percent and cents, such as { "percent": 10, "cents": 50 }';

const terms = z.strictObject(
  {
    percent: z
      .number(PERCENT)
      .refine((percent) => /^\d+(\.\d{1,2})?$/.test(String(percent)) && percent <= 50, {
        error: PERCENT,
        abort: true,
      }),
    cents: z
      .number(FIXED)
      .refine((fixed) => Number.isInteger(fixed) && fixed >= 0 && fixed <= 100, {
        error: FIXED,
        abort: true,
      }),
  },
  TERMS,
);

/** The fees as a stage sets them. Each issue goes on from the name of what it is about: `must be …`, `takes …`. */
export const feeTable = z
  .strictObject(
    { FREE: terms, STARTER: terms, PROFESSIONAL: terms },
    `must name ${PLANS.join(', ')}`,
  )
  .superRefine((fees, { addIssue }) => {
    const object = (plan: Plan, message: string) =>
      addIssue({ code: 'custom', path: [plan], message });
    if (feeOf(PRICE_MIN, feeTermsOf('FREE', fees)) >= PRICE_MIN)
      object('FREE', `leaves nothing of the lowest price, ${formatMoney(PRICE_MIN)}`);
    PLANS.forEach((plan, nth) => {
      const smaller = PLANS[nth - 1];
      const dearer = smaller && dearerAt(plan, smaller, fees);
      if (dearer)
        object(
          plan,
          `takes more than ${smaller} of a price of ${formatMoney(dearer)}; no larger plan may`,
        );
    });
  });

/** The price, one of the ends, at which a plan takes more than a smaller one. */
function dearerAt(plan: Plan, smaller: Plan, fees: FeeTable): Cents | undefined {
  const [mine, theirs] = [feeTermsOf(plan, fees), feeTermsOf(smaller, fees)];
  return ENDS.find((price) => exactFee(price, mine) > exactFee(price, theirs));
}
