import * as plans from '#shared/messages/plans.ts';
import { type Cents, formatMoney } from '#shared/money.ts';
import type { LicenseId, Plan } from '#shared/rules/accounts/accounts.ts';
import { isPaid, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { type FeeTable, feeTermsOf, isCheaper } from '#shared/rules/conversations/fees.ts';
import { netOf } from '#shared/rules/conversations/pricing.ts';

/* Plan features and prices in words, for the registration, the settings and the cancellation. */

/** The fee on an answer: `10% + $0.50`, `10%` or `$0.50`; undefined if there is none, which takes another sentence. */
export function feeWords(plan: LicenseId, fees: FeeTable): string | undefined {
  const { basisPoints, fixed } = feeTermsOf(plan, fees);
  const parts = [
    ...(basisPoints > 0 ? [`${basisPoints / 100}%`] : []),
    ...(fixed > 0 ? [formatMoney(fixed)] : []),
  ];
  return parts.length > 0 ? parts.join(' + ') : undefined;
}

/** What a plan gives, beside its price. docs/product/billing.md#plans */
export type PlanGives = {
  readonly fee: string;
  /** Whether the account can carry the Verified Account Badge. */
  readonly badge: boolean;
  /** Whether contacts and chat can be used. */
  readonly chat: boolean;
  /** How far back the analytics reach. */
  readonly analytics: string;
};

/** What a plan gives under the fees of this deployment. */
export const planGives = (plan: Plan, fees: FeeTable): PlanGives => ({
  fee: feeWords(plan, fees) ?? 'No fee',
  badge: isPaid(plan),
  chat: isPaid(plan),
  analytics: plan === 'PROFESSIONAL' ? '12 months' : '7 days',
});

export type PlanChange = {
  readonly from: Plan;
  readonly to: Plan;
  readonly fees: FeeTable;
  /** The user's price for an answer, once it is known. */
  readonly price: Cents | undefined;
};

/** `Starter, $1.99 per month, adds the badge, contacts and chat. You keep $23.35 of each answer instead of $22.00.` */
export function planChangeWords({ from, to, fees, price }: PlanChange): string {
  const { name, price: monthly } = PLAN_TERMS[to];
  const additions = [
    ...(isPaid(from) ? [] : ['the badge', 'contacts', 'chat']),
    ...(to === 'PROFESSIONAL' ? ['12 months of analytics', 'a price simulator'] : []),
  ];
  const adds = plans.adds(name, monthly, listed(additions));
  if (price === undefined) return adds;
  const [before, after] = [from, to].map((plan) => netOf(price, feeTermsOf(plan, fees)));
  if (before === undefined || after === undefined) return adds;
  return `${adds} ${before === after ? plans.keepsSame(after) : plans.keepsMore(after, before)}`;
}

const listed = (items: readonly string[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(items).replace(/, and /, ' and ');

/** Whether Professional has lower fees than Starter: only in some deployments. */
export const isCheaperThanStarter = (fees: FeeTable): boolean =>
  isCheaper('PROFESSIONAL', 'STARTER', fees);

/** The text beside the thanks for users on Professional. */
export const professionalWords = (fees: FeeTable): string =>
  isCheaperThanStarter(fees) ? plans.LOWEST_FEES : plans.sameFees(PLAN_TERMS.STARTER.name);

/** The fees in one sentence, before the table of plans gives the amounts. */
export function answeringCosts(fees: FeeTable): string {
  if (feeWords('FREE', fees) === undefined) return plans.ANSWERING_FREE;
  return isCheaper('PROFESSIONAL', 'FREE', fees)
    ? plans.ANSWERING_FEE_BY_PLAN
    : plans.ANSWERING_FEE;
}
