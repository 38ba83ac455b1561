import { DAY, HOUR, type Instant, MINUTE } from './time.ts';

/*
 * Dates and times for people: 12-hour times, and one form for each distance. A list says the time of today, the weekday and time of
 * this week, and then the day. A deadline always has a weekday, a day and a time; outside of screens also a year and a zone.
 * Not by a format of the language: that takes 6 ms to make in the first call of a function.
 */

/** A moment in the calendar of one time zone. */
export type CalendarDate = {
  readonly year: number;
  /** 0 is January. */
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
};

/** Reads moments in one time zone. */
export type Calendar = (at: Instant) => CalendarDate;

/** The time zone of the device, which screens write in. On a server it is whatever the server is set to: use `inUtc` there. */
export const onDevice: Calendar = (at) => {
  const date = new Date(at);
  return {
    year: date.getFullYear(),
    month: date.getMonth(),
    day: date.getDate(),
    weekday: date.getDay(),
    hour: date.getHours(),
    minute: date.getMinutes(),
  };
};

/** UTC, for emails and text messages, whose readers may be anywhere, and for days that are days of the platform. */
export const inUtc: Calendar = (at) => {
  const date = new Date(at);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
};

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const short = (name: string) => name.slice(0, 3);
const monthDay = ({ month, day }: CalendarDate) => `${shortMonth(month)} ${day}`;
const shortWeekday = (date: CalendarDate) => short(weekdayName(date));

/** `Nov`. `month`: 0 is January. */
export const shortMonth = (month: number): string => short(MONTHS[month] ?? '');

/** `Thursday`. */
export const weekdayName = ({ weekday }: CalendarDate): string => WEEKDAYS[weekday] ?? '';

/** `9:12 AM`; midnight is `12:00 AM` and noon `12:00 PM`. */
export const timeName = ({ hour, minute }: CalendarDate): string =>
  `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;

/** `Nov 21, 2026`. */
export const fullDay = (date: CalendarDate): string => `${monthDay(date)}, ${date.year}`;

/** `November 2026`. */
export const monthName = ({ month, year }: Pick<CalendarDate, 'month' | 'year'>): string =>
  `${MONTHS[month] ?? ''} ${year}`;

/** The month of a period such as `2026-11`. */
export const monthOfPeriod = (period: string): Pick<CalendarDate, 'month' | 'year'> => ({
  month: Number(period.slice(5, 7)) - 1,
  year: Number(period.slice(0, 4)),
});

/** `Nov 21`; `Jan 2, 2027` in another year than today's. */
export const dayName = (date: CalendarDate, today: CalendarDate): string =>
  date.year === today.year ? monthDay(date) : fullDay(date);

/** `Thu, Nov 26`. */
export const weekdayAndDay = (date: CalendarDate, today: CalendarDate): string =>
  `${shortWeekday(date)}, ${dayName(date, today)}`;

/** `Nov 21, 9:12 AM`: a fact of a record. */
export const momentName = (date: CalendarDate, today: CalendarDate): string =>
  `${dayName(date, today)}, ${timeName(date)}`;

/** `Mon, Nov 30, 9:12 AM`: a deadline. */
export const deadlineName = (date: CalendarDate, today: CalendarDate): string =>
  `${weekdayAndDay(date, today)}, ${timeName(date)}`;

/**
 * When something in a list happened or will happen: `4:19 PM` today, `Sat, 4:45 PM` within six days, so that a weekday is never
 * today's, and `Dec 8` further away.
 */
export function recencyName(date: CalendarDate, today: CalendarDate): string {
  const days = Math.abs(daysBetween(today, date));
  if (days === 0) return timeName(date);
  return days <= 6 ? `${shortWeekday(date)}, ${timeName(date)}` : dayName(date, today);
}

/** The same beside the state of a row, where a time has no room: `4:19 PM` today, `Sat` within six days, then `Dec 8`. */
export function rowDayName(date: CalendarDate, today: CalendarDate): string {
  const days = Math.abs(daysBetween(today, date));
  if (days === 0) return timeName(date);
  return days <= 6 ? shortWeekday(date) : dayName(date, today);
}

/** Calendar days from one date to another: 1 from today to tomorrow, also if that day has 23 or 25 hours. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((startOf(to) - startOf(from)) / DAY);

const startOf = ({ year, month, day }: CalendarDate) => Date.UTC(year, month, day);

/** `Nov 21, 2026` in UTC: a day that is the same for every reader, such as the day of a payout, and the `pretty…` fields of the API. */
export const prettyDate = (at: Instant): string => fullDay(inUtc(at));

/** `Sat, Dec 5, 2026` in UTC. */
export const utcDay = (at: Instant): string => `${shortWeekday(inUtc(at))}, ${prettyDate(at)}`;

/** `Tue, Dec 8, 2026, 9:45 PM UTC`: a deadline outside of screens. */
export const utcDeadline = (at: Instant): string => `${utcDay(at)}, ${timeName(inUtc(at))} UTC`;

/** A length of time in its largest unit, rounded down: `40 seconds`, `5 minutes`, `47 hours`, and from 48 hours on `2 days`. */
export function durationWords(milliseconds: number): string {
  if (milliseconds < MINUTE) return counted(Math.floor(milliseconds / 1_000), 'second');
  if (milliseconds < HOUR) return counted(Math.floor(milliseconds / MINUTE), 'minute');
  if (milliseconds < 2 * DAY) return counted(Math.floor(milliseconds / HOUR), 'hour');
  return counted(Math.floor(milliseconds / DAY), 'day');
}

/** `1 hour`, `72 hours`: in hours up to 48, then in days, rounded up. */
export const hoursWords = (hours: number): string =>
  hours <= 48 ? counted(hours, 'hour') : counted(Math.ceil(hours / 24), 'day');

/** `11 hours left`, rounded down so as not to promise too much, but never `0 minutes`. */
export function timeLeftWords(until: Instant, now: Instant): string {
  return until <= now ? 'Time is up' : `${durationWords(Math.max(MINUTE, until - now))} left`;
}

/** `40 seconds`, `12 minutes`, `3 hours`: a wait, rounded up, so that an attempt after it is not too early. */
export function waitWords(seconds: number): string {
  if (seconds < 90) return counted(seconds, 'second');
  return seconds < 5_400
    ? counted(Math.ceil(seconds / 60), 'minute')
    : counted(Math.ceil(seconds / 3_600), 'hour');
}

const counted = (count: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
  `${count} ${unit}${count === 1 ? '' : 's'}`;
