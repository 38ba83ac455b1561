import type { DomainEvent } from '../../../shared/domain-events.ts';
import { newId } from '../../../shared/ids.ts';
import { SECURITY_WAIT } from '../../../shared/rules/auth/security-wait.ts';
import { DAY, type Instant, later, toSeconds } from '../../../shared/time.ts';
import { credentialsUnchanged, ifNotExpired, PENDING_PHONE, type User } from '../accounts/users.ts';
import { formerPhoneKey, type Key, phoneKey, userKey } from '../keys.ts';
import { publishEvent } from '../outbox.ts';
import {
  type Condition,
  put,
  remove,
  type Step,
  type TableReader,
  type TableWriter,
  update,
} from '../table.ts';
import { forgetDevices } from './known-devices.ts';
import { claimPhone } from './phone-claims.ts';
import { requireLiveSession, sessionEndUpdate } from './sessions.ts';

/*
 * Phone changes. A phone number can be used to sign in, so it changes in one transaction, and the old phone gets a text
 * message: its number is kept in a separate item until that is sent, for at most a week. Without a code from the old phone
 * the change is pending for 72 hours first: the account stores the next number, without claiming it. It expires 7 days after
 * it can be completed, and stays stored until a new one replaces it; read it with `pendingPhone`.
 */

const NOTIFY_WITHIN = 7 * DAY;

type FormerPhone = Key & { readonly phoneNumber: string; readonly expiresAt: number };

export type PhoneChange = {
  /** E.164. */
  readonly phoneNumber: string;
  /** The session of the caller. All other sessions end with the change. */
  readonly sessionId: string;
  /** The steps that spend the codes, or the confirmation by a passkey. */
  readonly proofs: readonly Step<'SPENT' | 'UNCONFIRMED'>[];
};

export type PhoneChangeOutcome =
  | 'done'
  | 'SPENT'
  | 'UNCONFIRMED'
  | 'PHONE_TAKEN'
  | 'SESSION_OVER'
  | 'CHANGED';

/**
 * Changes the phone number of an account in one transaction: spends the codes, claims the new number, releases the old one,
 * ends all other sessions and publishes the event. `PHONE_TAKEN`: another account has the new number. `CHANGED`: the
 * password, the number or the pending change differ from what was read.
 */
export function changePhone(
  table: TableWriter,
  user: User,
  { phoneNumber, sessionId, proofs }: PhoneChange,
  now: Instant,
): Promise<PhoneChangeOutcome> {
  return table.transact<Exclude<PhoneChangeOutcome, 'done'>>(
    ...proofs,
    requireLiveSession(user, sessionId, now),
    ...moveSteps(user, { phoneNumber, keep: sessionId }, now),
  );
}

/**
 * Moves an account whose phone is lost to another number, in one transaction as `changePhone`. It ends every session, forgets the
 * known devices, and holds payouts for 72 hours.
 */
export function recoverPhone(
  table: TableWriter,
  user: User,
  { phoneNumber, proofs }: { phoneNumber: string; proofs: readonly Step<'SPENT'>[] },
  now: Instant,
): Promise<'done' | 'SPENT' | 'PHONE_TAKEN' | 'CHANGED'> {
  return table.transact<'SPENT' | 'PHONE_TAKEN' | 'CHANGED'>(
    ...proofs,
    ...moveSteps(user, { phoneNumber, isRecovery: true }, now),
    forgetDevices(user.id, now),
  );
}

/** The steps that move an account to another number. `keep`: the one session that continues. */
function moveSteps(
  user: User,
  { phoneNumber, keep, isRecovery }: { phoneNumber: string; keep?: string; isRecovery?: true },
  now: Instant,
): Step<'PHONE_TAKEN' | 'CHANGED'>[] {
  const sessionEnd = sessionEndUpdate(now, keep);
  const event: DomainEvent<'user.phoneChanged'> = {
    id: newId(now),
    type: 'user.phoneChanged',
    at: now,
    detail: { userId: user.id },
  };
  return [
    claimPhone({ id: user.id, phoneNumber }),
    ...releasePhone(user),
    update(
      userKey(user.id),
      `SET #phoneNumber = :phoneNumber, #phoneChangedAt = :now${isRecovery ? ', #recoveredAt = :now' : ''}, ${sessionEnd.change} REMOVE ${PENDING_PHONE}`,
      { phoneNumber, now, ...sessionEnd.values },
      unchangedSinceRead(user),
    ),
    put({
      ...formerPhoneKey(user.id, event.id),
      phoneNumber: user.phoneNumber,
      expiresAt: toSeconds(later(now, NOTIFY_WITHIN)),
    }),
    publishEvent(event),
  ];
}

/**
 * Starts a pending phone change, which can be completed after 72 hours for 7 days, and publishes the event that warns the
 * owner. It replaces an earlier pending change. The number is not claimed before the change completes. `CHANGED` as in
 * `changePhone`.
 */
export function requestPhoneChange(
  table: TableWriter,
  user: User,
  { phoneNumber, sessionId, proofs }: PhoneChange,
  now: Instant,
): Promise<Exclude<PhoneChangeOutcome, 'PHONE_TAKEN'>> {
  const event: DomainEvent<'user.phoneChangeAsked'> = {
    id: newId(now),
    type: 'user.phoneChangeAsked',
    at: now,
    detail: { userId: user.id },
  };
  return table.transact<Exclude<PhoneChangeOutcome, 'done' | 'PHONE_TAKEN'>>(
    ...proofs,
    requireLiveSession(user, sessionId, now),
    update(
      userKey(user.id),
      'SET #nextPhoneNumber = :phoneNumber, #nextPhoneAt = :at',
      { phoneNumber, at: later(now, SECURITY_WAIT) },
      unchangedSinceRead(user),
    ),
    publishEvent(event),
  );
}

/** Cancels a pending phone change; does nothing if there is none. */
export function cancelPhoneChange(
  table: TableWriter,
  user: User,
  sessionId: string,
  now: Instant,
): Promise<'done' | 'SESSION_OVER'> {
  return table.transact<'SESSION_OVER'>(
    requireLiveSession(user, sessionId, now),
    update(userKey(user.id), `REMOVE ${PENDING_PHONE}`, {}),
  );
}

/** The condition that password, phone number and pending change are as they were read. */
function unchangedSinceRead(user: User): Condition<'CHANGED'> {
  const credentials = credentialsUnchanged(user, 'CHANGED');
  const { nextPhoneNumber, nextPhoneAt } = user;
  if (nextPhoneAt === undefined)
    return { ...credentials, when: `${credentials.when} AND attribute_not_exists(#nextPhoneAt)` };
  return {
    ...credentials,
    when: `${credentials.when} AND #nextPhoneNumber = :readNext AND #nextPhoneAt = :readNextAt`,
    values: { ...credentials.values, readNext: nextPhoneNumber, readNextAt: nextPhoneAt },
  };
}

/** Returns the step that releases the account's number; none for the product's own account, which starts without a number. */
const releasePhone = ({ id, phoneNumber }: User): Step<'CHANGED'>[] =>
  phoneNumber === ''
    ? []
    : [
        remove(phoneKey(phoneNumber), {
          when: '#userId = :userId',
          values: { userId: id },
          otherwise: 'CHANGED',
        }),
      ];

/** Reads the number that a change removed from an account, in E.164; undefined once its phone was notified. */
export async function readFormerPhone(
  table: TableReader,
  { id, detail: { userId } }: DomainEvent<'user.phoneChanged'>,
  now: Instant,
): Promise<string | undefined> {
  return ifNotExpired(await table.get<FormerPhone>(formerPhoneKey(userId, id)), now)?.phoneNumber;
}

/** Deletes the former number after its phone was notified. */
export async function deleteFormerPhone(
  table: TableWriter,
  { id, detail: { userId } }: DomainEvent<'user.phoneChanged'>,
): Promise<void> {
  await table.write(remove(formerPhoneKey(userId, id)));
}
