import { utcDay, utcDeadline } from '../dates.ts';
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

/** The dates of emails and text messages: `Tue, Dec 8, 2026, 9:45 PM UTC`. */
export const utcDates: DateWords = { day: utcDay, deadline: utcDeadline };
