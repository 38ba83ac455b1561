import type { Logger } from '@aws-lambda-powertools/logger';
import { Refusal } from '../../shared/refusals.ts';
import { isPaid, type PaidPlan, planAfter, wayTo } from '../../shared/rules/billing/plans.ts';
import { subscriptionEntry } from '../../shared/rules/ledger/ledger.ts';
import type { Instant } from '../../shared/time.ts';
import { refuseBlocked } from '../accounts/blocked-accounts.ts';
import type { SubscriptionStanding, Subscriptions, Unpaid } from '../gateways/subscriptions.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { closeAttempt, savePlan } from '../storage/billing/plans.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * Plans that are paid every month. The provider's books say where a subscription stands; the account says what follows
 * of it, and both are brought together the same way by whoever looks: a request, or a webhook.
 *
 * A process may end on any line:
 * - before the provider is asked: nothing has happened.
 * - once it was asked to begin or to raise, before its answer came or was written: what was made stands there under a
 *   key of the person and their planVersion, paid or not. The same press finds it and goes on with it; without a press
 *   the webhooks (customer.subscription.*, invoice.*) write the account. Another press at the same moment has the same
 *   key, so nothing is made or paid twice.
 * - after a refusal, before it was given up: the next press, or invoice.payment_failed, gives it up. Nobody is charged
 *   meanwhile, and after 23 hours the provider forgets it by itself.
 * - after it was given up, before planVersion was counted up: the old key brings the old, dead answer, which is seen to
 *   be dead, and the next try has a key of its own.
 * - once it was asked to end a plan or to keep it: the request may be repeated, and the webhook writes what is true.
 * The account is written in one transaction with the payment that is booked, and only as it was read.
 */

export type PlanDesk = {
  readonly table: TableWriter;
  readonly subscriptions: Subscriptions;
  readonly now: Instant;
  readonly log: Logger;
};

const TRIES = 5;

const DOWN = 'You are on a larger plan. Cancel it first; it lasts to the end of the paid month.';
const NO_CARD = 'Please add a payment method first.';
const UNREGISTERED = 'Please finish your registration first.';

/**
 * Upgrades somebody who is registered, as `bringTo` does. Refuses with WRONG_STATUS before the registration is finished, as
 * the account says: the caller's token may be older than that.
 */
export const upgrade = (desk: PlanDesk, userId: string, wanted: PaidPlan): Promise<User> =>
  bringTo(desk, userId, wanted, ({ licenseId }) => {
    if (licenseId === 'NONE') throw new Refusal('WRONG_STATUS', { message: UNREGISTERED });
  });

/**
 * Brings a person to a paid plan, or takes back that theirs was to end. `refuse` looks at the account first. Refuses with PAYMENT_METHOD_REQUIRED, WRONG_STATUS
 * (a smaller plan), CARD_DECLINED, CARD_ACTION_REQUIRED (with `clientSecret`; asked again after the bank's page, it goes
 * on) or UNAVAILABLE. The plan counts once its payment succeeded; after a refusal it is what it was before.
 */
export async function bringTo(
  desk: PlanDesk,
  userId: string,
  wanted: PaidPlan,
  refuse: (user: User) => void = () => undefined,
): Promise<User> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const { user, standing } = await lookAtPlan(desk, userId);
    refuseBlocked(user);
    refuse(user);
    if (!user.card) throw new Refusal('PAYMENT_METHOD_REQUIRED', { message: NO_CARD });
    if (standing?.attempt && (await isInTheWay(desk, user, standing, wanted))) continue;
    if (standing?.is === 'failing') {
      await payDebt(desk, user, standing);
      continue;
    }
    const way = wayTo(user, wanted);
    if (way === 'there') return user;
    if (way === 'down') throw new Refusal('WRONG_STATUS', { message: DOWN });
    await go(desk, user, way, wanted);
    // What came of it is read from the provider's books, as if somebody else had done it.
  }
  throw new Refusal('UNAVAILABLE');
}

/**
 * Ends a paid plan with the month that is paid; one that is owed, or that nobody pays for, ends now. Answers the account as
 * it is then. Repeating it changes nothing, also once the plan is over. Refuses with WRONG_STATUS whoever never had one.
 */
export async function endPlan(desk: PlanDesk, userId: string): Promise<User> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const { user, standing } = await lookAtPlan(desk, userId);
    if (!isPaid(user.licenseId)) {
      // Counted up by every change of the plan: it has ended, perhaps by the call whose answer was lost.
      if (user.licenseId === 'FREE' && user.planVersion) return user;
      const message = 'You are on the free plan. There is nothing to cancel.';
      throw new Refusal('WRONG_STATUS', { message });
    }
    const { membership } = user;
    if (membership?.ending) return user;
    if (!standing || !membership) {
      const free = { licenseId: 'FREE' } as const;
      if ((await savePlan(desk.table, user, free, desk.now)) === 'done')
        return { ...user, ...free };
      continue;
    }
    if (standing.attempt) await forgetAttempt(desk, user, standing);
    if (standing.is === 'failing') await desk.subscriptions.end(standing.subscriptionId);
    else await desk.subscriptions.setEnding(standing.subscriptionId, true);
    const after = await noteSubscription(desk, userId, standing.subscriptionId);
    if (after?.membership?.ending || after?.licenseId === 'FREE') return after;
  }
  throw new Refusal('UNAVAILABLE');
}

/**
 * Asks where a subscription stands and writes down what follows for its person, with the payment behind it. Answers the
 * account as it is then. The account is read before the provider is asked, and written only if it is still the same:
 * whoever knew less starts again.
 */
export async function noteSubscription(
  desk: PlanDesk,
  userId: string,
  subscriptionId: string,
): Promise<User | undefined> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const user = await userById(desk.table, userId, desk.now);
    if (!user) return undefined;
    const standing = await desk.subscriptions.standing(subscriptionId);
    const after = await writeDown(desk, user, standing);
    if (after) return after;
  }
  throw new Refusal('UNAVAILABLE');
}

/** A try that was declined has come to nothing: no open invoice of it stays behind, and the next one is a new one. */
export async function forgetDeclined(desk: PlanDesk, user: User, subscriptionId: string) {
  const standing = await desk.subscriptions.standing(subscriptionId);
  if (standing.attempt?.is === 'declined') await forgetAttempt(desk, user, standing);
}

/** The account, and its subscription where it has one that is not over, in agreement with each other. */
async function lookAtPlan(
  desk: PlanDesk,
  userId: string,
): Promise<{ user: User; standing: SubscriptionStanding | undefined }> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const user = await userById(desk.table, userId, desk.now);
    if (!user) throw new Refusal('NOT_FOUND');
    const { membership, stripeCustomerId } = user;
    const standing = membership
      ? await desk.subscriptions.standing(membership.subscriptionId)
      : stripeCustomerId && (await desk.subscriptions.find(stripeCustomerId));
    if (!standing) return { user, standing: undefined };
    const after = await writeDown(desk, user, standing);
    if (after) return { user: after, standing: standing.is === 'over' ? undefined : standing };
  }
  throw new Refusal('UNAVAILABLE');
}

/** The account after what the provider says; undefined where it was changed meanwhile. */
async function writeDown(
  { table, now, log }: PlanDesk,
  user: User,
  standing: SubscriptionStanding,
): Promise<User | undefined> {
  const next = planAfter(user, standing);
  if (!next) return user;
  const { paid } = standing;
  const isNew = paid && paid.invoiceId !== user.membership?.invoiceId;
  const entry = isNew ? subscriptionEntry(paid.invoiceId, paid.amount) : undefined;
  let outcome = await savePlan(table, user, next, now, entry);
  // Its invoice was booked by a faster webhook; the plan goes without.
  if (outcome === 'BOOKED') outcome = await savePlan(table, user, next, now);
  if (outcome !== 'done') return undefined;
  if (next.licenseId !== user.licenseId)
    log.info('plan changed', { from: user.licenseId, to: next.licenseId });
  const { membership: _, ...rest } = user;
  return { ...rest, ...next, planVersion: (user.planVersion ?? 0) + 1 };
}

/**
 * What to do about a beginning or an upgrade that is not paid. The same one, with the same card, waits for its bank or has
 * failed, and says so; any other is given up (true: look again).
 */
async function isInTheWay(
  desk: PlanDesk,
  user: User,
  standing: SubscriptionStanding,
  wanted: PaidPlan,
): Promise<boolean> {
  const { attempt } = standing;
  if (!attempt) return false;
  if (attempt.is === 'underway') throw new Refusal('UNAVAILABLE');
  const sameCard = attempt.cardId === undefined || attempt.cardId === user.card?.id;
  if (attempt.is === 'needsAction' && attempt.plan === wanted && sameCard) throw atBank(attempt);
  await forgetAttempt(desk, user, standing);
  if (attempt.is === 'declined' && attempt.plan === wanted && sameCard) throw refused(attempt);
  return true;
}

async function forgetAttempt(desk: PlanDesk, user: User, { subscriptionId }: SubscriptionStanding) {
  await desk.subscriptions.giveUp(subscriptionId);
  await closeAttempt(desk.table, user);
}

async function go(
  desk: PlanDesk,
  user: User,
  way: 'resume' | 'subscribe' | 'raise',
  plan: PaidPlan,
): Promise<void> {
  const { subscriptions } = desk;
  const { id: userId, membership, card, stripeCustomerId: customerId } = user;
  if (!card || !customerId) throw new Refusal('PAYMENT_METHOD_REQUIRED', { message: NO_CARD });
  if (way === 'resume' && membership) {
    await subscriptions.setEnding(membership.subscriptionId, false);
    return;
  }
  const asking = { customerId, cardId: card.id, plan, key: `${userId}:${user.planVersion ?? 0}` };
  const standing = membership
    ? await subscriptions.raise({ ...asking, subscriptionId: membership.subscriptionId })
    : await subscriptions.subscribe({ ...asking, userId });
  // The same question from elsewhere is on its way: the next look finds what came of it.
  if (standing === 'underway') return;
  if (standing.is === 'declined') throw refused(standing);
  // Under an old key comes the answer to a try that came to nothing since: this one needs a key of its own.
  if (standing.is === 'over' || (standing.plan !== plan && !standing.attempt))
    return closeAttempt(desk.table, user);
  // Who pays for more does not want it to end.
  if (standing.plan === plan && !standing.attempt && standing.ending)
    await subscriptions.setEnding(standing.subscriptionId, false);
}

/** A renewal is owed: nothing moves before it is paid. */
async function payDebt(desk: PlanDesk, user: User, owed: SubscriptionStanding): Promise<void> {
  const { card, stripeCustomerId: customerId } = user;
  if (!card || !customerId) throw new Refusal('PAYMENT_METHOD_REQUIRED', { message: NO_CARD });
  if (owed.debt?.is === 'needsAction' && owed.debt.cardId === card.id) throw atBank(owed.debt);
  const { debt, subscriptionId } = await desk.subscriptions.payDebt(owed.subscriptionId, {
    customerId,
    cardId: card.id,
  });
  await noteSubscription(desk, user.id, subscriptionId);
  if (debt?.is === 'needsAction') throw atBank(debt);
  if (debt?.is === 'declined') throw refused(debt);
}

const refused = ({ sentence }: { readonly sentence: string }) =>
  new Refusal('CARD_DECLINED', { message: sentence });

const atBank = ({ clientSecret }: Extract<Unpaid, { is: 'needsAction' }>) =>
  new Refusal('CARD_ACTION_REQUIRED', { details: { clientSecret } });
