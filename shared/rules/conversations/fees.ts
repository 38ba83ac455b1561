import * as z from 'zod/mini';
import { type Cents, cents, formatMoney } from '../../money.ts';
import { type LicenseId, PLANS, type Plan } from '../accounts/accounts.ts';
import { type FeeTerms, feeOf, PRICE_MAX, PRICE_MIN } from './pricing.ts';

/* The platform's fees on paid responses, by plan. They are part of a stage's settings, so functions get them as an argument. */

/** The fee of each plan: a percentage with at most two decimals, and a fixed part in cents. */
export type FeeTable = Readonly<Record<Plan, { readonly percent: number; readonly cents: number }>>;

/** The fees of a stage whose settings name none. docs/product/billing.md#fees */
export const DEFAULT_FEES: FeeTable = {
  FREE: { percent: 10, cents: 50 },
  STARTER: { percent: 5, cents: 40 },
  PROFESSIONAL: { percent: 5, cents: 40 },
};

/** The fee terms of a plan. NONE (registration not finished) has the terms of FREE. */
export function feeTermsOf(plan: LicenseId, fees: FeeTable): FeeTerms {
  const { percent, cents: fixed } = fees[plan === 'NONE' ? 'FREE' : plan];
  return { basisPoints: Math.round(percent * 100), fixed: cents(fixed) };
}

/** Whether a plan's fee is lower than another's. `feeTable` ensures that no plan has a higher fee than a smaller one. */
export function isCheaper(plan: LicenseId, than: LicenseId, fees: FeeTable): boolean {
  const [mine, theirs] = [feeTermsOf(plan, fees), feeTermsOf(than, fees)];
  return PRICE_BOUNDS.some((price) => exactFee(price, mine) < exactFee(price, theirs));
}

/** The lowest and highest price. A fee is linear in the price, so a relation that holds at both ends holds between them. */
const PRICE_BOUNDS = [PRICE_MIN, PRICE_MAX] as const;

/** A fee without rounding, in ten-thousandths of a cent, so that rounding hides no difference. */
const exactFee = (price: Cents, { basisPoints, fixed }: FeeTerms) =>
  price * basisPoints + fixed * 10_000;

const PERCENT = 'must be a number from 0 to 50 with at most two decimals';
const FIXED = 'must be a whole number of cents from 0 to 100';
const TERMS = 'must be a percent and cents, such as { "percent": 10, "cents": 50 }';

const terms = z.strictObject(
  {
    percent: z.number(PERCENT).check(
      z.refine((percent) => /^\d+(\.\d{1,2})?$/.test(String(percent)) && percent <= 50, {
        error: PERCENT,
        abort: true,
      }),
    ),
    cents: z.number(FIXED).check(
      z.refine((fixed) => Number.isInteger(fixed) && fixed >= 0 && fixed <= 100, {
        error: FIXED,
        abort: true,
      }),
    ),
  },
  TERMS,
);

/** The schema of the fees in a stage's settings. Each message continues the name of the setting: `must be …`, `takes …`. */
export const feeTable = z
  .strictObject(
    { FREE: terms, STARTER: terms, PROFESSIONAL: terms },
    `must name ${PLANS.join(', ')}`,
  )
  .check(
    z.superRefine((fees, { addIssue }) => {
      const object = (plan: Plan, message: string) =>
        addIssue({ code: 'custom', path: [plan], message });
      if (feeOf(PRICE_MIN, feeTermsOf('FREE', fees)) >= PRICE_MIN)
        object('FREE', `leaves nothing of the lowest price, ${formatMoney(PRICE_MIN)}`);
      PLANS.forEach((plan, index) => {
        const smaller = PLANS[index - 1];
        const dearer = smaller && priceWithHigherFee(plan, smaller, fees);
        if (dearer)
          object(
            plan,
            `takes more than ${smaller} of a price of ${formatMoney(dearer)}; no larger plan may`,
          );
      });
    }),
  );

/** The lowest or highest price, if a plan's fee is higher there than a smaller plan's. */
function priceWithHigherFee(plan: Plan, smaller: Plan, fees: FeeTable): Cents | undefined {
  const [mine, theirs] = [feeTermsOf(plan, fees), feeTermsOf(smaller, fees)];
  return PRICE_BOUNDS.find((price) => exactFee(price, mine) > exactFee(price, theirs));
}
