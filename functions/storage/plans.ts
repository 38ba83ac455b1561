import type { LedgerEntry } from '../../shared/rules/ledger.ts';
import { badgeWith, isPaid, losesBadge, type PlanHeld } from '../../shared/rules/plans.ts';
import type { Instant } from '../../shared/time.ts';
import { raiseAlert } from './alerts.ts';
import { present } from './counters.ts';
import { namedFact, planFact, tell } from './facts.ts';
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
 * done before. Who leaves the registration by it can be found by name from now on; whose renewal failed, or whose plan is
 * over, is told.
 */
export function savePlan(
  table: TableWriter,
  user: User,
  { licenseId, trusted, membership }: Plan,
  now: Instant,
  entry?: LedgerEntry,
): Promise<'done' | 'CHANGED' | 'BOOKED'> {
  const registered = user.licenseId === 'NONE' && licenseId !== 'NONE';
  const ended = isPaid(user.licenseId) && licenseId === 'FREE';
  const fails = membership?.failing === true && user.membership?.failing !== true;
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

/** The card on file becomes this one; the badge goes by the name on it. */
export function saveCardOnFile(
  table: TableWriter,
  user: User,
  card: Card,
  now: Instant,
): Promise<'done' | 'CHANGED'> {
  const [change, ...beside] = cardOnFile(user, card, now);
  return beside.length === 0
    ? table.write<'CHANGED'>(change)
    : table.transact<'CHANGED'>(change, ...beside);
}

/**
 * The same as steps of something larger. A badge that goes with it stands on the person's home screen. CHANGED: the
 * account has another name, plan or badge than was read.
 */
export function cardOnFile(
  user: User,
  card: Card,
  now: Instant,
): [Step<'CHANGED'>, ...Step<never>[]] {
  const { licenseId, fullName } = user;
  const trusted = badgeWith(user, card.name);
  const change = update(
    userKey(user.id),
    'SET #card = :card, #trusted = :trusted',
    { card, trusted },
    {
      when: '#licenseId = :licenseId AND #fullName = :fullName AND #trusted = :was',
      values: { licenseId, fullName, was: user.trusted },
      otherwise: 'CHANGED' as const,
    },
  );
  const lost = losesBadge(user, trusted);
  return [change, ...(lost ? [raiseAlert(user.id, { kind: 'BADGE_LOST' }, now)] : [])];
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
