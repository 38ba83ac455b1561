import { Refusal } from '#shared/refusals.ts';
import {
  type AccountPlan,
  isPaid,
  type PaidPlan,
  planAfter,
  planMove,
} from '#shared/rules/billing/plans.ts';
import type { Instant } from '#shared/time.ts';
import { refuseBlockedAccount } from '../accounts/blocked-accounts.ts';
import type { SubscriptionStatus, Subscriptions, Unpaid } from '../gateways/subscriptions.ts';
import type { Logger } from '../log.ts';
import { type Card, type User, userById } from '../storage/accounts/users.ts';
import { endAttempt, savePlan } from '../storage/billing/plans.ts';
import type { TableWriter } from '../storage/table.ts';
import { refuseChangedPrice, type ShownPrice } from './upgrade-price.ts';

/*
 * Subscriptions: plans that are paid monthly. The status of a subscription is read from Stripe, and the account is changed to
 * match it, in the same way by requests and by webhooks.
 *
 * A process may crash on any line:
 * - before a request to Stripe: nothing has happened.
 * - after a request to begin or upgrade, before its response was saved: the subscription exists at Stripe under an idempotency
 *   key made of the person and their planVersion, paid or not. A repeated request finds it and continues. Without one, the
 *   webhooks (customer.subscription.*, invoice.*) update the account. A concurrent request has the same key, so nothing is
 *   created or paid twice.
 * - after a declined payment, before the attempt was abandoned: the next request, or invoice.payment_failed, abandons it.
 *   Nothing is charged meanwhile, and after 23 hours Stripe expires it.
 * - after it was abandoned, before planVersion was incremented: the old key returns the old subscription, which is over, so
 *   planVersion is incremented and the next attempt has its own key.
 * - after a request to cancel or resume: the request may be repeated, and the webhook saves the actual state.
 * One transaction writes the account and books the payment, conditional on the account that was read.
 */

export type PlanContext = {
  readonly table: TableWriter;
  readonly subscriptions: Subscriptions;
  readonly now: Instant;
  readonly log: Logger;
};

const TRIES = 5;

const DOWN =
  'You’re already on a higher plan. To switch down, cancel it first. You keep it until the end of the month you paid for.';
const NO_CARD = 'Please add a payment method first.';
const SHEET_NEEDED =
  'The bank of this card doesn’t allow monthly payments by wallet. Please enter a card for your plan. Nothing was charged.';
const UNREGISTERED = 'Please finish your registration first.';

/**
 * Upgrades the plan of a registered person; see `moveToPlan`. Refuses with WRONG_STATUS before the registration is finished.
 * The account decides that, because the caller's token may be outdated.
 */
export const upgrade = (
  context: PlanContext,
  userId: string,
  wanted: PaidPlan,
  shown?: ShownPrice,
): Promise<User> =>
  moveToPlan(context, userId, wanted, {
    ...(shown && { shown }),
    refuse: (user) => refuseUnregistered(user),
  });

function refuseUnregistered({ licenseId }: User): void {
  if (licenseId === 'NONE') throw new Refusal('WRONG_STATUS', { message: UNREGISTERED });
}

/** Refuses with WRONG_STATUS what an upgrade would refuse: a smaller plan, or any before the registration is finished. */
export function refuseUnreachablePlan(user: User, wanted: PaidPlan): void {
  refuseUnregistered(user);
  if (planMove(user, wanted) === 'down') throw new Refusal('WRONG_STATUS', { message: DOWN });
}

/** Refuses a card of a wallet that can be charged only in its sheet, so that no renewal could be paid with it. */
export function refuseCardThatNeedsSheet({ needsSheet }: Pick<Card, 'needsSheet'>): void {
  if (needsSheet) throw new Refusal('PAYMENT_METHOD_REQUIRED', { message: SHEET_NEEDED });
}

type PlanMoveOptions = {
  readonly refuse?: (user: User) => void;
  readonly known?: User;
  readonly shown?: ShownPrice;
};

/**
 * Moves a person to a paid plan, or resumes a cancelled one. `refuse` may throw after it has seen the account. `known`: the
 * account as this request has just written it; the first round does not read it again. Refuses with
 * PAYMENT_METHOD_REQUIRED, WRONG_STATUS (a smaller plan), PRICE_CHANGED (not what was `shown`), CARD_DECLINED, CARD_ACTION_REQUIRED (with
 * `clientSecret`; repeat the call after the confirmation) or UNAVAILABLE. The plan changes when its payment succeeds; after a refusal it is
 * unchanged.
 */
export async function moveToPlan(
  context: PlanContext,
  userId: string,
  wanted: PaidPlan,
  { refuse, known, shown }: PlanMoveOptions,
): Promise<User> {
  let unchecked = shown;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const { user, subscription } = await syncPlan(
      context,
      userId,
      attempt === 1 ? known : undefined,
    );
    refuseBlockedAccount(user);
    refuse?.(user);
    if (!user.card) throw new Refusal('PAYMENT_METHOD_REQUIRED', { message: NO_CARD });
    if (subscription?.attempt && (await isBlockedByAttempt(context, user, subscription, wanted)))
      continue;
    const way = planMove(user, wanted);
    const isFree = subscription?.is !== 'failing' && (way === 'there' || way === 'resume');
    if (unchecked && !isFree) {
      await refuseChangedPrice(context, { user, subscription, wanted }, unchecked, context.now);
      // What is charged from here on changes the price: a renewal that failed is paid first.
      unchecked = undefined;
    }
    if (subscription?.is === 'failing') {
      await payDebt(context, user, subscription);
      continue;
    }
    if (way === 'there') return user;
    if (way === 'down') throw new Refusal('WRONG_STATUS', { message: DOWN });
    await changePlan(context, user, { way, plan: wanted, at: shown?.pricedAt });
    // The next round reads the outcome from Stripe.
  }
  throw new Refusal('UNAVAILABLE');
}

/**
 * Cancels a paid plan at the end of the paid month, or at once if a renewal is unpaid or there is no subscription. Returns the
 * changed account. Repeating it changes nothing, also after the plan ended. Refuses with WRONG_STATUS if there never was a
 * paid plan.
 */
export async function cancelPlan(context: PlanContext, userId: string): Promise<User> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const { user, subscription } = await syncPlan(context, userId);
    if (!isPaid(user.licenseId)) {
      // Every plan change increments planVersion, so this plan has ended, maybe by a call whose response was lost.
      if (user.licenseId === 'FREE' && user.planVersion) return user;
      const message = 'You’re on the free plan. There’s nothing to cancel.';
      throw new Refusal('WRONG_STATUS', { message });
    }
    const { membership } = user;
    if (membership?.ending) return user;
    if (!subscription || !membership) {
      const free = { licenseId: 'FREE' } as const;
      if ((await savePlan(context.table, user, free, context.now)) === 'done')
        return { ...user, ...free };
      continue;
    }
    if (subscription.attempt) await abandonAttempt(context, user, subscription);
    if (subscription.is === 'failing') await context.subscriptions.end(subscription.subscriptionId);
    else await context.subscriptions.setEnding(subscription.subscriptionId, true);
    const after = await syncSubscription(context, userId, subscription.subscriptionId);
    if (after?.membership?.ending || after?.licenseId === 'FREE') return after;
  }
  throw new Refusal('UNAVAILABLE');
}

/**
 * Synchronizes an account with its subscription at Stripe, books the latest payment, and returns the account. The account is
 * read before the subscription and written only if it is unchanged, so older information never overwrites newer.
 */
export async function syncSubscription(
  context: PlanContext,
  userId: string,
  subscriptionId: string,
): Promise<User | undefined> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const user = await userById(context.table, userId, context.now);
    if (!user) return undefined;
    const subscription = await context.subscriptions.status(subscriptionId);
    const after = await savePlanStatus(context, user, subscription);
    if (after) return after;
  }
  throw new Refusal('UNAVAILABLE');
}

/** Abandons a declined attempt: no open invoice is left, and the next attempt has its own idempotency key. */
export async function abandonDeclinedAttempt(
  context: PlanContext,
  user: User,
  subscriptionId: string,
) {
  const subscription = await context.subscriptions.status(subscriptionId);
  if (subscription.attempt?.is === 'declined') await abandonAttempt(context, user, subscription);
}

/**
 * Synchronizes the account with its subscription and returns both; the subscription is undefined if there is none or it is
 * over.
 */
async function syncPlan(
  context: PlanContext,
  userId: string,
  known?: User,
): Promise<{ user: User; subscription: SubscriptionStatus | undefined }> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const user = (attempt === 1 && known) || (await userById(context.table, userId, context.now));
    if (!user) throw new Refusal('NOT_FOUND');
    const subscription = await subscriptionOf(context, user);
    if (!subscription) return { user, subscription: undefined };
    const after = await savePlanStatus(context, user, subscription);
    if (after)
      return { user: after, subscription: subscription.is === 'over' ? undefined : subscription };
  }
  throw new Refusal('UNAVAILABLE');
}

/** The account as `syncPlan` would save it, and its subscription. Saves nothing. */
export async function seenPlan(
  context: Pick<PlanContext, 'subscriptions'>,
  user: User,
): Promise<{ user: User; subscription: SubscriptionStatus | undefined }> {
  const subscription = await subscriptionOf(context, user);
  if (!subscription) return { user, subscription: undefined };
  const next = planAfter(user, subscription);
  return {
    user: next ? withPlan(user, next) : user,
    subscription: subscription.is === 'over' ? undefined : subscription,
  };
}

/** The subscription of an account at Stripe, also one that no response or webhook has linked to the account yet. */
async function subscriptionOf(
  { subscriptions }: Pick<PlanContext, 'subscriptions'>,
  { membership, stripeCustomerId }: User,
): Promise<SubscriptionStatus | undefined> {
  if (membership) return subscriptions.status(membership.subscriptionId);
  return stripeCustomerId === undefined ? undefined : subscriptions.find(stripeCustomerId);
}

function withPlan({ membership: _, ...rest }: User, next: AccountPlan): User {
  return { ...rest, ...next };
}

/** Saves the plan that follows from a subscription and returns the account; undefined if it changed since it was read. */
async function savePlanStatus(
  { table, now, log }: PlanContext,
  user: User,
  subscription: SubscriptionStatus,
): Promise<User | undefined> {
  const next = planAfter(user, subscription);
  if (!next) return user;
  const { paid } = subscription;
  const isNew = paid && paid.invoiceId !== user.membership?.invoiceId;
  let outcome = await savePlan(table, user, next, now, isNew ? paid : undefined);
  // A webhook booked the invoice in the meantime, so only the plan is saved.
  if (outcome === 'BOOKED') outcome = await savePlan(table, user, next, now);
  if (outcome !== 'done') return undefined;
  if (next.licenseId !== user.licenseId)
    log.info('plan changed', { from: user.licenseId, to: next.licenseId });
  return { ...withPlan(user, next), planVersion: (user.planVersion ?? 0) + 1 };
}

/**
 * Handles an earlier attempt to begin or upgrade that is not paid. If it was for the same plan with the same card, it throws
 * that attempt's outcome. Any other attempt is abandoned; it returns true then, and the caller reads everything again.
 */
async function isBlockedByAttempt(
  context: PlanContext,
  user: User,
  subscription: SubscriptionStatus,
  wanted: PaidPlan,
): Promise<boolean> {
  const { attempt } = subscription;
  if (!attempt) return false;
  if (attempt.is === 'underway') throw new Refusal('UNAVAILABLE');
  const sameCard = attempt.cardId === undefined || attempt.cardId === user.card?.id;
  if (attempt.is === 'needsAction' && attempt.plan === wanted && sameCard)
    throw cardActionRequired(attempt);
  await abandonAttempt(context, user, subscription);
  if (attempt.is === 'declined' && attempt.plan === wanted && sameCard) throw cardDeclined(attempt);
  return true;
}

/**
 * Gives up an attempt at Stripe, and then increments planVersion. In this order a process that still finds the attempt has read the
 * old version, so its own increment fails. In the other order it could increment the version once more, and two processes would
 * subscribe under different keys.
 */
async function abandonAttempt(
  context: PlanContext,
  user: User,
  { subscriptionId }: SubscriptionStatus,
) {
  await context.subscriptions.giveUp(subscriptionId);
  await endAttempt(context.table, user);
}

type PlanChange = {
  readonly way: 'resume' | 'subscribe' | 'raise';
  readonly plan: PaidPlan;
  /** The moment at which the rest of the old month was counted for the person. */
  readonly at: Instant | undefined;
};

async function changePlan(
  context: PlanContext,
  user: User,
  { way, plan, at }: PlanChange,
): Promise<void> {
  const { subscriptions } = context;
  const { id: userId, membership, card, stripeCustomerId: customerId } = user;
  if (!card || !customerId) throw new Refusal('PAYMENT_METHOD_REQUIRED', { message: NO_CARD });
  if (way === 'resume' && membership) {
    await subscriptions.setEnding(membership.subscriptionId, false);
    return;
  }
  refuseCardThatNeedsSheet(card);
  const asking = { customerId, cardId: card.id, plan, key: `${userId}:${user.planVersion ?? 0}` };
  const subscription = membership
    ? await subscriptions.raise({ ...asking, at, subscriptionId: membership.subscriptionId })
    : await subscriptions.subscribe({ ...asking, userId });
  // A concurrent request is under way; the next round reads its outcome.
  if (subscription === 'underway') return;
  if (subscription.is === 'declined') throw cardDeclined(subscription);
  // The key belongs to an abandoned attempt, so the next attempt needs a new one.
  if (subscription.is === 'over' || (subscription.plan !== plan && !subscription.attempt))
    return endAttempt(context.table, user);
  // An upgrade also resumes a cancelled plan.
  if (subscription.plan === plan && !subscription.attempt && subscription.ending)
    await subscriptions.setEnding(subscription.subscriptionId, false);
}

/** Pays an unpaid renewal, which comes before any other change of the plan. */
async function payDebt(context: PlanContext, user: User, owed: SubscriptionStatus): Promise<void> {
  const { card, stripeCustomerId: customerId } = user;
  if (!card || !customerId) throw new Refusal('PAYMENT_METHOD_REQUIRED', { message: NO_CARD });
  if (owed.debt?.is === 'needsAction' && owed.debt.cardId === card.id)
    throw cardActionRequired(owed.debt);
  const { debt, subscriptionId } = await context.subscriptions.payDebt(owed.subscriptionId, {
    customerId,
    cardId: card.id,
  });
  await syncSubscription(context, user.id, subscriptionId);
  if (debt?.is === 'needsAction') throw cardActionRequired(debt);
  if (debt?.is === 'declined') throw cardDeclined(debt);
}

const cardDeclined = ({ sentence }: { readonly sentence: string }) =>
  new Refusal('CARD_DECLINED', { message: sentence });

const cardActionRequired = ({ clientSecret }: Extract<Unpaid, { is: 'needsAction' }>) =>
  new Refusal('CARD_ACTION_REQUIRED', { details: { clientSecret } });
