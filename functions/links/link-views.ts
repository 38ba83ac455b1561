import { isStillVerified } from '../../shared/rules/links/link-checks.ts';
import type { Instant } from '../../shared/time.ts';
import type { Link } from '../storage/links/link-item.ts';
import type { LinkInList } from '../storage/links/links.ts';

/** Returns the view of a link; `position` counts from 0. An expired verification is not shown. */
export function linkView(
  { link: { id, name, url, verifiedAt }, position }: LinkInList,
  now: Instant,
) {
  return {
    ...{ id, linkName: name, linkUrl: url, position },
    verifiedAt: verifiedAt !== undefined && isStillVerified(verifiedAt, now) ? verifiedAt : null,
  };
}

/** Returns the views of a whole list, in order. */
export const linkViews = (links: readonly Link[], now: Instant) =>
  links.map((link, position) => linkView({ link, position }, now));
