import * as z from 'zod/mini';
import { type Cents, cents } from '../../money.ts';
import type { Instant } from '../../time.ts';
import type { LicenseId, Plan } from '../accounts/accounts.ts';
import { readable, readableColumns } from '../text/readable-text.ts';
import { oneLine } from '../text.ts';

/*
 * Plans: their prices, the moves between them, and the plan of an account by its subscription at Stripe. fees.ts has the fees
 * of each plan. docs/product/billing.md#plans
 */

export const PAID_PLANS = ['STARTER', 'PROFESSIONAL'] as const satisfies readonly Plan[];
export type PaidPlan = (typeof PAID_PLANS)[number];

export type PlanTerms = {
  readonly name: string;
  /** The price of a month. */
  readonly price: Cents;
  /** The future price, which is shown struck through. */
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
  .check(
    z.overwrite(oneLine),
    readable(NAME_ON_CARD_MIN, NAME_SENTENCE, readableColumns),
    z.maxLength(200, 'The name on card can have at most 200 characters'),
  );

/** The check that a typed card comes with a name. A wallet tells none. */
export const nameUnlessByWallet = z.refine<{ creditCardName?: string; byWallet?: boolean }>(
  ({ creditCardName, byWallet }) => byWallet || creditCardName !== undefined,
  { path: ['creditCardName'], error: NAME_SENTENCE },
);

/** A paid plan's subscription; absent on FREE, and on a plan that was granted without payment. */
export type Membership = {
  readonly subscriptionId: string;
  readonly plan: PaidPlan;
  /** The end of the period that is paid. */
  readonly paidUntil: Instant;
  /** Whether it was cancelled, and lasts until `paidUntil`. */
  readonly ending: boolean;
  /** Whether a renewal was declined; Stripe retries it for two weeks. */
  readonly failing: boolean;
  /** The invoice of the payment that was booked last. */
  readonly invoiceId?: string;
};

/** The plan of an account, and its subscription. */
export type AccountPlan = {
  readonly licenseId: LicenseId;
  readonly membership?: Membership;
};

/** The move from one plan to another. `there`: nothing to do. `down`: only possible by cancelling. */
export function planMove(
  { licenseId, membership }: Pick<AccountPlan, 'licenseId' | 'membership'>,
  wanted: PaidPlan,
): 'there' | 'resume' | 'subscribe' | 'raise' | 'down' {
  if (licenseId === wanted) return membership?.ending ? 'resume' : 'there';
  if (licenseId === 'PROFESSIONAL') return 'down';
  return membership ? 'raise' : 'subscribe';
}

/** The state of a subscription at Stripe, as far as the plan depends on it. */
export type SubscriptionState = {
  readonly subscriptionId: string;
  readonly plan: PaidPlan;
  /** `beginning`: the first payment has not succeeded. */
  readonly is: 'beginning' | 'active' | 'failing' | 'over';
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
  readonly ending: boolean;
  /** The latest payment that succeeded. */
  readonly paid?: { readonly invoiceId: string; readonly amount: Cents };
};

/**
 * The plan that follows from a subscription; undefined if nothing changes. Events arrive late, twice and in any order, so a
 * subscription other than the account's current one is ignored.
 */
export function planAfter(
  held: AccountPlan,
  subscription: SubscriptionState,
): AccountPlan | undefined {
  const { membership } = held;
  if (membership && membership.subscriptionId !== subscription.subscriptionId) return undefined;
  if (subscription.is === 'beginning') return undefined;
  if (subscription.is === 'over') return membership ? { licenseId: 'FREE' } : undefined;
  const next = membershipAfter(membership, subscription);
  if (membership && same(membership, next) && held.licenseId === next.plan) return undefined;
  return { licenseId: next.plan, membership: next };
}

function membershipAfter(
  before: Membership | undefined,
  subscription: SubscriptionState,
): Membership {
  const { subscriptionId, plan, ending, periodStart, periodEnd, paid } = subscription;
  const failing = subscription.is === 'failing';
  const invoiceId = paid?.invoiceId ?? before?.invoiceId;
  return {
    subscriptionId,
    plan,
    ending,
    failing,
    // While the renewal fails, the current period is not paid.
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
