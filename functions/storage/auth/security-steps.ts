import type { DomainEvent, DomainEventType } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import {
  type LadderStep,
  type LadderTimes,
  type RecordedStep,
  stoppableUntil,
  TAKEOVER_LADDER,
} from '#shared/rules/auth/takeover-ladder.ts';
import { DAY, type Instant, later, toSeconds } from '#shared/time.ts';
import { credentialsOf, ifNotExpired, type User } from '../accounts/users.ts';
import type { Condition } from '../conditions.ts';
import { type Key, SECURITY_STEP_PREFIX, securityStepKey, userPartition } from '../keys.ts';
import { deleteItems } from '../list-position.ts';
import { publishEvent } from '../outbox.ts';
import { put, type Step, type TableReader, type TableWriter } from '../table.ts';
import type { Passkey } from './stored-passkey.ts';

/*
 * The steps of the takeover ladder that an account made: one item for each, with the old channels that are told of it and what
 * stopping it restores. It is written in the transaction of the step, and deleted after a week.
 */

export type SecurityStep = Key & {
  /** The id of the domain event about it. */
  readonly id: string;
  readonly userId: string;
  readonly step: RecordedStep;
  readonly at: Instant;
  /** The phone number (E.164; empty for none) and the email address of the account before the step. */
  readonly phoneNumber: string;
  readonly email?: string;
  readonly emailConfirmedAt?: Instant;
  /** The hash of the password before a reset. */
  readonly passwordHash?: string;
  /** The passkeys that it ended. */
  readonly endedPasskeys?: readonly Passkey[];
  /** When one of the old channels stopped it. */
  readonly stoppedAt?: Instant;
  readonly expiresAt: number;
};

/** How long both old channels can be told of a step. */
const RETENTION = 7 * DAY;

/** The domain event about each step. */
const EVENTS = {
  PASSWORD_RESET: 'user.passwordReset',
  PASSWORD_CHANGE: 'user.passwordChanged',
  PHONE_REQUEST: 'user.phoneChangeAsked',
  PHONE_CHANGE: 'user.phoneChanged',
  RECOVERY: 'user.phoneChanged',
  EMAIL_CHANGE: 'user.emailChanged',
  PASSKEY_ADDED: 'user.passkeyAdded',
  PASSKEY_REMOVED: 'user.passkeyRemoved',
  PAYOUT_SETUP: 'user.payoutSetUp',
} as const satisfies Record<RecordedStep, DomainEventType>;

/** The steps that record a step of the ladder, and publish its event. `user`: the account as it was before. */
export function recordStep(
  user: User,
  step: RecordedStep,
  now: Instant,
  { endedPasskeys = [] }: { readonly endedPasskeys?: readonly Passkey[] } = {},
): Step<never>[] {
  const { id: userId, phoneNumber, email, emailConfirmedAt, passwordHash } = user;
  const event = { id: newId(now), type: EVENTS[step], at: now, detail: { userId } } as DomainEvent;
  const keptUntil = step === 'PHONE_REQUEST' ? stoppableUntil(step, now) : later(now, RETENTION);
  const item: SecurityStep = {
    ...securityStepKey(userId, event.id),
    id: event.id,
    userId,
    step,
    at: now,
    phoneNumber,
    ...(email !== undefined && { email }),
    ...(emailConfirmedAt !== undefined && { emailConfirmedAt }),
    ...(step === 'PASSWORD_RESET' && { passwordHash }),
    ...(endedPasskeys.length > 0 && { endedPasskeys }),
    expiresAt: toSeconds(keptUntil),
  };
  return [put(item), publishEvent(event)];
}

/** The events of which both old channels are told. */
export type SecurityStepEvent = DomainEvent<(typeof EVENTS)[RecordedStep]>;

export const isSecurityStepEvent = (event: DomainEvent): event is SecurityStepEvent =>
  Object.values(EVENTS).some((type) => type === event.type);

/** Reads a step by the id of its event; undefined after a week. */
export async function securityStepOf(
  table: TableReader,
  userId: string,
  id: string,
  now: Instant,
): Promise<SecurityStep | undefined> {
  return ifNotExpired(await table.get<SecurityStep>(securityStepKey(userId, id)), now);
}

/** The attributes of an account that say when steps were made, with the time of these. */
export const stepTimes = (now: Instant, ...steps: readonly LadderStep[]): LadderTimes => ({
  ...Object.fromEntries(steps.map((step) => [TAKEOVER_LADDER[step].at, now])),
  ladderStepAt: now,
});

/**
 * The password, the phone number and the last step as they were read, for conditions: of two simultaneous steps one is made, and the
 * other one waits.
 */
export const ladderAsRead = (user: User) => ({
  ...credentialsOf(user),
  ladderStepAt: user.ladderStepAt,
});

/** The condition that the password, the phone number and the ladder are as they were read. */
export const ladderUnchanged = (user: User): Condition<User, 'CHANGED'> => ({
  when: ladderAsRead(user),
  otherwise: 'CHANGED',
});

/** Deletes all steps of an account that is being deleted: they hold its earlier numbers, addresses, passkeys and passwords. */
export const deleteSecuritySteps = (table: TableWriter, userId: string): Promise<void> =>
  deleteItems(table, { partition: userPartition(userId), prefix: SECURITY_STEP_PREFIX });
