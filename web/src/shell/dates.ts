import type { DateWords } from '../../../shared/messages/dates.ts';
import { DAY, HOUR, type Instant, MINUTE } from '../../../shared/time.ts';

/*
 * Dates in words, in the device's time zone: `Nov 21, 9:12 AM`, `Thu, Nov 26`, `11 hours left`. A deadline about money
 * names its date, so that people in two time zones read the same.
 */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const two = (number: number) => String(number).padStart(2, '0');

/** `Nov 21`; `Jan 2, 2027` in another year than `now`. */
export function dayWords(at: Instant, now: Instant): string {
  const date = new Date(at);
  const year = date.getFullYear();
  const day = `${MONTHS[date.getMonth()]} ${date.getDate()}`;
  return year === new Date(now).getFullYear() ? day : `${day}, ${year}`;
}

/** `Thu, Nov 26`. */
export function weekdayWords(at: Instant, now: Instant): string {
  return `${weekdayOf(at).slice(0, 3)}, ${dayWords(at, now)}`;
}

/** `Thursday`. */
export function weekdayOf(at: Instant): string {
  return WEEKDAYS[new Date(at).getDay()] ?? '';
}

/** `9:12 AM`. */
export function timeWords(at: Instant): string {
  const date = new Date(at);
  const hours = date.getHours();
  return `${hours % 12 || 12}:${two(date.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** `Nov 21, 9:12 AM`. */
export function momentWords(at: Instant, now: Instant): string {
  return `${dayWords(at, now)}, ${timeWords(at)}`;
}

/** `Mon, Nov 30, 9:12 AM`: a deadline. */
export function deadlineWords(at: Instant, now: Instant): string {
  return `${weekdayWords(at, now)}, ${timeWords(at)}`;
}

/** The dates of sentences that other channels share, as this device writes them. */
export function screenDates(now: Instant): DateWords {
  return {
    day: (at) => weekdayWords(at, now),
    deadline: (at) => deadlineWords(at, now),
  };
}

/** `11 hours left`, rounded down so as not to promise too much; days from 48 hours up. */
export function timeLeftWords(until: Instant, now: Instant): string {
  const left = until - now;
  if (left <= 0) return 'Time is up';
  if (left < HOUR) return counted(Math.max(1, Math.floor(left / MINUTE)), 'minute', 'left');
  if (left < 2 * DAY) return counted(Math.floor(left / HOUR), 'hour', 'left');
  return counted(Math.floor(left / DAY), 'day', 'left');
}

/** The time of a change in a list: the time today, otherwise the day. */
export function recencyWords(at: Instant, now: Instant): string {
  return startOfDay(at) === startOfDay(now) ? timeWords(at) : dayWords(at, now);
}

/** Local days from `now` to `at`: 0 today, 1 tomorrow. */
export function daysAhead(at: Instant, now: Instant): number {
  return Math.round((startOfDay(at) - startOfDay(now)) / DAY);
}

function startOfDay(at: Instant): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function counted(count: number, noun: string, after: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'} ${after}`;
}
