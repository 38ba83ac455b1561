import { type Instant, MINUTE } from '../time.ts';

/* When a person was here. docs/product/accounts.md#visits */

/** After this long without a sign of life the next one begins a new visit. */
export const VISIT_GAP = 30 * MINUTE;
/** A sign of life is written down at most this often, so that looking at the account mostly writes nothing. */
export const SEEN_EVERY = 10 * MINUTE;

export type Visits = { readonly lastSeenAt?: Instant; readonly previousVisitAt?: Instant };

/** What to write down when a person is seen at `now`, or undefined when there is nothing new to tell. */
export function seen({ lastSeenAt, previousVisitAt }: Visits, now: Instant): Visits | undefined {
  if (lastSeenAt === undefined) return { lastSeenAt: now };
  if (now - lastSeenAt < SEEN_EVERY) return undefined;
  if (now - lastSeenAt < VISIT_GAP) return { lastSeenAt: now, previousVisitAt };
  return { lastSeenAt: now, previousVisitAt: lastSeenAt };
}
