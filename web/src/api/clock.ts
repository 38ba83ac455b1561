import { type Instant, instant } from '../../../shared/time.ts';

/*
 * The time as the server has it. Phones are minutes wrong more often than one thinks, and a deadline that
 * is about money should not be.
 */

let ahead = 0;

/** Learns from the `Date` header of an answer how far the server's clock is ahead of this one. */
export function learnServerTime(dateHeader: string | null): void {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN;
  if (!Number.isFinite(server)) return;
  const difference = server - Date.now();
  // The header has whole seconds: a smaller difference is no difference.
  ahead = Math.abs(difference) < 2_000 ? 0 : difference;
}

/** The server's time as well as it is known here. */
export function serverNow(): Instant {
  return instant(Date.now() + ahead);
}
