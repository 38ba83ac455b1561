import {
  CHAT_PICTURE_PATH,
  NOT_FOUND_PAGE,
  PREVIEW_PATH,
  REFERRAL_PATH,
  RENDERED_PAGES,
  ROBOTS_PATH,
  SITEMAP_PATH,
  VERIFY_PATH,
} from '#shared/rendered-pages.ts';
import { USERNAME_MAX, USERNAME_MIN } from '#shared/rules/accounts/accounts.ts';
import { PATH_SEGMENTS } from '#shared/rules/accounts/usernames.ts';
import { PUBLIC_ANSWER_ADDRESS, publicAnswerPath } from '#shared/rules/public-answers/address.ts';

/*
 * Decides which paths are pages that a function renders, for CloudFront (lib/cloud/edge.ts) and the local server. Of all other
 * paths, files are served as they are, and screens by the app's document.
 */

/**
 * Matches a path of one segment that may be a username, in any case. A string, because it is inserted into the code of
 * a CloudFront function.
 */
export const USERNAME_ADDRESS = `^/([a-zA-Z0-9_][a-zA-Z0-9_.]{${USERNAME_MIN - 1},${USERNAME_MAX - 1}})/?$`;

/** The first path segments of the app's screens. */
export const SCREENS: readonly string[] = PATH_SEGMENTS;

/** The rendered pages that are the same for everybody, and what search engines ask for. */
export const SAME_PAGES: readonly string[] = [
  ...Object.keys(RENDERED_PAGES).filter((path) => path !== NOT_FOUND_PAGE),
  ROBOTS_PATH,
  `${SITEMAP_PATH}.xml`,
];

/** The paths under which every page is rendered, each followed by a code, an id, a username or the name of a page of the sitemap. */
export const RENDERED_BELOW: readonly string[] = [
  REFERRAL_PATH,
  VERIFY_PATH,
  PREVIEW_PATH,
  CHAT_PICTURE_PATH,
  `${SITEMAP_PATH}/`,
];

/** The path of the API that renders a page of the web app. */
export const pagePath = (path: string) => `/pages${path}`;

/** The path of the API that renders a path of the web app; undefined for a screen of the app or a file. */
export function renderedAt(path: string, isFile: (path: string) => boolean): string | undefined {
  const [, first = '', ...more] = path.split('/');
  if (path === '/') return pagePath('/home');
  if (SAME_PAGES.includes(path)) return pagePath(path);
  if (RENDERED_BELOW.some((below) => path.startsWith(below))) return pagePath(path);
  if (isFile(path) || SCREENS.includes(first.toLowerCase())) return undefined;
  const answer = new RegExp(PUBLIC_ANSWER_ADDRESS).exec(path);
  if (answer) return pagePath(publicAnswerPath(...namesOf(answer)));
  const name = new RegExp(USERNAME_ADDRESS).exec(path)?.[1];
  if (name !== undefined) return pagePath(`/${name.toLowerCase()}`);
  return pagePath(more.length === 0 ? '/profile-not-found' : NOT_FOUND_PAGE);
}

const namesOf = ([, username = '', id = '']: RegExpExecArray) =>
  [username.toLowerCase(), id.toUpperCase()] as const;
