import { once } from '../once.ts';
import type { Instant } from '../time.ts';

/*
 * Dates in sentences about money. A screen writes them in the time zone of the device; emails and text messages, whose readers may be
 * anywhere, in UTC and with the zone. A deadline always has a day and a time.
 */

export type DateWords = {
  /** `Sat, Dec 5`: something that happens on a day. */
  readonly day: (at: Instant) => string;
  /** `Tue, Dec 8, 9:45 PM`: a deadline. */
  readonly deadline: (at: Instant) => string;
};

const DAY = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;
const dayFormat = once(() => new Intl.DateTimeFormat('en-US', { ...DAY, timeZone: 'UTC' }));
const timeFormat = once(
  () => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }),
);

/** The dates of emails and text messages: `Tue, Dec 8, 2026, 9:45 PM UTC`. */
export const utcDates: DateWords = {
  day: (at) => dayFormat().format(at),
  // Newer engines put a narrow no-break space before AM and PM, which not every phone can show.
  deadline: (at) => `${dayFormat().format(at)}, ${timeFormat().format(at).replace(/\s/g, ' ')} UTC`,
};
