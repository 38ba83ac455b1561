import { filterUsername } from '../../../../shared/rules/accounts.ts';
import { paths } from '../../paths.ts';

/** From this many characters on a search begins. Spec part 1, section 9. */
export const SEARCH_FROM = 4;

/** The search as an address, so that going back finds it again. */
export function searchAddress(text: string): string {
  return text === '' ? paths.userSearch() : `${paths.userSearch()}?q=${encodeURIComponent(text)}`;
}

/** The username that was meant: `@Ana.Markovic ` is `ana.markovic`; undefined while there is too little of it. */
export function searchedUsername(text: string): string | undefined {
  const username = filterUsername(text.trim());
  return username.length >= SEARCH_FROM ? username : undefined;
}
