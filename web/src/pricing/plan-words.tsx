import { formatMoney } from '../../../shared/money.ts';
import type { LicenseId, Plan } from '../../../shared/rules/accounts.ts';
import { PLAN_TERMS } from '../../../shared/rules/plans.ts';
import { feeTermsOf } from '../../../shared/rules/pricing.ts';

/* What a plan gives and costs, in words: in the registration, in the settings, where it is cancelled. */

/** `10% + $0.50` */
export function feeWords(plan: LicenseId): string {
  const { basisPoints, fixed } = feeTermsOf(plan);
  return `${basisPoints / 100}% + ${formatMoney(fixed)}`;
}

/** What a plan gives. Spec part 1, section 6. */
export const PLAN_FEATURES: Readonly<Record<Plan, readonly string[]>> = {
  FREE: [
    'A public profile with your price and links',
    'Unlimited inbound messages',
    `We keep ${feeWords('FREE')} of each paid answer, and nothing else`,
  ],
  STARTER: [
    `Reduced fees: we keep ${feeWords('STARTER')} of each paid answer`,
    'Verified Account Badge',
    'Contacts and chat, one-on-one and in groups',
  ],
  PROFESSIONAL: ['Everything in Starter'],
};

/** A month of a plan, with what it is going to cost struck through. */
export function PlanPrice({ plan, large }: { plan: Plan; large?: boolean }) {
  const { price, regularPrice } = PLAN_TERMS[plan];
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      {regularPrice !== undefined && (
        <s className="font-figures text-soft">
          <span className="sr-only">instead of </span>
          {formatMoney(regularPrice)}
        </s>
      )}
      <span
        className={`font-figures font-medium leading-none ${large ? 'text-[2.5rem]' : 'text-xl'}`}
      >
        {formatMoney(price)}
      </span>
      <span className="text-[0.875rem] text-soft">per month</span>
    </span>
  );
}
