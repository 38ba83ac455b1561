import type { LedgerEntry } from '../../shared/rules/ledger.ts';
import { badgeWith, type PlanHeld } from '../../shared/rules/plans.ts';
import type { Instant } from '../../shared/time.ts';
import { present } from './counters.ts';
import { namedFact, tell } from './facts.ts';
import { userKey } from './keys.ts';
import { book } from './ledger.ts';
import { type Condition, type Step, type TableWriter, update } from './table.ts';
import type { Card, InboundSettings, User } from './users.ts';

/* The plan of an account. Whoever writes says which account they have read: of two writes at once one wins. */

type Plan = Pick<PlanHeld, 'licenseId' | 'trusted' | 'membership'>;

/** Nobody changed the plan since the account was read. */
const unchanged = ({ planVersion, licenseId }: User): Condition<'CHANGED'> => ({
  when: `#licenseId = :was AND ${planVersion === undefined ? 'attribute_not_exists(#planVersion)' : '#planVersion = :read'}`,
  values: { was: licenseId, read: planVersion },
  otherwise: 'CHANGED',
});

/** And the person is called what they were called then: the badge goes by it. */
function unchangedAs(user: User): Condition<'CHANGED'> {
  const { when, values, otherwise } = unchanged(user);
  return {
    when: `${when} AND #fullName = :fullName`,
    values: { ...values, fullName: user.fullName },
    otherwise,
  };
}

/**
 * The account is on this plan now. `entry` books the payment behind it, in the same transaction; BOOKED where that was
 * done before. Who leaves the registration by it can be found by name from now on.
 */
export function savePlan(
  table: TableWriter,
  user: User,
  { licenseId, trusted, membership }: Plan,
  now: Instant,
  entry?: LedgerEntry,
): Promise<'done' | 'CHANGED' | 'BOOKED'> {
  const registered = user.licenseId === 'NONE' && licenseId !== 'NONE';
  const set = '#licenseId = :licenseId, #trusted = :trusted';
  return table.transact<'CHANGED' | 'BOOKED'>(
    ...present<'CHANGED' | 'BOOKED'>([
      update(
        userKey(user.id),
        membership
          ? `SET ${set}, #membership = :membership ADD #planVersion :one`
          : `SET ${set} REMOVE #membership ADD #planVersion :one`,
        { licenseId, trusted, one: 1, membership },
        unchangedAs(user),
      ),
      entry && book(entry, now),
      registered ? tell(namedFact(user.id, now)) : undefined,
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

/** The card on file becomes this one; the badge goes by the name on it. */
export const saveCardOnFile = (
  table: TableWriter,
  user: User,
  card: Card,
): Promise<'done' | 'CHANGED'> => table.write(cardOnFile(user, card));

/** The same as a step of something larger. CHANGED: the account has another name or plan than was read. */
export function cardOnFile(user: User, card: Card): Step<'CHANGED'> {
  const { licenseId, fullName } = user;
  return update(
    userKey(user.id),
    'SET #card = :card, #trusted = :trusted',
    { card, trusted: badgeWith(user, card.name) },
    {
      when: '#licenseId = :licenseId AND #fullName = :fullName',
      values: { licenseId, fullName },
      otherwise: 'CHANGED',
    },
  );
}

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
