import * as z from 'zod';
import { type Cents, cents } from '../../money.ts';
import type { Instant } from '../../time.ts';
import type { LicenseId, Plan } from '../accounts/accounts.ts';

/* What the plans cost and give, who may move where, and what an account becomes of what the provider says. Fees by
   plan are in fees.ts. docs/product/billing.md#plans */

export const PAID_PLANS = ['STARTER', 'PROFESSIONAL'] as const satisfies readonly Plan[];
export type PaidPlan = (typeof PAID_PLANS)[number];

export type PlanTerms = {
  readonly name: string;
  /** A month. */
  readonly price: Cents;
  /** What it is going to cost; shown struck through. */
  readonly regularPrice?: Cents;
};

export const PLAN_TERMS: Readonly<Record<Plan, PlanTerms>> = {
  FREE: { name: 'Free', price: cents(0) },
  STARTER: { name: 'Starter', price: cents(199), regularPrice: cents(299) },
  PROFESSIONAL: { name: 'Professional', price: cents(499) },
};

export const isPaid = (licenseId: LicenseId): licenseId is PaidPlan =>
  licenseId === 'STARTER' || licenseId === 'PROFESSIONAL';

export const paidPlan = z.enum(PAID_PLANS, 'Please choose a plan');

export const NAME_ON_CARD_MIN = 5;
const NAME_SENTENCE = 'Please enter the name on card';
export const nameOnCard = z
  .string(NAME_SENTENCE)
  .trim()
  .min(NAME_ON_CARD_MIN, NAME_SENTENCE)
  .max(200, 'The name on card can have at most 200 characters');

/** The paid plan as it stands at the provider; absent on FREE, and on a plan that nobody pays for. */
export type Membership = {
  readonly subscriptionId: string;
  readonly plan: PaidPlan;
  /** The end of the period that is paid. */
  readonly paidUntil: Instant;
  /** It was cancelled, and lasts until then. */
  readonly ending: boolean;
  /** A renewal was declined; the provider tries again for two weeks. */
  readonly failing: boolean;
  /** The payment that was booked last. */
  readonly invoiceId?: string;
};

/** What an account says about its plan. */
export type PlanHeld = {
  readonly licenseId: LicenseId;
  readonly membership?: Membership;
};

/** How somebody on a plan gets to another one: `there` asks for nothing, `down` goes by cancelling only. */
export function wayTo(
  { licenseId, membership }: Pick<PlanHeld, 'licenseId' | 'membership'>,
  wanted: PaidPlan,
): 'there' | 'resume' | 'subscribe' | 'raise' | 'down' {
  if (licenseId === wanted) return membership?.ending ? 'resume' : 'there';
  if (licenseId === 'PROFESSIONAL') return 'down';
  return membership ? 'raise' : 'subscribe';
}

/** Where a subscription stands at the provider, as far as the plan goes by it. */
export type SubscriptionFacts = {
  readonly subscriptionId: string;
  readonly plan: PaidPlan;
  /** `beginning`: its first payment has not been made. */
  readonly is: 'beginning' | 'active' | 'failing' | 'over';
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
  readonly ending: boolean;
  /** The latest payment that was made. */
  readonly paid?: { readonly invoiceId: string; readonly amount: Cents };
};

/**
 * What an account becomes of what the provider says; undefined where that is nothing new. Events come late, twice and in
 * any order, so a subscription that is not, or not any more, the account's own has no say.
 */
export function planAfter(held: PlanHeld, facts: SubscriptionFacts): PlanHeld | undefined {
  const { membership } = held;
  if (membership && membership.subscriptionId !== facts.subscriptionId) return undefined;
  if (facts.is === 'beginning') return undefined;
  if (facts.is === 'over') return membership ? { licenseId: 'FREE' } : undefined;
  const next = membershipAfter(membership, facts);
  if (membership && same(membership, next) && held.licenseId === next.plan) return undefined;
  return { licenseId: next.plan, membership: next };
}

function membershipAfter(before: Membership | undefined, facts: SubscriptionFacts): Membership {
  const { subscriptionId, plan, ending, periodStart, periodEnd, paid } = facts;
  const failing = facts.is === 'failing';
  const invoiceId = paid?.invoiceId ?? before?.invoiceId;
  return {
    subscriptionId,
    plan,
    ending,
    failing,
    // The period that has begun is not paid while its renewal fails.
    paidUntil: failing ? periodStart : periodEnd,
    ...(invoiceId && { invoiceId }),
  };
}

const same = (one: Membership, other: Membership) =>
  one.plan === other.plan &&
  one.ending === other.ending &&
  one.failing === other.failing &&
  one.paidUntil === other.paidUntil &&
  one.invoiceId === other.invoiceId;
