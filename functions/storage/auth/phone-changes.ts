import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { type Instant, later } from '#shared/time.ts';
import { PENDING_PHONE, type User } from '../accounts/users.ts';
import type { Condition } from '../conditions.ts';
import { phoneKey, userKey } from '../keys.ts';
import { remove, type Step, type TableWriter, update } from '../table.ts';
import { forgetDevices } from './known-devices.ts';
import { endPasskeys, passkeysLess } from './passkeys.ts';
import { claimPhone } from './phone-claims.ts';
import { ladderAsRead, recordStep, stepTimes } from './security-steps.ts';
import { requireLiveSession, sessionEnd } from './sessions.ts';
import type { Passkey } from './stored-passkey.ts';

/*
 * Phone changes. A phone number can be used to sign in, so it changes in one transaction, and the old phone gets a text
 * message: the step of the ladder keeps its number (security-steps.ts). Without a code from the old phone
 * the change is pending for 72 hours first: the account stores the next number, without claiming it. It expires 7 days after
 * it can be completed, and stays stored until a new one replaces it; read it with `pendingPhone`.
 */

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
 * Moves an account whose phone is lost to another number, in one transaction as `changePhone`. It ends every session and the given
 * passkeys, forgets the known devices, and holds payouts for 72 hours.
 */
export function recoverPhone(
  table: TableWriter,
  user: User,
  { phoneNumber, proofs, endedPasskeys }: Recovery,
  now: Instant,
): Promise<'done' | 'SPENT' | 'PHONE_TAKEN' | 'CHANGED'> {
  return table.transact<'SPENT' | 'PHONE_TAKEN' | 'CHANGED'>(
    ...proofs,
    ...moveSteps(user, { phoneNumber, endedPasskeys }, now),
    ...endPasskeys(endedPasskeys),
    forgetDevices(user.id, now),
  );
}

type Recovery = {
  /** E.164. */
  readonly phoneNumber: string;
  readonly proofs: readonly Step<'SPENT'>[];
  /** The passkeys that the person did not keep. */
  readonly endedPasskeys: readonly Passkey[];
};

/** The steps that move an account to another number. `keep`: the one session that continues. `endedPasskeys`: those of a recovery. */
function moveSteps(
  user: User,
  {
    phoneNumber,
    keep,
    endedPasskeys,
  }: { phoneNumber: string; keep?: string; endedPasskeys?: readonly Passkey[] },
  now: Instant,
): Step<'PHONE_TAKEN' | 'CHANGED'>[] {
  const steps = endedPasskeys
    ? (['PHONE_CHANGE', 'RECOVERY'] as const)
    : (['PHONE_CHANGE'] as const);
  return [
    claimPhone({ id: user.id, phoneNumber }),
    ...releasePhone(user),
    update(
      userKey(user.id),
      {
        set: { phoneNumber, ...stepTimes(now, ...steps), ...sessionEnd(now, keep) },
        remove: PENDING_PHONE,
        add: passkeysLess(endedPasskeys ?? []),
      },
      unchangedSinceRead(user),
    ),
    ...recordStep(user, endedPasskeys ? 'RECOVERY' : 'PHONE_CHANGE', now, { endedPasskeys }),
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
  return table.transact<Exclude<PhoneChangeOutcome, 'done' | 'PHONE_TAKEN'>>(
    ...proofs,
    requireLiveSession(user, sessionId, now),
    update(
      userKey(user.id),
      { set: { nextPhoneNumber: phoneNumber, nextPhoneAt: later(now, SECURITY_WAIT) } },
      unchangedSinceRead(user),
    ),
    ...recordStep(user, 'PHONE_REQUEST', now),
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
    update(userKey(user.id), { remove: PENDING_PHONE }),
  );
}

/** The condition that password, phone number, ladder and pending change are as they were read. */
const unchangedSinceRead = (user: User): Condition<User, 'CHANGED'> => ({
  when: {
    ...ladderAsRead(user),
    nextPhoneNumber: user.nextPhoneNumber,
    nextPhoneAt: user.nextPhoneAt,
  },
  otherwise: 'CHANGED',
});

/** Returns the step that releases the account's number; none for the product's own account, which starts without a number. */
const releasePhone = ({ id, phoneNumber }: User): Step<'CHANGED'>[] =>
  phoneNumber === ''
    ? []
    : [remove(phoneKey(phoneNumber), { when: { userId: id }, otherwise: 'CHANGED' })];
