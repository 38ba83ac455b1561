import { type DateWords, utcDates } from '../../messages/dates.ts';
import { DAY, type Instant, instant, later, MINUTE } from '../../time.ts';
import { PHONE_CHANGE_TIME, SECURITY_WAIT, securityWaitEnd } from './security-wait.ts';

/*
 * The takeover ladder: every step with which somebody could take over an account, in one table. A step needs a proof and changes
 * something at once; after it, the next step waits 72 hours, in which both old channels of the account can stop the first one.
 * Operations ask `ladderWait` and check nothing else. docs/product/auth.md#takeover-ladder
 */

export const LADDER_STEPS = [
  'PASSWORD_RESET',
  'PASSWORD_CHANGE',
  'PHONE_CHANGE',
  'RECOVERY',
  'EMAIL_CHANGE',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'PAYOUT_SETUP',
] as const;
export type LadderStep = (typeof LADDER_STEPS)[number];

/** A step, or the request of a phone change that is pending: it changes nothing yet, but both old channels are told. */
export const RECORDED_STEPS = [...LADDER_STEPS, 'PHONE_REQUEST'] as const;
export type RecordedStep = (typeof RECORDED_STEPS)[number];

/** Until when a step can be stopped: 72 hours, and a requested phone change for as long as it can be completed. */
export const stoppableUntil = (step: RecordedStep, at: Instant): Instant =>
  later(at, step === 'PHONE_REQUEST' ? SECURITY_WAIT + PHONE_CHANGE_TIME : SECURITY_WAIT);

/** The old channels of an account: each is told of every step, and can stop it. */
const OLD_CHANNELS = ['PHONE', 'EMAIL'] as const;
export type OldChannel = (typeof OLD_CHANNELS)[number];

/** When each step was last made, and when one was last stopped: attributes of the account, absent if it never was. */
export type LadderTimes = {
  readonly passwordResetAt?: Instant;
  readonly passwordChangedAt?: Instant;
  readonly phoneChangedAt?: Instant;
  readonly recoveredAt?: Instant;
  readonly emailChangedAt?: Instant;
  readonly passkeyAddedAt?: Instant;
  readonly passkeyRemovedAt?: Instant;
  readonly payoutSetUpAt?: Instant;
  /** When the last step of any kind was made. */
  readonly ladderStepAt?: Instant;
  readonly stepStoppedAt?: Instant;
  /** The step that is open at once after the stop, because the channel that stopped it proves the person; absent for none. */
  readonly openAfterStop?: LadderStep;
};

export type LadderRule = {
  /** The attribute of the account with the time of the last step. */
  readonly at: Exclude<keyof LadderTimes, 'ladderStepAt' | 'stepStoppedAt' | 'openAfterStop'>;
  /** What the person has to prove. */
  readonly proof: string;
  /** What it changes at once. */
  readonly changes: string;
  /** The steps after which this one waits 72 hours. */
  readonly waitsAfter: readonly LadderStep[];
  /** How it waits. */
  readonly waiting: string;
  /** What stopping it ends, besides all sessions, known devices, a pending phone change and passkeys that are newer than the step. */
  readonly stopping: string;
  /**
   * The step that is open at once after a stop, by the channel that stopped it: the way back. None if that channel took part in the
   * step, because a thief may have it; then everything waits 72 hours, and passkeys and texted codes sign in meanwhile.
   */
  readonly wayBack: Partial<Readonly<Record<OldChannel, LadderStep>>>;
  /** What happened, in refusals of the next step. */
  readonly done: string;
};

const othersThan = (...left: readonly LadderStep[]) =>
  LADDER_STEPS.filter((step) => !left.includes(step));

const BY_RESET = { PHONE: 'PASSWORD_RESET', EMAIL: 'PASSWORD_RESET' } as const;
const CLOSES_PASSWORD = 'the password stops working, because whoever made the step knew it';

/**
 * The rules. A step that is repeated gives nothing more, so it does not wait for itself; a phone number does, because the next one
 * would leave the old phone further behind. Two steps never wait: a password change needs the password itself and is what an owner
 * does in a hurry, and the removal of a passkey gives no way in. A reset does not wait for a change: a new password is forgotten.
 */
export const TAKEOVER_LADDER: Readonly<Record<LadderStep, LadderRule>> = {
  PASSWORD_RESET: {
    at: 'passwordResetAt',
    proof: 'a code texted to the phone',
    changes: 'the password; ends all sessions and the passkeys that are not kept',
    waitsAfter: othersThan('PASSWORD_RESET', 'PASSWORD_CHANGE'),
    waiting: 'no code is sent, and none is accepted; the text message says from when on',
    stopping: 'the password from before works again, and the passkeys that it ended',
    wayBack: { EMAIL: 'RECOVERY' },
    done: 'Your password was reset',
  },
  PASSWORD_CHANGE: {
    at: 'passwordChangedAt',
    proof: 'a session and the password',
    changes: 'the password; ends all other sessions and the passkeys that are not kept',
    waitsAfter: [],
    waiting: 'never',
    stopping: `${CLOSES_PASSWORD}; the passkeys that it ended work again`,
    wayBack: BY_RESET,
    done: 'Your password was changed',
  },
  PHONE_CHANGE: {
    at: 'phoneChangedAt',
    proof:
      'a session, the password, a code from the new number, and one from the old number or a passkey',
    changes: 'the phone number; ends all other sessions',
    waitsAfter: LADDER_STEPS,
    waiting: 'it is pending for 72 hours, whatever proves it',
    stopping: `the old number comes back; ${CLOSES_PASSWORD}`,
    wayBack: {},
    done: 'Your phone number changed',
  },
  RECOVERY: {
    at: 'recoveredAt',
    proof: 'a code from the email address, the password, and a code from the new number',
    changes:
      'the phone number; ends all sessions, known devices and the passkeys that are not kept',
    waitsAfter: LADDER_STEPS,
    waiting: 'no code is sent, and none is accepted; the email says from when on',
    stopping: `the old number comes back, and the passkeys that it ended; ${CLOSES_PASSWORD}`,
    wayBack: {},
    done: 'Your account was moved to another phone',
  },
  EMAIL_CHANGE: {
    at: 'emailChangedAt',
    proof: 'a session, the password, and a code from the new address, if there is one',
    changes: 'the email address',
    waitsAfter: othersThan('EMAIL_CHANGE'),
    waiting: 'it is refused',
    stopping: `the old address comes back; ${CLOSES_PASSWORD}`,
    wayBack: BY_RESET,
    done: 'Your email address changed',
  },
  PASSKEY_ADDED: {
    at: 'passkeyAddedAt',
    proof: 'a session and the password',
    changes: 'a passkey that signs in; it confirms nothing for 72 hours',
    waitsAfter: othersThan('PASSKEY_ADDED'),
    waiting: 'it is refused',
    stopping: `the passkey is removed; ${CLOSES_PASSWORD}`,
    wayBack: BY_RESET,
    done: 'A passkey was added',
  },
  PASSKEY_REMOVED: {
    at: 'passkeyRemovedAt',
    proof: 'a session and the password; of a passkey newer than 72 hours a session alone',
    changes: 'the passkey no longer signs in or confirms',
    waitsAfter: [],
    waiting: 'never',
    stopping: `the passkey works again; ${CLOSES_PASSWORD}`,
    wayBack: BY_RESET,
    done: 'A passkey was removed',
  },
  PAYOUT_SETUP: {
    at: 'payoutSetUpAt',
    proof: 'a session, and a passkey if one confirms',
    changes: 'where earnings go',
    waitsAfter: othersThan('PAYOUT_SETUP'),
    waiting: 'it is refused',
    stopping: `payouts have to be set up anew; ${CLOSES_PASSWORD}`,
    wayBack: BY_RESET,
    done: 'The setup of your payouts was opened',
  },
};

/** The step that is open at once after a stop. A requested phone change has changed nothing, so the phone still proves the person. */
export const wayBackAfter = (step: RecordedStep, channel: OldChannel): LadderStep | undefined =>
  step === 'PHONE_REQUEST' ? 'PASSWORD_RESET' : TAKEOVER_LADDER[step].wayBack[channel];

export type LadderWait = {
  /** The step that has to be 72 hours old first, or STOPPED. */
  readonly after: LadderStep | 'STOPPED';
  readonly until: Instant;
};

/**
 * What a step has to wait for: the latest step of the account that it waits after, or the last time that one was stopped. Undefined
 * if it can be made now. A stop takes the place of the steps before it, which are undone.
 */
export function ladderWait(
  step: LadderStep,
  account: LadderTimes,
  now: Instant,
): LadderWait | undefined {
  const { waitsAfter } = TAKEOVER_LADDER[step];
  const { stepStoppedAt, openAfterStop } = account;
  const made = waitsAfter.flatMap((after) => {
    const at = account[TAKEOVER_LADDER[after].at];
    const isUndone = at !== undefined && stepStoppedAt !== undefined && at <= stepStoppedAt;
    return at === undefined || isUndone ? [] : [{ after, at }];
  });
  const stopped =
    stepStoppedAt === undefined || waitsAfter.length === 0 || openAfterStop === step
      ? []
      : [{ after: 'STOPPED' as const, at: stepStoppedAt }];
  const waits = [...made, ...stopped].flatMap(({ after, at }): LadderWait[] => {
    const until = securityWaitEnd(at, now);
    return until === undefined ? [] : [{ after, until }];
  });
  return waits.sort((one, other) => other.until - one.until)[0];
}

/** The steps that wait 72 hours after this one. */
export const stepsWaitingAfter = (step: LadderStep): readonly LadderStep[] =>
  LADDER_STEPS.filter((one) => TAKEOVER_LADDER[one].waitsAfter.includes(step));

/** A set-up of payouts within this time after another step may be the end of a takeover. */
const SETUP_AFTER_STEP = 30 * DAY;

/**
 * Until when no money leaves the account; undefined if it can. Payouts are held for 72 hours after a recovery, after a stop, and after a
 * set-up of payouts that came after another step: the owner can stop it before the first payout goes to a new bank account.
 */
export function payoutHoldEnd(account: LadderTimes, now: Instant): Instant | undefined {
  const { recoveredAt, stepStoppedAt, payoutSetUpAt } = account;
  const isSetUpAfterStep = LADDER_STEPS.some((step) => {
    const at = account[TAKEOVER_LADDER[step].at];
    if (step === 'PAYOUT_SETUP' || at === undefined || payoutSetUpAt === undefined) return false;
    return at <= payoutSetUpAt && payoutSetUpAt < later(at, SETUP_AFTER_STEP);
  });
  const since = [recoveredAt, stepStoppedAt, isSetUpAfterStep ? payoutSetUpAt : undefined];
  const ends = since.flatMap((at) => securityWaitEnd(at, now) ?? []);
  return ends.length > 0 ? instant(Math.max(...ends)) : undefined;
}

const STOPPED = 'A change of your account was stopped';

/** What happened, and when: `Your password was reset less than 72 hours ago`. */
export const doneSentence = (after: LadderWait['after']): string =>
  `${after === 'STOPPED' ? STOPPED : TAKEOVER_LADDER[after].done} less than 72 hours ago`;

/** The refusal of a step that has to wait: why, and from when on it can be made. */
export function waitSentence({ after, until }: LadderWait): string {
  return `${doneSentence(after)}. To protect your account, you can do this starting ${momentInUtc(until)}. Nothing is lost.`;
}

/** `Wed, Dec 2, 2026, 4:12 AM UTC`, rounded up to the minute, so that it is never early. */
const momentInUtc = (moment: Instant): string => momentIn(utcDates, moment);

/** The same in the dates of a reader. */
export const momentIn = (dates: DateWords, moment: Instant): string =>
  dates.deadline(instant(Math.ceil(moment / MINUTE) * MINUTE));
