import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type Calendar,
  dayName,
  daysBetween,
  deadlineName,
  durationWords,
  fullDay,
  hoursWords,
  inUtc,
  momentName,
  monthName,
  monthOfPeriod,
  onDevice,
  recencyName,
  rowDayName,
  shortMonth,
  timeLeftWords,
  timeName,
  utcDay,
  utcDeadline,
  waitWords,
  weekdayAndDay,
  weekdayName,
} from '#shared/dates.ts';
import { DAY, fromIso, HOUR, type Instant, later, MINUTE, SECOND } from '#shared/time.ts';

const now = fromIso('2026-11-21T09:12:00.000Z');
const at = (iso: string): Instant => fromIso(`${iso}:00.000Z`);
const utc = (iso: string) => inUtc(at(iso));

describe('a time of day', () => {
  test.each([
    ['00:00', '12:00 AM'],
    ['00:05', '12:05 AM'],
    ['01:00', '1:00 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['12:30', '12:30 PM'],
    ['13:00', '1:00 PM'],
    ['23:59', '11:59 PM'],
  ])('%s is written as %s', (time, words) => {
    expect(timeName(utc(`2026-11-21T${time}`))).toBe(words);
  });
});

describe('a date', () => {
  const today = inUtc(now);

  test.each([
    ['today', '2026-11-21T16:19', '4:19 PM'],
    ['the first minute of today', '2026-11-21T00:00', '12:00 AM'],
    ['yesterday', '2026-11-20T23:59', 'Fri, 11:59 PM'],
    ['tomorrow', '2026-11-22T00:00', 'Sun, 12:00 AM'],
    ['six days ago', '2026-11-15T00:00', 'Sun, 12:00 AM'],
    ['seven days ago', '2026-11-14T23:59', 'Nov 14'],
    ['in six days', '2026-11-27T23:59', 'Fri, 11:59 PM'],
    ['in seven days', '2026-11-28T00:00', 'Nov 28'],
    ['in another year', '2025-12-08T16:45', 'Dec 8, 2025'],
  ])('in a list says how far away it is: %s', (_, iso, words) => {
    expect(recencyName(utc(iso), today)).toBe(words);
  });

  test('beside the state of a row has no time, but today', () => {
    expect(rowDayName(utc('2026-11-21T16:19'), today)).toBe('4:19 PM');
    expect(rowDayName(utc('2026-11-18T16:45'), today)).toBe('Wed');
    expect(rowDayName(utc('2026-11-27T16:45'), today)).toBe('Fri');
    expect(rowDayName(utc('2026-11-14T16:45'), today)).toBe('Nov 14');
  });

  test('at the turn of the year keeps the weekday, and then names the year', () => {
    const eve = utc('2026-12-31T20:00');
    expect(recencyName(utc('2027-01-02T09:00'), eve)).toBe('Sat, 9:00 AM');
    expect(recencyName(utc('2027-01-08T09:00'), eve)).toBe('Jan 8, 2027');
  });

  test('in a record has a day and a time, and as a deadline a weekday too', () => {
    expect(dayName(utc('2026-12-08T16:45'), today)).toBe('Dec 8');
    expect(weekdayAndDay(utc('2026-12-08T16:45'), today)).toBe('Tue, Dec 8');
    expect(momentName(utc('2026-12-08T16:45'), today)).toBe('Dec 8, 4:45 PM');
    expect(deadlineName(utc('2026-12-08T16:45'), today)).toBe('Tue, Dec 8, 4:45 PM');
    expect(deadlineName(utc('2027-01-08T16:45'), today)).toBe('Fri, Jan 8, 2027, 4:45 PM');
    expect(deadlineName(today, today)).toBe('Sat, Nov 21, 9:12 AM');
  });

  test('outside of screens has a year and a zone', () => {
    expect(utcDay(at('2026-12-05T00:00'))).toBe('Sat, Dec 5, 2026');
    expect(utcDeadline(at('2026-12-08T21:45'))).toBe('Tue, Dec 8, 2026, 9:45 PM UTC');
  });

  test('says what the formats of American English say, for each day of two years', () => {
    const style = { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
    const days = new Intl.DateTimeFormat('en-US', { ...style, weekday: 'short' });
    const times = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });
    for (let nth = 0; nth < 730; nth += 1) {
      // An odd step, so that all hours and minutes come up.
      const moment = later(now, nth * (DAY + 97 * MINUTE));
      expect(utcDay(moment)).toBe(days.format(moment));
      expect(timeName(inUtc(moment))).toBe(times.format(moment).replace(/\s/g, ' '));
    }
  });

  test('of a month is its name and year', () => {
    expect(monthName(monthOfPeriod('2026-10'))).toBe('October 2026');
    expect(monthName(inUtc(now))).toBe('November 2026');
    expect(shortMonth(monthOfPeriod('2026-05').month)).toBe('May');
    expect(weekdayName(inUtc(now))).toBe('Saturday');
  });
});

describe('in the time zone of the device', () => {
  const zone = process.env.TZ;
  beforeEach(() => {
    process.env.TZ = 'America/New_York';
  });
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  const said = (calendar: Calendar, iso: string) =>
    deadlineName(calendar(at(iso)), calendar(at(iso)));

  test('a moment after midnight in UTC is on the evening before', () => {
    expect(said(onDevice, '2027-01-01T02:30')).toBe('Thu, Dec 31, 9:30 PM');
    expect(said(inUtc, '2027-01-01T02:30')).toBe('Fri, Jan 1, 2:30 AM');
  });

  test.each([
    ['before the hour that is skipped', '2026-03-08T06:59', 'Sun, Mar 8, 1:59 AM'],
    ['after the hour that is skipped', '2026-03-08T07:00', 'Sun, Mar 8, 3:00 AM'],
    ['in the first of two equal hours', '2026-11-01T05:30', 'Sun, Nov 1, 1:30 AM'],
    ['in the second of two equal hours', '2026-11-01T06:30', 'Sun, Nov 1, 1:30 AM'],
    ['at local midnight', '2026-11-22T05:00', 'Sun, Nov 22, 12:00 AM'],
    ['at local noon', '2026-11-22T17:00', 'Sun, Nov 22, 12:00 PM'],
  ])('a moment is right %s', (_, iso, words) => expect(said(onDevice, iso)).toBe(words));

  test.each([
    ['of 23 hours', '2026-03-08T04:59', '2026-03-09T04:00', 2],
    ['of 25 hours', '2026-11-01T04:00', '2026-11-02T04:59', 0],
  ])('days are counted by the calendar across a day %s', (_, from, to, days) => {
    expect(daysBetween(onDevice(at(from)), onDevice(at(to)))).toBe(days);
  });

  test('today is the day of the device, not the day in UTC', () => {
    const [late, morning] = [onDevice(at('2026-11-22T02:00')), onDevice(at('2026-11-21T14:00'))];
    expect(recencyName(morning, late)).toBe('9:00 AM');
    expect(fullDay(late)).toBe('Nov 21, 2026');
  });
});

describe('a length of time', () => {
  test.each([
    [SECOND, '1 second'],
    [59 * SECOND, '59 seconds'],
    [MINUTE, '1 minute'],
    [HOUR - 1, '59 minutes'],
    [HOUR, '1 hour'],
    [8 * HOUR, '8 hours'],
    [2 * DAY - 1, '47 hours'],
    [2 * DAY, '2 days'],
    [10 * DAY, '10 days'],
  ])('of %i ms is %s', (milliseconds, words) => expect(durationWords(milliseconds)).toBe(words));

  test('that is left is rounded down, and never to nothing', () => {
    expect(timeLeftWords(later(now, 12 * HOUR - 1), now)).toBe('11 hours left');
    expect(timeLeftWords(later(now, 1), now)).toBe('1 minute left');
    expect(timeLeftWords(now, now)).toBe('Time is up');
  });

  test('that one has to wait is rounded up', () => {
    expect([1, 90, 5_400].map(waitWords)).toEqual(['1 second', '2 minutes', '2 hours']);
  });

  test('in hours turns into days above 48', () => {
    expect([1, 48, 49, 240].map(hoursWords)).toEqual(['1 hour', '48 hours', '3 days', '10 days']);
  });
});
