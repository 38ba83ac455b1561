import { isPaid, type PlanHeld } from '../../../shared/rules/billing/plans.ts';
import type { LedgerEntry } from '../../../shared/rules/ledger/ledger.ts';
import type { Instant } from '../../../shared/time.ts';
import { raiseAlert } from '../accounts/alerts.ts';
import type { Card, InboundSettings, User } from '../accounts/users.ts';
import { present } from '../counters.ts';
import { userKey } from '../keys.ts';
import { book } from '../ledger/ledger.ts';
import { namedFact, planFact, tell } from '../outbox.ts';
import { type Condition, type Step, type TableWriter, update } from '../table.ts';

/* The plan of an account. Whoever writes says which account they have read: of two writes at once one wins. */

/** Nobody changed the plan since the account was read. */
const unchanged = ({ planVersion, licenseId }: User): Condition<'CHANGED'> => ({
  when: `#licenseId = :was AND ${planVersion === undefined ? 'attribute_not_exists(#planVersion)' : '#planVersion = :read'}`,
  values: { was: licenseId, read: planVersion },
  otherwise: 'CHANGED',
});

/**
 * The account is on this plan now. `entry` books the payment behind it, in the same transaction; BOOKED where that was
 * done before. Who leaves the registration by it can be found by name from now on; whose renewal failed, or whose plan is
 * over, is told.
 */
export function savePlan(
  table: TableWriter,
  user: User,
  { licenseId, membership }: PlanHeld,
  now: Instant,
  entry?: LedgerEntry,
): Promise<'done' | 'CHANGED' | 'BOOKED'> {
  const registered = user.licenseId === 'NONE' && licenseId !== 'NONE';
  const ended = isPaid(user.licenseId) && licenseId === 'FREE';
  const fails = membership?.failing === true && user.membership?.failing !== true;
  return table.transact<'CHANGED' | 'BOOKED'>(
    ...present<'CHANGED' | 'BOOKED'>([
      update(
        userKey(user.id),
        membership
          ? 'SET #licenseId = :licenseId, #membership = :membership ADD #planVersion :one'
          : 'SET #licenseId = :licenseId REMOVE #membership ADD #planVersion :one',
        { licenseId, one: 1, membership },
        unchanged(user),
      ),
      entry && book(entry, now),
      registered ? tell(namedFact(user.id, now)) : undefined,
      fails ? tell(planFact('plan.renewalFailed', user, now)) : undefined,
      ended ? tell(planFact('plan.ended', user, now)) : undefined,
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

/** Books a payment that changes nothing about the plan; the second time nothing happens. */
export async function bookPayment(
  table: TableWriter,
  entry: LedgerEntry,
  now: Instant,
): Promise<void> {
  await table.write(book(entry, now));
}

/** A try to change the plan came to nothing: the next one is another one to the provider. */
export async function closeAttempt(table: TableWriter, user: User): Promise<void> {
  await table.write(update(userKey(user.id), 'ADD #planVersion :one', { one: 1 }, unchanged(user)));
}

/** The step that saves the card on file. CHANGED: the account does not exist. */
export const cardOnFile = (userId: string, card: Card): Step<'CHANGED'> =>
  update(
    userKey(userId),
    'SET #card = :card',
    { card },
    { when: 'attribute_exists(#pk)', otherwise: 'CHANGED' },
  );

/** What a person who registers on a paid plan asks of senders and pays with, before anybody is asked for money. */
export function prepareRegistration(
  table: TableWriter,
  user: User,
  { paidResponsePrice, paidResponseCommitment }: InboundSettings,
  card: Card,
): Promise<'done' | 'CHANGED'> {
  return table.write(
    update(
      userKey(user.id),
      'SET #paidResponsePrice = :price, #paidResponseCommitment = :commitment, #card = :card',
      { price: paidResponsePrice, commitment: paidResponseCommitment, card },
      {
        when: '#licenseId = :licenseId',
        values: { licenseId: user.licenseId },
        otherwise: 'CHANGED',
      },
    ),
  );
}
