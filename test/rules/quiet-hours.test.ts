import { describe, expect, test } from '@jest/globals';
import {
  clockText,
  isQuiet,
  isTimeZone,
  minutesOf,
  type QuietHours,
  quietUntil,
} from '#shared/rules/notifications/quiet-hours.ts';
import { fromIso, MINUTE, toIso } from '#shared/time.ts';

/** Quiet hours such as `22:00-07:00`. */
function quiet(hours: string, timeZone: string): QuietHours {
  const [from = '', to = ''] = hours.split('-');
  return { from: minutesOf(from) ?? 0, to: minutesOf(to) ?? 0, timeZone };
}
const end = (hours: string, zone: string, at: string) =>
  toIso(quietUntil(quiet(hours, zone), fromIso(at))).replace('.000Z', 'Z');

describe('isQuiet', () => {
  test.each([
    ['22:00-07:00', 'Europe/Berlin', '2026-11-21T20:59:59Z', false],
    ['22:00-07:00', 'Europe/Berlin', '2026-11-21T21:00:00Z', true],
    ['22:00-07:00', 'Europe/Berlin', '2026-11-22T05:59:59Z', true],
    ['22:00-07:00', 'Europe/Berlin', '2026-11-22T06:00:00Z', false],
    ['13:00-15:00', 'America/New_York', '2026-11-21T17:59:59Z', false],
    ['13:00-15:00', 'America/New_York', '2026-11-21T18:00:00Z', true],
    ['13:00-15:00', 'America/New_York', '2026-11-21T20:00:00Z', false],
    ['00:00-06:00', 'Asia/Kathmandu', '2026-11-21T18:14:00Z', false],
    ['00:00-06:00', 'Asia/Kathmandu', '2026-11-21T18:15:00Z', true],
  ])('of %s in %s at %s is %s', (hours, zone, at, is) => {
    expect(isQuiet(quiet(hours, zone), fromIso(at))).toBe(is);
  });
});

describe('quietUntil', () => {
  test('is the end on the same or the next day', () => {
    expect(end('22:00-07:00', 'Europe/Berlin', '2026-11-21T22:30:10Z')).toBe(
      '2026-11-22T06:00:00Z',
    );
    expect(end('13:00-15:00', 'UTC', '2026-11-21T13:00:00Z')).toBe('2026-11-21T15:00:00Z');
  });

  test('is an hour earlier in the night in which clocks go forward', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00.
    expect(end('22:00-07:00', 'Europe/Berlin', '2026-03-28T22:00:00Z')).toBe(
      '2026-03-29T05:00:00Z',
    );
  });

  test('is an hour later in the night in which clocks go back', () => {
    // New York, 1 November 2026: 02:00 becomes 01:00.
    expect(end('22:00-07:00', 'America/New_York', '2026-11-01T03:00:00Z')).toBe(
      '2026-11-01T12:00:00Z',
    );
  });

  test('is the end of the gap if the clock skips the time at which they would end', () => {
    expect(end('22:00-02:30', 'Europe/Berlin', '2026-03-28T22:00:00Z')).toBe(
      '2026-03-29T01:00:00Z',
    );
  });

  test('is the first of two times that the clock shows, and the repeated hour is quiet again', () => {
    const hours = '22:00-01:30';
    const zone = 'America/New_York';
    expect(end(hours, zone, '2026-11-01T03:00:00Z')).toBe('2026-11-01T05:30:00Z');
    expect(isQuiet(quiet(hours, zone), fromIso('2026-11-01T05:45:00Z'))).toBe(false);
    expect(end(hours, zone, '2026-11-01T06:10:00Z')).toBe('2026-11-01T06:30:00Z');
  });

  test('follows a zone whose clock moves by half an hour', () => {
    // Lord Howe, 4 October 2026: 02:00 becomes 02:30.
    expect(end('23:00-06:00', 'Australia/Lord_Howe', '2026-10-03T14:00:00Z')).toBe(
      '2026-10-03T19:00:00Z',
    );
  });

  test('is never quiet, and a minute earlier is, in every zone and on every changing day', () => {
    for (const timeZone of ['Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kolkata'])
      for (const at of ['2026-03-29T00:30:00Z', '2026-10-25T00:30:00Z', '2026-11-01T05:30:00Z']) {
        const always = quiet('07:01-07:00', timeZone);
        const until = quietUntil(always, fromIso(at));
        expect(isQuiet(always, until)).toBe(false);
        expect(isQuiet(always, fromIso(toIso((until - MINUTE) as never)))).toBe(true);
      }
  });
});

test.each([
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  ['Etc/GMT+5', true],
  ['+01:00', false],
  ['Mars/Olympus', false],
  ['', false],
  ['../etc', false],
])('isTimeZone(%j) is %s', (zone, is) => {
  expect(isTimeZone(zone)).toBe(is);
});

test('local times are read as minutes and written back', () => {
  for (const text of ['00:00', '07:05', '22:30', '23:59'])
    expect(clockText(minutesOf(text) ?? -1)).toBe(text);
  for (const text of ['24:00', '7:00', '07:60', '07:00:00', 'noon'])
    expect(minutesOf(text)).toBeUndefined();
});
