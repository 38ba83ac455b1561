/*
 * How often (ms) queries refetch. Nothing refetches while the page is hidden or offline; on return, everything older
 * than STALE does.
 */

/** Younger data is not refetched when a screen opens or the page gets the focus. */
export const STALE = 10_000;

/** The dashboard figures: one cheap request that shows whether anything is new. */
export const FIGURES_EVERY = 20_000;

/** The first page of an open list, and an open conversation. */
export const LIST_EVERY = 30_000;
export const THREAD_EVERY = 30_000;

/** How long a list stays in the cache after it was left, with all its loaded pages. */
export const LIST_KEPT = 60 * 60_000;
