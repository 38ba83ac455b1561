import { isStillVerified } from '#shared/rules/links/link-checks.ts';
import { isVisible } from '#shared/rules/links/link-visibility.ts';
import type { Instant } from '#shared/time.ts';
import type { Link } from '../storage/links/link-item.ts';
import type { LinkInList } from '../storage/links/links.ts';

/** Returns the view of a link for its owner. */
export function ownLinkView(listed: LinkInList, now: Instant) {
  const { isOff, from = null, until = null } = listed.link.visibility ?? {};
  return { ...linkView(listed, now), isOn: !isOff, visibleFrom: from, visibleUntil: until };
}

/** Returns the view of a link for everybody; `position` counts from 0. An expired verification is not shown. */
function linkView({ link: { id, name, url, verifiedAt }, position }: LinkInList, now: Instant) {
  return {
    id,
    linkName: name,
    linkUrl: url,
    position,
    verifiedAt: verifiedAt !== undefined && isStillVerified(verifiedAt, now) ? verifiedAt : null,
  };
}

/** Returns the views of a whole list for its owner, in order. */
export const ownLinkViews = (links: readonly Link[], now: Instant) =>
  links.map((link, position) => ownLinkView({ link, position }, now));

/** Returns the views of the links that visitors see now, in order. */
export const visibleLinkViews = (links: readonly Link[], now: Instant) =>
  links
    .filter(({ visibility }) => isVisible(visibility, now))
    .map((link, position) => linkView({ link, position }, now));
