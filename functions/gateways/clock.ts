import { type Instant, instant } from '../../shared/time.ts';

/**
 * The one place that asks what time it is. On one machine the clock can be moved on by
 * CLOCK_OFFSET_MS; the deployed stack never sets it.
 */
export function now(): Instant {
  return instant(Date.now() + Number(process.env.CLOCK_OFFSET_MS ?? 0));
}

/** The real time in epoch milliseconds, with fractions, for measuring how long a call took. CLOCK_OFFSET_MS leaves it alone. */
export const preciseNow = (): number => performance.timeOrigin + performance.now();
