import { DAY, HOUR, type Instant, later } from '../../time.ts';

/**
 * The wait that gives an owner time to react to a thief: how long a phone change without a code from the old number is
 * pending, and how long dangerous operations are closed after a phone change or password reset.
 */
export const SECURITY_WAIT = 72 * HOUR;

/**
 * How long a phone change can be completed after its wait. An owner who missed the warning is not exposed to it for longer:
 * after that it has to be requested anew, and the owner is warned again.
 */
export const PHONE_CHANGE_TIME = 7 * DAY;

/** When the wait that began at `since` ends; undefined if it is over or `since` is undefined. */
export function securityWaitEnd(since: Instant | undefined, now: Instant): Instant | undefined {
  if (since === undefined) return undefined;
  const end = later(since, SECURITY_WAIT);
  return now < end ? end : undefined;
}

export type PendingPhone = {
  /** E.164. */
  readonly phoneNumber: string;
  /** The change can be completed from `at`, and no longer at `until`. */
  readonly at: Instant;
  readonly until: Instant;
};

/** The pending phone change of an account; undefined if there is none or it has expired. */
export function pendingPhone(
  user: { readonly nextPhoneNumber?: string; readonly nextPhoneAt?: Instant },
  now: Instant,
): PendingPhone | undefined {
  const { nextPhoneNumber: phoneNumber, nextPhoneAt: at } = user;
  if (phoneNumber === undefined || at === undefined) return undefined;
  const until = later(at, PHONE_CHANGE_TIME);
  return now < until ? { phoneNumber, at, until } : undefined;
}
