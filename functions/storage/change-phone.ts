import type { Fact } from '../../shared/facts.ts';
import { newId } from '../../shared/ids.ts';
import { SECURITY_WAIT } from '../../shared/rules/security-wait.ts';
import { DAY, type Instant, later, toSeconds } from '../../shared/time.ts';
import { tell } from './facts.ts';
import { formerPhoneKey, type Key, phoneKey, userKey } from './keys.ts';
import { claimPhone } from './phone-claims.ts';
import { endingSessions, sessionStands } from './sessions.ts';
import {
  type Condition,
  put,
  remove,
  type Step,
  type TableReader,
  type TableWriter,
  update,
} from './table.ts';
import { PENDING_PHONE, stands, stillReachedBy, type User } from './users.ts';

/*
 * Another phone number for an account. The number is a way in, so it changes as a whole or not at all, and the phone
 * that loses it is told: the number waits in an item of its own until that is done, and for a week at most. Without a code
 * from the old phone the change is pending first: the account keeps the next number for 72 hours, which claims nothing.
 */

const TOLD_WITHIN = 7 * DAY;

type FormerPhone = Key & { readonly phoneNumber: string; readonly expiresAt: number };

export type PhoneChange = {
  /** E.164. */
  readonly phoneNumber: string;
  /** The session that asks for it, which goes on; all others end. */
  readonly sessionId: string;
  /** Spends the codes that prove the right to it. */
  readonly proofs: readonly Step<'SPENT'>[];
};

export type PhoneChanged = 'done' | 'SPENT' | 'PHONE_TAKEN' | 'SESSION_OVER' | 'CHANGED';

/**
 * Moves an account to another number in one transaction: the codes are spent, the new number claimed, the old one free
 * for others, the account changed, every other session over, and the fact told. Whoever takes the number in the same
 * moment wins or gets `PHONE_TAKEN`; a new password, another number, or a pending change that is asked for or stopped in
 * the same moment answers `CHANGED`.
 */
export function changePhone(
  table: TableWriter,
  user: User,
  { phoneNumber, sessionId, proofs }: PhoneChange,
  now: Instant,
): Promise<PhoneChanged> {
  const ending = endingSessions(now, sessionId);
  const fact: Fact<'user.phoneChanged'> = {
    id: newId(now),
    type: 'user.phoneChanged',
    at: now,
    detail: { userId: user.id },
  };
  return table.transact<Exclude<PhoneChanged, 'done'>>(
    ...proofs,
    sessionStands(user, sessionId, now),
    claimPhone({ id: user.id, phoneNumber }),
    ...release(user),
    update(
      userKey(user.id),
      `SET #phoneNumber = :phoneNumber, #phoneChangedAt = :now, ${ending.change} REMOVE ${PENDING_PHONE}`,
      { phoneNumber, now, ...ending.values },
      stillAsRead(user),
    ),
    put({
      ...formerPhoneKey(user.id, fact.id),
      phoneNumber: user.phoneNumber,
      expiresAt: toSeconds(later(now, TOLD_WITHIN)),
    }),
    tell(fact),
  );
}

/**
 * Asks for another number: the change is pending for 72 hours and the account is told of. The number is not claimed,
 * so that nobody holds one that is not theirs yet. One that was pending before gives way. `CHANGED` as in `changePhone`.
 */
export function askForPhone(
  table: TableWriter,
  user: User,
  { phoneNumber, sessionId, proofs }: PhoneChange,
  now: Instant,
): Promise<Exclude<PhoneChanged, 'PHONE_TAKEN'>> {
  const fact: Fact<'user.phoneChangeAsked'> = {
    id: newId(now),
    type: 'user.phoneChangeAsked',
    at: now,
    detail: { userId: user.id },
  };
  return table.transact<'SPENT' | 'SESSION_OVER' | 'CHANGED'>(
    ...proofs,
    sessionStands(user, sessionId, now),
    update(
      userKey(user.id),
      'SET #nextPhoneNumber = :phoneNumber, #nextPhoneAt = :at',
      { phoneNumber, at: later(now, SECURITY_WAIT) },
      stillAsRead(user),
    ),
    tell(fact),
  );
}

/** Ends a pending change, where there is one; the number stays as it is. */
export function stopPhone(
  table: TableWriter,
  user: User,
  sessionId: string,
  now: Instant,
): Promise<'done' | 'SESSION_OVER'> {
  return table.transact<'SESSION_OVER'>(
    sessionStands(user, sessionId, now),
    update(userKey(user.id), `REMOVE ${PENDING_PHONE}`, {}),
  );
}

/** The account is reached as it was when it was read, and the same change of its number is pending, or none. */
function stillAsRead(user: User): Condition<'CHANGED'> {
  const reached = stillReachedBy(user, 'CHANGED');
  const { nextPhoneNumber, nextPhoneAt } = user;
  if (nextPhoneAt === undefined)
    return { ...reached, when: `${reached.when} AND attribute_not_exists(#nextPhoneAt)` };
  return {
    ...reached,
    when: `${reached.when} AND #nextPhoneNumber = :readNext AND #nextPhoneAt = :readNextAt`,
    values: { ...reached.values, readNext: nextPhoneNumber, readNextAt: nextPhoneAt },
  };
}

/** The product's own account begins without a number, so there may be none to let go. */
const release = ({ id, phoneNumber }: User): Step<'CHANGED'>[] =>
  phoneNumber === ''
    ? []
    : [
        remove(phoneKey(phoneNumber), {
          when: '#userId = :userId',
          values: { userId: id },
          otherwise: 'CHANGED',
        }),
      ];

/** The number that a change took from an account, in E.164, until its phone was told. */
export async function formerPhone(
  table: TableReader,
  { id, detail: { userId } }: Fact<'user.phoneChanged'>,
  now: Instant,
): Promise<string | undefined> {
  return stands(await table.get<FormerPhone>(formerPhoneKey(userId, id)), now)?.phoneNumber;
}

/** The phone was told: nothing of its number stays. */
export async function forgetFormerPhone(
  table: TableWriter,
  { id, detail: { userId } }: Fact<'user.phoneChanged'>,
): Promise<void> {
  await table.write(remove(formerPhoneKey(userId, id)));
}
