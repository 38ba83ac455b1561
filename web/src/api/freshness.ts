/*
 * How often (ms) what is on the screen is asked for again, decided here alone. Nothing is asked while the page is hidden
 * or offline; whoever comes back to it is asked for at once what is older than STALE.
 */

/** What is younger is not asked for again by opening a screen or by coming back to it. */
export const STALE = 10_000;

/** The figures: one read, and the first to tell of something new. */
export const FIGURES_EVERY = 20_000;

/** The newest page of an open list, and an open conversation. */
export const LIST_EVERY = 30_000;
export const THREAD_EVERY = 30_000;

/** A list stays in the cache this long after it was left, with all that was loaded of it. */
export const LIST_KEPT = 60 * 60_000;
