import { type Instant, instant } from '../../../shared/time.ts';

/* The server's time. The clocks of phones are often minutes off, and deadlines about money need the right time. */

let ahead = 0;

/**
 * Computes how far the server's clock is ahead of this one from the `Date` header of a response. `Age` is how long
 * ago that was if the response comes from a cache.
 */
export function updateServerTime(dateHeader: string | null, ageHeader: string | null = null): void {
  const age = Number(ageHeader) || 0;
  const server = dateHeader ? Date.parse(dateHeader) + 1_000 * age : Number.NaN;
  if (!Number.isFinite(server)) return;
  const difference = server - Date.now();
  // The header counts whole seconds, so smaller differences mean nothing.
  ahead = Math.abs(difference) < 2_000 ? 0 : difference;
}

/** The current time by the server's clock, as far as it is known. */
export function serverNow(): Instant {
  return instant(Date.now() + ahead);
}
