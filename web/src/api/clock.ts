import { type Instant, instant } from '../../../shared/time.ts';

/*
 * The time as the server has it. Phones are minutes wrong more often than one thinks, and a deadline that
 * is about money should not be.
 */

let ahead = 0;

/**
 * Learns from the `Date` header of an answer how far the server's clock is ahead of this one; `Age` says how long ago
 * that was, where the answer was kept on its way.
 */
export function learnServerTime(dateHeader: string | null, ageHeader: string | null = null): void {
  const age = Number(ageHeader) || 0;
  const server = dateHeader ? Date.parse(dateHeader) + 1_000 * age : Number.NaN;
  if (!Number.isFinite(server)) return;
  const difference = server - Date.now();
  // The header has whole seconds: a smaller difference is no difference.
  ahead = Math.abs(difference) < 2_000 ? 0 : difference;
}

/** The server's time as well as it is known here. */
export function serverNow(): Instant {
  return instant(Date.now() + ahead);
}
