import type { Link, LinkInList } from '../storage/links/links.ts';

/** A link as the contract gives it; `position` counts from 0. */
export function linkView({ link: { id, name, url }, position }: LinkInList) {
  return { id, linkName: name, linkUrl: url, position };
}

/** A whole list, first to last. */
export const linkViews = (links: readonly Link[]) =>
  links.map((link, position) => linkView({ link, position }));
