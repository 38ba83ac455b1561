/*
 * The Cache-Control headers of the web app's files, deployed and on the local machine.
 */

/** The folder of files with a content hash in their name, which never change. */
export const HASHED_FOLDER = 'assets';

export const FOREVER = 'public, max-age=31536000, immutable';
/** Cached, but revalidated before each use. */
export const CHECK_EACH_TIME = 'no-cache';

/** The script that other sites include (docs/product/links.md#button-and-card). Their visitors keep it for an hour. */
export const EMBED_SCRIPT = 'embed.js';
export const AN_HOUR = 'public, max-age=3600, stale-while-revalidate=86400';

/** The Cache-Control header of a file, by its path in the web app: `/assets/main-1a2b3c4d.js`. */
export function cacheControlOf(path: string): string {
  if (path.startsWith(`/${HASHED_FOLDER}/`)) return FOREVER;
  return path === `/${EMBED_SCRIPT}` ? AN_HOUR : CHECK_EACH_TIME;
}
