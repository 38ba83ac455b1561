import { type Cents, minus, plus, toDollars, ZERO } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import {
  type AccountPlan,
  type PaidPlan,
  PLAN_TERMS,
  planMove,
} from '#shared/rules/billing/plans.ts';
import { HOUR, type Instant } from '#shared/time.ts';
import type { SubscriptionStatus, Subscriptions } from '../gateways/subscriptions.ts';

/*
 * What an upgrade charges today. It is shown before the upgrade, and the upgrade charges it or is refused. Stripe counts the rest of the
 * old month to the second; the moment at which it was counted goes with the amount, so that Stripe counts the same again.
 */

export type UpgradePrice = {
  /** All that the card is charged. */
  readonly amount: Cents;
  /** The part of `amount` that pays a renewal which failed. */
  readonly owed: Cents;
  /** What the rest of the paid month is worth. */
  readonly credit: Cents;
  readonly pricedAt: Instant;
};

/** What a person was shown. */
export type ShownPrice = Pick<UpgradePrice, 'amount' | 'pricedAt'>;

type Upgrade = {
  readonly user: AccountPlan;
  /** The subscription at Stripe; undefined if there is none or it is over. */
  readonly subscription: SubscriptionStatus | undefined;
  readonly wanted: PaidPlan;
};

type Context = { readonly subscriptions: Pick<Subscriptions, 'previewRaise'> };

/** How long a shown price can be paid. In an hour, the rest of a month loses less than a cent. */
const SHOWN_FOR = HOUR;

const CHANGED =
  'What you pay today has changed since it was shown. Nothing was charged. Check the new amount, then try again.';

/** The price of an upgrade at this moment. That of a plan which the person has, or of a smaller one, is what a renewal owes. */
export async function upgradePrice(
  { subscriptions }: Context,
  { user, subscription, wanted }: Upgrade,
  pricedAt: Instant,
): Promise<UpgradePrice> {
  const owed = subscription?.owed ?? ZERO;
  const way = planMove(user, wanted);
  const { price } = PLAN_TERMS[wanted];
  if (way === 'subscribe') return { amount: plus(price, owed), owed, credit: ZERO, pricedAt };
  if (way !== 'raise' || !subscription) return { amount: owed, owed, credit: ZERO, pricedAt };
  const { subscriptionId } = subscription;
  const due = await subscriptions.previewRaise({ subscriptionId, plan: wanted, at: pricedAt });
  return { amount: plus(due, owed), owed, credit: minus(price, due), pricedAt };
}

/** Refuses with PRICE_CHANGED, before anything is charged, if the upgrade costs another amount than the person was shown. */
export async function refuseChangedPrice(
  context: Context,
  upgrade: Upgrade,
  shown: ShownPrice,
  now: Instant,
): Promise<void> {
  const { periodStart } = upgrade.subscription ?? {};
  const isOld = Math.abs(now - shown.pricedAt) > SHOWN_FOR;
  // A month that began since then is a month whose rest was never counted.
  const isOfOtherMonth = periodStart !== undefined && shown.pricedAt < periodStart;
  // Only a larger plan counts the rest of a month, which a while later is worth less.
  const isCounted = planMove(upgrade.user, upgrade.wanted) === 'raise';
  const counts = isCounted && (isOld || isOfOtherMonth) ? now : shown.pricedAt;
  const { amount } = await upgradePrice(context, upgrade, counts);
  if (counts === shown.pricedAt && amount === shown.amount) return;
  throw new Refusal('PRICE_CHANGED', { message: CHANGED, details: { price: toDollars(amount) } });
}
