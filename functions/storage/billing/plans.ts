import type { Cents } from '#shared/money.ts';
import { type AccountPlan, isPaid } from '#shared/rules/billing/plans.ts';
import { subscriptionEntry } from '#shared/rules/ledger/ledger.ts';
import type { Instant } from '#shared/time.ts';
import { raiseAlert } from '../accounts/alerts.ts';
import type { Card, InboundSettings, User } from '../accounts/users.ts';
import { type Condition, exists, within } from '../conditions.ts';
import { definedSteps } from '../counters.ts';
import { userKey } from '../keys.ts';
import { book } from '../ledger/ledger.ts';
import { planChargedEvent, planEvent, publishEvent, userNamedEvent } from '../outbox.ts';
import { type Step, type TableWriter, update } from '../table.ts';

/*
 * The stored plan of an account. Every write is conditional on the account that was read, so of two concurrent ones one
 * fails.
 */

/** The condition that the plan is unchanged since the account was read. */
const unchanged = ({ planVersion, licenseId }: User): Condition<User, 'CHANGED'> => ({
  when: { licenseId, planVersion },
  otherwise: 'CHANGED',
});

/** A payment of a plan at Stripe. */
export type PlanCharge = { readonly invoiceId: string; readonly amount: Cents };

/** The steps that book a payment of a plan and publish its event. BOOKED: it was booked before. */
const chargeSteps = (
  { invoiceId, amount }: PlanCharge,
  owner: { readonly userId: string; readonly plan: string | undefined },
  now: Instant,
): Step<'BOOKED'>[] => [
  book(subscriptionEntry(invoiceId, amount), now),
  publishEvent(planChargedEvent({ ...owner, amount }, now)),
];

/**
 * Saves the plan of an account. `charge` is booked in the same transaction; BOOKED: it was booked before. A person who completes
 * the registration by it can be found by username from now on. A person whose renewal failed or whose plan ended is notified.
 */
export function savePlan(
  table: TableWriter,
  user: User,
  { licenseId, membership }: AccountPlan,
  now: Instant,
  charge?: PlanCharge,
): Promise<'done' | 'CHANGED' | 'BOOKED'> {
  const registered = user.licenseId === 'NONE' && licenseId !== 'NONE';
  const ended = isPaid(user.licenseId) && licenseId === 'FREE';
  const fails = membership?.failing === true && user.membership?.failing !== true;
  return table.transact<'CHANGED' | 'BOOKED'>(
    ...definedSteps<'CHANGED' | 'BOOKED'>([
      update(
        userKey(user.id),
        { set: { licenseId }, setOrRemove: { membership }, add: { planVersion: 1 } },
        unchanged(user),
      ),
      ...(charge ? chargeSteps(charge, { userId: user.id, plan: licenseId }, now) : []),
      registered ? publishEvent(userNamedEvent(user.id, now)) : undefined,
      fails ? publishEvent(planEvent('plan.renewalFailed', user, now)) : undefined,
      ended ? publishEvent(planEvent('plan.ended', user, now)) : undefined,
      ended
        ? raiseAlert(
            user.id,
            { kind: 'PLAN_ENDED', about: user.licenseId, insteadOf: 'BADGE_LOST' },
            now,
          )
        : undefined,
    ]),
  );
}

/** Books a payment that does not change the plan. Repeating it changes nothing. */
export async function bookPayment(
  table: TableWriter,
  userId: string,
  charge: PlanCharge,
  now: Instant,
): Promise<void> {
  await table.transact(...chargeSteps(charge, { userId, plan: undefined }, now));
}

/** Increments planVersion after a failed attempt to change the plan, so that the next attempt has a new idempotency key. */
export async function endAttempt(table: TableWriter, user: User): Promise<void> {
  await table.write(update(userKey(user.id), { add: { planVersion: 1 } }, unchanged(user)));
}

/** The step that saves the card on file. CHANGED: the account does not exist. */
export const cardOnFile = (userId: string, card: Card): Step<'CHANGED'> =>
  update(userKey(userId), { set: { card } }, { when: { pk: exists }, otherwise: 'CHANGED' });

/** The step that removes the card on file. CHANGED: it is another one. */
export const cardRemoval = (userId: string, cardId: string): Step<'CHANGED'> =>
  update(
    userKey(userId),
    { remove: ['card'] },
    { when: { card: within({ id: cardId }) }, otherwise: 'CHANGED' },
  );

/** The step that saves the card before as the card on file again, or none. CHANGED: another one was saved meanwhile. */
export const cardRestored = (
  userId: string,
  cardId: string,
  before: Card | undefined,
): Step<'CHANGED'> =>
  update(
    userKey(userId),
    { setOrRemove: { card: before } },
    { when: { card: within({ id: cardId }) }, otherwise: 'CHANGED' },
  );

/** Saves the price, commitment and card of a person who registers on a paid plan, before the card is charged. */
export function prepareRegistration(
  table: TableWriter,
  user: User,
  { paidResponsePrice, paidResponseCommitment }: InboundSettings,
  card: Card,
): Promise<User | 'CHANGED'> {
  return table.change<User, 'CHANGED'>(
    update(
      userKey(user.id),
      { set: { paidResponsePrice, paidResponseCommitment, card } },
      { when: { licenseId: user.licenseId }, otherwise: 'CHANGED' },
    ),
  );
}
