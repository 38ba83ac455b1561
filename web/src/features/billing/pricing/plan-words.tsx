import { formatMoney } from '../../../../../shared/money.ts';
import type { LicenseId, Plan } from '../../../../../shared/rules/accounts/accounts.ts';
import { PLAN_TERMS } from '../../../../../shared/rules/billing/plans.ts';
import {
  type FeeTable,
  feeTermsOf,
  isCheaper,
} from '../../../../../shared/rules/conversations/fees.ts';

/* Plan features and prices in words, for the registration, the settings and the cancellation. */

/** The fee on an answer: `10% + $0.50`, `10%`, `$0.50` or `nothing`. */
export function feeWords(plan: LicenseId, fees: FeeTable): string {
  const { basisPoints, fixed } = feeTermsOf(plan, fees);
  const parts = [
    ...(basisPoints > 0 ? [`${basisPoints / 100}%`] : []),
    ...(fixed > 0 ? [formatMoney(fixed)] : []),
  ];
  return parts.join(' + ') || 'nothing';
}

const weKeep = (plan: Plan, fees: FeeTable) =>
  `we keep ${feeWords(plan, fees)} of each paid answer`;

/** The features that a plan adds to the smaller one. docs/product/billing.md#plans */
export function planFeatures(plan: Plan, fees: FeeTable): readonly string[] {
  if (plan === 'FREE') return freeFeatures(fees);
  if (plan === 'STARTER') return paidFeatures('STARTER', fees);
  return [
    'Everything in Starter',
    ...(isCheaperThanStarter(fees) ? [`Lower fees: ${weKeep('PROFESSIONAL', fees)}`] : []),
    WHOLE_ANALYTICS,
  ];
}

/** What Professional adds in every deployment. docs/product/analytics.md */
export const WHOLE_ANALYTICS =
  'Analytics of up to 12 months: sources, earnings, repeat senders, and a price simulator';

/** Whether Professional has lower fees than Starter: only in some deployments. */
export const isCheaperThanStarter = (fees: FeeTable): boolean =>
  isCheaper('PROFESSIONAL', 'STARTER', fees);

/** The text beside the thanks for users on Professional. */
export const professionalWords = (fees: FeeTable): string =>
  isCheaperThanStarter(fees)
    ? 'You pay our lowest fees, and see all of your analytics.'
    : `You see all of your analytics. The fees are those of ${PLAN_TERMS.STARTER.name}. You can cancel at any time.`;

/** All features of a plan, including those of smaller plans. */
export const wholePlan = (plan: Plan, fees: FeeTable): readonly string[] =>
  plan === 'FREE'
    ? freeFeatures(fees)
    : [...paidFeatures(plan, fees), ...(plan === 'PROFESSIONAL' ? [WHOLE_ANALYTICS] : [])];

const freeFeatures = (fees: FeeTable) => [
  'A public profile with your price and links',
  'Unlimited inbound messages',
  'Analytics of the last 7 days',
  feeWords('FREE', fees) === 'nothing'
    ? 'All that’s paid for an answer is yours'
    : `We keep ${feeWords('FREE', fees)} of each paid answer, and nothing else`,
];

const paidFeatures = (plan: Plan, fees: FeeTable) => [
  ...(isCheaper(plan, 'FREE', fees) ? [`Reduced fees: ${weKeep(plan, fees)}`] : []),
  'Verified Account Badge, once Stripe has verified your full name for payouts',
  'Contacts and chat, one-on-one and in groups',
];

/** The fees in one sentence, before the table of plans gives the amounts. */
export function answeringCosts(fees: FeeTable): string {
  if (feeWords('FREE', fees) === 'nothing') return 'Answering costs nothing.';
  const fee = 'Answering costs a fee, taken from what was paid, and only when you answered.';
  return isCheaper('PROFESSIONAL', 'FREE', fees) ? `${fee} A paid plan lowers it.` : fee;
}

export const EARLY_ADOPTER = 'Early-adopter price';

/** The monthly price of a plan, with the future price struck through. */
export function PlanPrice({ plan, large }: { plan: Plan; large?: boolean }) {
  const { price, regularPrice } = PLAN_TERMS[plan];
  return (
    <span className="inline-flex flex-col items-start">
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
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
      {regularPrice !== undefined && (
        <span className="text-[0.875rem] text-soft leading-tight">{EARLY_ADOPTER}</span>
      )}
    </span>
  );
}
