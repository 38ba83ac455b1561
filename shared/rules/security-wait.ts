import { HOUR, type Instant, later } from '../time.ts';

/**
 * The wait that leaves an owner time to object: a number changes without its old phone after it, and what a thief could
 * do with a new number or password is closed for as long.
 */
export const SECURITY_WAIT = 72 * HOUR;

/** When the wait since a moment ends; undefined where it is over, or nothing ever began it. */
export function waitEnds(since: Instant | undefined, now: Instant): Instant | undefined {
  if (since === undefined) return undefined;
  const end = later(since, SECURITY_WAIT);
  return now < end ? end : undefined;
}
