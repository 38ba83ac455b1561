import { newId } from '#shared/ids.ts';
import { type Cents, negative } from '#shared/money.ts';
import type { Referral } from '#shared/rules/accounts/referrals.ts';
import { referralEntry } from '#shared/rules/ledger/ledger.ts';
import type { Instant } from '#shared/time.ts';
import { definedSteps } from '../counters.ts';
import { INVITED_PREFIX, referralBonusKey, userKey, userPartition } from '../keys.ts';
import { book, changeBalanceIfCovered } from '../ledger/ledger.ts';
import { publishEvent } from '../outbox.ts';
import { put, type TableReader, type TableWriter } from '../table.ts';
import { raiseAlert } from './alerts.ts';
import type { User } from './users.ts';

/*
 * Referral bonuses: one item per invited person, which says what was booked. It changes in one transaction with each ledger
 * entry.
 */

/** The bonus that was booked for an invited person. */
export type ReferralItem = Referral & { readonly version: number };

/** Reads the bonus for an invited person; undefined if none was ever booked. */
export async function referralOf(
  table: TableReader,
  invitedUserId: string,
): Promise<ReferralItem | undefined> {
  return table.get(referralBonusKey(invitedUserId));
}

/** A person who joined by an invitation, and the bonus for it, if one was ever booked. */
export type Invited = {
  readonly user: User | undefined;
  readonly joinedAt: Instant;
  readonly referral: Referral | undefined;
};

/** The people who joined by a person's invitations, the latest `limit` (at most 50), newest first. */
export async function invitedBy(
  table: TableReader,
  inviterId: string,
  limit: number,
): Promise<Invited[]> {
  const { items } = await table.query<{ readonly userId: string; readonly joinedAt: Instant }>({
    partition: userPartition(inviterId),
    prefix: INVITED_PREFIX,
    newestFirst: true,
    limit,
  });
  const ids = items.map(({ userId }) => userId);
  if (ids.length === 0) return [];
  const found = await table.getMany<unknown>([...ids.map(userKey), ...ids.map(referralBonusKey)]);
  return items.map(({ joinedAt }, nth) => ({
    user: found[nth] as User | undefined,
    joinedAt,
    referral: found[ids.length + nth] as Referral | undefined,
  }));
}

/** The alert for a booked bonus; the latest one replaces the opposite one on the home screen. */
const bonusAlert = (by: Cents) =>
  by > 0
    ? ({ kind: 'BONUS_EARNED', amount: by, insteadOf: 'BONUS_TAKEN_BACK' } as const)
    : ({ kind: 'BONUS_TAKEN_BACK', amount: negative(by), insteadOf: 'BONUS_EARNED' } as const);

/**
 * Books the bonus or takes it back. CHANGED: another call was first. SHORT: the inviter is owed less than the amount to
 * take back.
 */
export function bookReferral(
  table: TableWriter,
  invitedUserId: string,
  {
    after,
    by,
    version,
  }: { readonly after: Referral; readonly by: Cents; readonly version: number },
  now: Instant,
): Promise<'done' | 'CHANGED' | 'SHORT' | 'BOOKED'> {
  const item = { ...referralBonusKey(invitedUserId), ...after, version: version + 1 };
  return table.transact<'CHANGED' | 'SHORT' | 'BOOKED'>(
    ...definedSteps<'CHANGED' | 'SHORT' | 'BOOKED'>([
      put(item, { when: { version: version === 0 ? undefined : version }, otherwise: 'CHANGED' }),
      ...(by === 0 ? [] : movementSteps(after, invitedUserId, by, now)),
    ]),
  );
}

/** The steps that move the money of a bonus and notify the inviter. There is nothing to say of a bonus that did not move. */
function movementSteps(
  { inviterId: userId, count }: Referral,
  invitedUserId: string,
  by: Cents,
  now: Instant,
) {
  return [
    book(referralEntry(userId, invitedUserId, count, by), now),
    changeBalanceIfCovered(userId, by, now),
    publishEvent({
      id: newId(now),
      type: by > 0 ? 'referral.earned' : 'referral.takenBack',
      at: now,
      detail: { userId, invitedUserId, amountCents: Math.abs(by) },
    }),
    raiseAlert(userId, bonusAlert(by), now),
  ];
}
