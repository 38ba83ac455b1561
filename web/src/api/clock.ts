import { type Instant, instant } from '#shared/time.ts';

/*
 * The server's time. The clocks of phones are often minutes off and are set while a page is open, and deadlines about money need the
 * right time. So the time of the last response is counted on by the browser's monotonic clock, which nobody sets.
 * docs/product/browsers.md#clocks
 */

type Moment = {
  /** The server's time then. */
  readonly server: number;
  /** The time of this device's clock, and of the monotonic one. */
  readonly wall: number;
  readonly monotonic: number;
};

const momentOf = (server: number): Moment => ({
  server,
  wall: Date.now(),
  monotonic: performance.now(),
});

/** The last moment whose server time is known; until the first response that of this device. */
let known = momentOf(Date.now());

/**
 * Takes the server's time from the `Date` header of a response. `Age` is how long ago that was if the response comes from a
 * cache.
 */
export function updateServerTime(dateHeader: string | null, ageHeader: string | null = null): void {
  const age = Number(ageHeader) || 0;
  const server = dateHeader ? Date.parse(dateHeader) + 1_000 * age : Number.NaN;
  if (!Number.isFinite(server)) return;
  // The header counts whole seconds, so smaller differences mean nothing.
  known = momentOf(Math.abs(server - Date.now()) < 2_000 ? Date.now() : server);
}

/** The current time by the server's clock, as far as it is known. */
export function serverNow(): Instant {
  return instant(Math.round(known.server + performance.now() - known.monotonic));
}

/** How far the device's clock must be set back (ms) to count. */
const SET_BACK = 5_000;
const CHECKED_EVERY = 10_000;

/**
 * Follows the clock of the device, once for the page: `onSetBack` is called when it was set back. Some devices stop the monotonic
 * clock while they sleep, so a page that is looked at again counts the time that its device says has passed.
 */
export function followDeviceClock(onSetBack: () => void): void {
  let before = momentOf(0);
  const check = () => {
    const now = momentOf(0);
    const ahead = now.wall - before.wall - (now.monotonic - before.monotonic);
    before = now;
    if (ahead < -SET_BACK) onSetBack();
  };
  setInterval(check, CHECKED_EVERY);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') countSleep();
    check();
  });
}

/** Counts the time that passed while the device slept. */
export function countSleep(): void {
  const slept = Date.now() - known.wall;
  const counted = performance.now() - known.monotonic;
  if (slept > counted) known = momentOf(known.server + slept);
}
