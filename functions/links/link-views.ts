import type { Link, LinkInList } from '../storage/links/links.ts';

/** Returns the view of a link; `position` counts from 0. */
export function linkView({ link: { id, name, url }, position }: LinkInList) {
  return { id, linkName: name, linkUrl: url, position };
}

/** Returns the views of a whole list, in order. */
export const linkViews = (links: readonly Link[]) =>
  links.map((link, position) => linkView({ link, position }));
