import * as dates from '#shared/dates.ts';
import type { DateWords } from '#shared/messages/dates.ts';
import type { Instant } from '#shared/time.ts';

/* The dates of `shared/dates.ts` in the time zone of the device. Pages that the server renders for everybody use `prettyDate`. */

const here = dates.onDevice;

export { timeLeftWords } from '#shared/dates.ts';

/** `Nov 21`; `Jan 2, 2027` in another year than `now`. */
export const dayWords = (at: Instant, now: Instant): string => dates.dayName(here(at), here(now));

/** `Nov 21, 2026`: a day of a list over years, such as payments. */
export const fullDayWords = (at: Instant): string => dates.fullDay(here(at));

/** `Thu, Nov 26`. */
export const weekdayWords = (at: Instant, now: Instant): string =>
  dates.weekdayAndDay(here(at), here(now));

/** The day and the year of a postmark, which are two lines. */
export const postmarkDay = (at: Instant): { readonly day: string; readonly year: string } => ({
  day: dayWords(at, at),
  year: String(here(at).year),
});

/** `Thursday`. */
export const weekdayOf = (at: Instant): string => dates.weekdayName(here(at));

/** `9:12 AM`. */
export const timeWords = (at: Instant): string => dates.timeName(here(at));

/** `Nov 21, 9:12 AM`. */
export const momentWords = (at: Instant, now: Instant): string =>
  dates.momentName(here(at), here(now));

/** When something happened, within a sentence: `today, 9:12 AM`, and `Sat, Nov 21, 9:12 AM` before today. */
export const happenedWords = (at: Instant, now: Instant): string =>
  daysAhead(at, now) === 0 ? `today, ${timeWords(at)}` : deadlineWords(at, now);

/** The day on which something happened, within a sentence: `today`, and `on Nov 21` before today. */
export const onDayWords = (at: Instant, now: Instant): string =>
  daysAhead(at, now) === 0 ? 'today' : `on ${dayWords(at, now)}`;

/** `Mon, Nov 30, 9:12 AM`: a deadline. */
export const deadlineWords = (at: Instant, now: Instant): string =>
  dates.deadlineName(here(at), here(now));

/** The time of a row in a list: `4:19 PM` today, `Sat, 4:45 PM` this week, then `Dec 8`. */
export const recencyWords = (at: Instant, now: Instant): string =>
  dates.recencyName(here(at), here(now));

/** The day of a row beside its state: `4:19 PM` today, `Sat` this week, then `Dec 8`. */
export const rowDayWords = (at: Instant, now: Instant): string =>
  dates.rowDayName(here(at), here(now));

/** Local days from `now` to `at`: 0 today, 1 tomorrow. */
export const daysAhead = (at: Instant, now: Instant): number =>
  dates.daysBetween(here(now), here(at));

/** The dates of sentences that other channels share, as this device writes them. */
export function screenDates(now: Instant): DateWords {
  return {
    day: (at) => weekdayWords(at, now),
    deadline: (at) => deadlineWords(at, now),
  };
}
