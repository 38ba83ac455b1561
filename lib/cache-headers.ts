/*
 * How long browsers and CloudFront keep a file of the web app, in the cloud and on this machine.
 */

/** Where a build puts what it names by its content: such a file is there as it is, or was never. */
export const HASHED_FOLDER = 'assets';

export const FOREVER = 'public, max-age=31536000, immutable';
/** Kept, but not shown before the server has said that it is still the newest. */
export const CHECK_EACH_TIME = 'no-cache';

/** What is said of a file, by its path from the root of the web app: `/assets/main-1a2b3c4d.js`. */
export const cacheControlOf = (path: string): string =>
  path.startsWith(`/${HASHED_FOLDER}/`) ? FOREVER : CHECK_EACH_TIME;
