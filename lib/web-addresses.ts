import { USERNAME_MAX, USERNAME_MIN } from '../shared/rules/accounts/accounts.ts';
import { PATH_SEGMENTS } from '../shared/rules/accounts/usernames.ts';

/*
 * Decides which paths are profile pages, for CloudFront (lib/cloud/edge.ts) and the local server: a path that looks like a
 * username and is neither a screen of the app nor a file.
 */

/** Matches a path of one segment that may be a username, in any case. A string, because it is inserted into the code of a CloudFront function. */
export const USERNAME_ADDRESS = `^/([a-zA-Z0-9_][a-zA-Z0-9_.]{${USERNAME_MIN - 1},${USERNAME_MAX - 1}})/?$`;

/** The first path segments of the app's screens that could be usernames. */
export const APP_NAMES: readonly string[] = PATH_SEGMENTS.filter((name) =>
  new RegExp(USERNAME_ADDRESS).test(`/${name}`),
);

/** The path of the API that serves a profile page. */
export const profilePagePath = (username: string) => `/pages/${username}`;

/** The username of a profile path, in lower case; undefined for a screen of the app or a file. */
export function usernameAt(path: string, isFile: (path: string) => boolean): string | undefined {
  const name = new RegExp(USERNAME_ADDRESS).exec(path)?.[1]?.toLowerCase();
  return name === undefined || APP_NAMES.includes(name) || isFile(path) ? undefined : name;
}
