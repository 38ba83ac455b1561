import {
  type CalendarDate,
  daysBetween,
  deadlineName,
  fullDay,
  inUtc,
  shortMonth,
  timeName,
  utcDay,
  utcDeadline,
  weekdayAndDay,
} from '../dates.ts';
import type { Instant } from '../time.ts';

/*
 * Dates in sentences about money. A screen writes them in the time zone of the device; emails and text messages in the time zone of
 * their reader, which they name. A deadline always has a day and a time.
 */

export type DateWords = {
  /** `Sat, Dec 5`: something that happens on a day. */
  readonly day: (at: Instant) => string;
  /** `Tue, Dec 8, 9:45 PM`: a deadline. */
  readonly deadline: (at: Instant) => string;
};

/** Dates for readers in any time zone: `Tue, Dec 8, 2026, 9:45 PM UTC`. */
export const utcDates: DateWords = { day: utcDay, deadline: utcDeadline };

/** The dates of one email or text message, in the time zone of its reader. */
export type ReadersDates = DateWords & {
  /** `Nov 22, 2026`: a fact. */
  readonly fullDay: (at: Instant) => string;
  /** `Sat, Nov 28, 2026`: the day of a charge, in a receipt that is kept for years. */
  readonly receiptDay: (at: Instant) => string;
  /** `Nov 28, 2026, 4:07 PM EST`: a fact. */
  readonly moment: (at: Instant) => string;
  /** `today, 4:45 PM EST` on the day of sending; else a deadline. */
  readonly soon: (at: Instant) => string;
  /** Whether it is the day of sending. */
  readonly isToday: (at: Instant) => boolean;
  /** `NOV 28` and `2026`: a postmark. */
  readonly postmark: (at: Instant) => { readonly day: string; readonly year: string };
};

/** A year that no date has, so that each is written with its own. */
const NO_YEAR: CalendarDate = { year: 0, month: 0, day: 1, weekday: 0, hour: 0, minute: 0 };

type ZonedDate = CalendarDate & { readonly zone: string };

/** The dates of an email or a text message that is sent `now`. `timeZone`: an IANA zone; UTC if none is known. */
export function readersDates(timeZone: string | undefined, now: Instant): ReadersDates {
  const read = timeZone === undefined ? zonedUtc : inZone(timeZone);
  const today = read(now);
  const time = (date: ZonedDate) => `${timeName(date)} ${date.zone}`;
  const deadline = (at: Instant) => {
    const date = read(at);
    return `${deadlineName(date, today)} ${date.zone}`;
  };
  const isToday = (at: Instant) => daysBetween(today, read(at)) === 0;
  return {
    day: (at) => weekdayAndDay(read(at), today),
    deadline,
    fullDay: (at) => fullDay(read(at)),
    receiptDay: (at) => weekdayAndDay(read(at), NO_YEAR),
    moment: (at) => {
      const date = read(at);
      return `${fullDay(date)}, ${time(date)}`;
    },
    soon: (at) => (isToday(at) ? `today, ${time(read(at))}` : deadline(at)),
    isToday,
    postmark: (at) => {
      const { month, day, year } = read(at);
      return { day: `${shortMonth(month)} ${day}`.toUpperCase(), year: String(year) };
    },
  };
}

const zonedUtc = (at: Instant): ZonedDate => ({ ...inUtc(at), zone: 'UTC' });

/** Reads moments in a time zone, with its name at that moment: `EST` or `EDT`. */
function inZone(timeZone: string): (at: Instant) => ZonedDate {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    timeZoneName: 'short',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const numberOf = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    const [year, month, day] = [numberOf('year'), numberOf('month') - 1, numberOf('day')];
    return {
      year,
      month,
      day,
      weekday: new Date(Date.UTC(year, month, day)).getUTCDay(),
      hour: numberOf('hour'),
      minute: numberOf('minute'),
      zone: parts.get('timeZoneName') ?? '',
    };
  };
}
