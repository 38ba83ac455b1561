/*
 * The Cache-Control headers of the web app's files, deployed and on the local machine.
 */

/** The folder of files with a content hash in their name, which never change. */
export const HASHED_FOLDER = 'assets';

export const FOREVER = 'public, max-age=31536000, immutable';
/** Cached, but revalidated before each use. */
export const CHECK_EACH_TIME = 'no-cache';

/** The Cache-Control header of a file, by its path in the web app: `/assets/main-1a2b3c4d.js`. */
export const cacheControlOf = (path: string): string =>
  path.startsWith(`/${HASHED_FOLDER}/`) ? FOREVER : CHECK_EACH_TIME;
