import { type Instant, instant } from '#shared/time.ts';

/**
 * The current time. Nothing else reads the clock, so that tests and the local machine can move it with CLOCK_OFFSET_MS, which
 * the deployed stack never sets.
 */
export function now(): Instant {
  return instant(Date.now() + Number(process.env.CLOCK_OFFSET_MS ?? 0));
}

/**
 * The real time in epoch milliseconds, with fractions, for measuring how long a call took. CLOCK_OFFSET_MS does not affect
 * it.
 */
export const preciseNow = (): number => performance.timeOrigin + performance.now();

/** The time of the machine, for signatures and log lines. CLOCK_OFFSET_MS does not affect it. */
export const machineTime = (): Date => new Date();
