import type { DomainEvent } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import { PASSKEYS_MAX } from '#shared/rules/auth/passkeys.ts';
import { type OldChannel, wayBackAfter } from '#shared/rules/auth/takeover-ladder.ts';
import type { Instant } from '#shared/time.ts';
import { PENDING_PHONE, type User } from '../accounts/users.ts';
import { phoneKey, securityStepKey, userKey } from '../keys.ts';
import { publishEvent } from '../outbox.ts';
import { unlinkPayoutAccount } from '../payouts/payout-accounts.ts';
import { remove, type Step, type TableWriter, update } from '../table.ts';
import { moveEmailEntry } from './email-entries.ts';
import { forgetDevices } from './known-devices.ts';
import { endPasskeys, restorePasskeys } from './passkeys.ts';
import { claimPhone } from './phone-claims.ts';
import { ladderUnchanged, type SecurityStep } from './security-steps.ts';
import { sessionEnd } from './sessions.ts';
import type { Passkey } from './stored-passkey.ts';

/*
 * Stopping a step of the takeover ladder: one transaction ends what the step gave and restores what it took. The table of rules says
 * what that is for each step. docs/product/auth.md#stopping-a-step
 */

export type StopOutcome = 'done' | 'STOPPED' | 'PHONE_TAKEN' | 'CHANGED';

type Stop = {
  readonly channel: OldChannel;
  /** All passkeys of the account, as they were read. */
  readonly passkeys: readonly Passkey[];
  /** The payout account that a stopped setup unlinks; undefined for other steps, and without one. */
  readonly payoutAccountId: string | undefined;
  /** Whether another account has the old number by now: this account then has none. */
  readonly withoutPhone?: boolean;
};

/**
 * Stops a step. STOPPED: it was stopped already. PHONE_TAKEN: another account has the old number. CHANGED: the account or its passkeys
 * differ from what was read.
 */
export function stopStep(
  table: TableWriter,
  user: User,
  step: SecurityStep,
  { channel, passkeys, payoutAccountId, withoutPhone = false }: Stop,
  now: Instant,
): Promise<StopOutcome> {
  const added = passkeys.filter(({ createdAt }) => createdAt >= step.at);
  const room = PASSKEYS_MAX - (passkeys.length - added.length);
  const restored = (step.endedPasskeys ?? [])
    .filter(({ id }) => !passkeys.some((passkey) => passkey.id === id))
    .slice(0, room);
  const phoneNumber = withoutPhone ? '' : numberAfter(user, step);
  return table.transact<Exclude<StopOutcome, 'done'>>(
    update(
      securityStepKey(user.id, step.id),
      { set: { stoppedAt: now } },
      { when: { stoppedAt: undefined }, otherwise: 'STOPPED' },
    ),
    accountUpdate(user, step, { channel, phoneNumber, more: restored.length - added.length }, now),
    ...moveBack(user, phoneNumber),
    ...(step.step === 'EMAIL_CHANGE' ? moveEmailEntry(user, step.email) : []),
    ...endPasskeys(added),
    ...restorePasskeys(restored),
    forgetDevices(user.id, now),
    ...(payoutAccountId === undefined ? [] : [unlinkPayoutAccount(user.id, payoutAccountId)]),
    publishEvent(stoppedEvent(user.id, now)),
  );
}

type AccountAfter = {
  readonly channel: OldChannel;
  readonly phoneNumber: string;
  /** By how many passkeys the account has more than before. */
  readonly more: number;
};

/** The update of the account: no session, no pending phone change, and the credentials that the rule of the step says. */
function accountUpdate(
  user: User,
  step: SecurityStep,
  { channel, phoneNumber, more }: AccountAfter,
  now: Instant,
): Step<'CHANGED'> {
  return update(
    userKey(user.id),
    {
      set: {
        // Every step except a reset required the password. After a reset the password from before is the owner's.
        passwordHash: step.passwordHash ?? '',
        phoneNumber,
        stepStoppedAt: now,
        ladderStepAt: now,
        ...sessionEnd(now),
      },
      setOrRemove: {
        openAfterStop: wayBackAfter(step.step, channel),
        ...(step.step === 'EMAIL_CHANGE' && emailBefore(step)),
      },
      remove: [
        ...PENDING_PHONE,
        // The name that Stripe verified is that of the account which is unlinked.
        ...(step.step === 'PAYOUT_SETUP' ? (['identity'] as const) : []),
      ],
      add: { passkeyCount: more },
    },
    ladderUnchanged(user),
  );
}

/** The number of the account after a stop: the old one after a move, otherwise the current one. */
const numberAfter = (user: User, { step, phoneNumber }: SecurityStep): string =>
  step === 'PHONE_CHANGE' || step === 'RECOVERY' ? phoneNumber : user.phoneNumber;

/** The steps that move an account back to its old number. */
function moveBack(user: User, phoneNumber: string): Step<'PHONE_TAKEN' | 'CHANGED'>[] {
  if (user.phoneNumber === phoneNumber) return [];
  const released = remove(phoneKey(user.phoneNumber), {
    when: { userId: user.id },
    otherwise: 'CHANGED',
  });
  return [
    ...(user.phoneNumber === '' ? [] : [released]),
    ...(phoneNumber === '' ? [] : [claimPhone({ id: user.id, phoneNumber })]),
  ];
}

/** The email address of the account before a step, with the time of its confirmation; both undefined if it had none. */
const emailBefore = ({ email, emailConfirmedAt }: SecurityStep) => ({
  email,
  emailConfirmedAt: email === undefined ? undefined : emailConfirmedAt,
});

const stoppedEvent = (userId: string, now: Instant): DomainEvent<'user.stepStopped'> => ({
  id: newId(now),
  type: 'user.stepStopped',
  at: now,
  detail: { userId },
});
