import { USERNAME_MAX, USERNAME_MIN } from '../shared/rules/accounts/accounts.ts';
import { PATH_SEGMENTS } from '../shared/rules/accounts/usernames.ts';

/*
 * Whose profile an address is. The front in the cloud (lib/cloud/edge.ts) and the one on this machine read the same
 * two things: what a username looks like, and which names are screens of the app. Files come first.
 */

/** The username of a one-part address, in any case. As text, because CloudFront's function is one. */
export const USERNAME_ADDRESS = `^/([a-zA-Z0-9_][a-zA-Z0-9_.]{${USERNAME_MIN - 1},${USERNAME_MAX - 1}})/?$`;

/** The first parts of addresses that belong to the app, of those that look like usernames. */
export const APP_NAMES: readonly string[] = PATH_SEGMENTS.filter((name) =>
  new RegExp(USERNAME_ADDRESS).test(`/${name}`),
);

/** Where the API answers with the page of a profile. */
export const profilePagePath = (username: string) => `/pages/${username}`;

/** The username that `path` is the address of, in lower case; undefined where it is the app's own or a file. */
export function usernameAt(path: string, isFile: (path: string) => boolean): string | undefined {
  const name = new RegExp(USERNAME_ADDRESS).exec(path)?.[1]?.toLowerCase();
  return name === undefined || APP_NAMES.includes(name) || isFile(path) ? undefined : name;
}
