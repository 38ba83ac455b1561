import { dayOf, type Instant } from '#shared/time.ts';
import { keyedHash } from '../auth/keyed-hash.ts';
import type { Caller } from '../auth/tokens.ts';

/* Who visits a profile, as far as counting needs it. */

type Visitor = {
  readonly caller?: Caller | undefined;
  readonly address: string;
  readonly userAgent: string;
  readonly now: Instant;
};

/**
 * The id of a visitor for one profile and one day: the account, or the address and the browser if the visitor is not signed in.
 * Only a keyed hash of it is stored. The key is not in the table, so addresses cannot be found by trying all of them. The hash
 * includes the profile and the day, so a visitor cannot be tracked across profiles or days.
 */
export function visitorOf(
  ownerId: string,
  { caller, address, userAgent, now }: Visitor,
): Promise<string> {
  const who = caller ? ['account', caller.userId] : ['visitor', address, userAgent];
  return keyedHash('profile view', ownerId, dayOf(now), ...who);
}

/**
 * Whether the user agent names a crawler or a link preview. Every browser calls itself Mozilla, and crawlers that do so too add
 * a name or a contact address. CUBOT is a brand of phones.
 */
export function isRobot(userAgent: string): boolean {
  return (
    !userAgent.startsWith('Mozilla/') ||
    /(?<!\bcu)bot\b|crawl|spider|preview|lighthouse|compatible;|\+https?:/i.test(userAgent)
  );
}
