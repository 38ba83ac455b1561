import { HOUR, type Instant, later } from '../time.ts';

/**
 * The wait that gives an owner time to react to a thief: how long a phone change without a code from the old number is
 * pending, and how long dangerous operations are closed after a phone change or password reset.
 */
export const SECURITY_WAIT = 72 * HOUR;

/** When the wait that began at `since` ends; undefined if it is over or `since` is undefined. */
export function waitEnds(since: Instant | undefined, now: Instant): Instant | undefined {
  if (since === undefined) return undefined;
  const end = later(since, SECURITY_WAIT);
  return now < end ? end : undefined;
}
