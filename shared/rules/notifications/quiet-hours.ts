import { type Instant, instant, MINUTE } from '../../time.ts';

/*
 * Quiet hours: the hours of each day in which a person gets no notifications, by the wall clock of their time zone. A minute that
 * the wall clock skips, or shows twice, when daylight saving time begins or ends is treated like any other.
 */

/** `from` and `to`: minutes since midnight, local time; `to` may be on the next day. `timeZone`: an IANA zone. */
export type QuietHours = {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
};

/** Whether a time is in the quiet hours. */
export const isQuiet = (quiet: QuietHours, at: Instant): boolean =>
  isWithin(quiet, wallClock(quiet.timeZone)(at));

/**
 * The end of the quiet hours that a time is in: the first minute that is not quiet. It looks at each minute, at most a day of them,
 * because days of 23 or 25 hours then need no rule of their own.
 */
export function quietUntil(quiet: QuietHours, at: Instant): Instant {
  const minuteAt = wallClock(quiet.timeZone);
  let end = Math.floor(at / MINUTE) * MINUTE;
  do end += MINUTE;
  while (isWithin(quiet, minuteAt(instant(end))));
  return instant(end);
}

/** The beginning of the quiet hours that a time is in: its first quiet minute. */
export function quietSince(quiet: QuietHours, at: Instant): Instant {
  const minuteAt = wallClock(quiet.timeZone);
  let start = Math.floor(at / MINUTE) * MINUTE;
  while (isWithin(quiet, minuteAt(instant(start - MINUTE)))) start -= MINUTE;
  return instant(start);
}

const isWithin = ({ from, to }: QuietHours, minute: number) =>
  from < to ? from <= minute && minute < to : minute >= from || minute < to;

/** Returns a function from a time to the minutes since midnight that the wall clock of the zone shows. */
function wallClock(timeZone: string): (at: Instant) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => minutesOf(format.format(at)) ?? 0;
}

/** The minutes since midnight of a time such as `22:30`; undefined for anything else. */
export function minutesOf(text: string): number | undefined {
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === '' ? undefined : Number(hours) * 60 + Number(minutes);
}

/** Minutes since midnight as `22:30`. */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** A time zone that a browser told; undefined if it told none, or one that this machine does not know. */
export const knownTimeZone = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= TIME_ZONE_MAX && isTimeZone(text) ? text : undefined;

/** The longest name of a time zone that is stored. */
const TIME_ZONE_MAX = 64;

/** Whether this is an IANA time zone that this machine knows. An offset such as `+01:00` is none. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]\w*([/+-]\w+)*$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
