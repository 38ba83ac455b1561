import type { Location } from 'react-router';

/* Where a page is scrolled to when one returns to it. */

let fromTop: string | undefined;

/** Lets the page that opens next start at its top, also if the user returns to it. */
export function openFromTop(address: string): void {
  fromTop = address;
}

/** Ends `openFromTop` once a page has opened. */
export function recordOpened(): void {
  fromTop = undefined;
}

/** Each visit of a page has its own scroll position; search results (`?q=`) keep theirs however one returns. */
export const scrollKey = ({ pathname, search, key }: Location): string => {
  // Nothing is stored under this key.
  if (pathname === fromTop) return 'top';
  return search.startsWith('?q=') ? pathname + search : key;
};
