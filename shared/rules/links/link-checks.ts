import { DAY, type Instant, later } from '../../time.ts';

/* Links that are verified: the linked page links back to the profile with rel="me". docs/product/links.md#verified-links */

/** A verification counts for this time; then the page has to be checked again. */
export const VERIFIED_TIME = 90 * DAY;

/** A schedule checks the page again this long after the last check, early enough to try again while the page cannot be read. */
export const RECHECK_AFTER = 76 * DAY;
/** The pause before a page that could not be read is checked again. */
const RECHECK_PAUSE = DAY;

/** When the page is checked again after it could not be read; undefined if the verification has expired by then. */
export function nextRecheck(verifiedAt: Instant, now: Instant): Instant | undefined {
  const next = later(now, RECHECK_PAUSE);
  return isStillVerified(verifiedAt, next) ? next : undefined;
}

/** Whether a link is verified now. */
export const isStillVerified = (verifiedAt: Instant | undefined, now: Instant): boolean =>
  verifiedAt !== undefined && now < later(verifiedAt, VERIFIED_TIME);

/** Why a page could not be read. */
const PAGE_FAULTS = [
  /** The address is not https, has a port or is no host name. */
  'NOT_HTTPS',
  /** The name leads to no address, or to one that is not on the open Internet. */
  'NOT_FOUND',
  /** The site did not answer in time. */
  'TOO_SLOW',
  /** The site answered with an error, refused the connection, or has no valid certificate. */
  'NO_ANSWER',
  'NOT_HTML',
  'TOO_MANY_REDIRECTS',
  /** The address redirects to another site. */
  'OTHER_SITE',
] as const;
export type PageFault = (typeof PAGE_FAULTS)[number];

/** The result of a check. */
export const LINK_CHECKS = ['VERIFIED', 'NO_LINK_BACK', ...PAGE_FAULTS] as const;
export type LinkCheck = (typeof LINK_CHECKS)[number];
