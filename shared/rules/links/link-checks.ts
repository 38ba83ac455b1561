import { DAY, type Instant, later } from '../../time.ts';

/* Links that are verified: the linked page links back to the profile with rel="me". docs/product/links.md#verified-links */

/** A verification counts for this time; then the page has to be checked again. */
export const VERIFIED_TIME = 90 * DAY;

/** Whether a link is verified now. */
export const isStillVerified = (verifiedAt: Instant | undefined, now: Instant): boolean =>
  verifiedAt !== undefined && now < later(verifiedAt, VERIFIED_TIME);

/** Why a page could not be read. */
export const PAGE_FAULTS = [
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
