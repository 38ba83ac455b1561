import { describe, expect, test } from '@jest/globals';
import { newId } from '#shared/ids.ts';
import { channelAt, periodEndOf, readChannel } from '#shared/live.ts';
import { instant, later, MINUTE } from '#shared/time.ts';

const NOON = instant(Date.UTC(2026, 10, 21, 12));
const PERIOD = 10 * MINUTE;
const IDS = Array.from({ length: 500 }, (_, nth) => newId(later(NOON, nth)));
const ID = '01KAGH5Z0000000000000000F1';

describe('a channel', () => {
  test('is read as its person and the end of its period', () => {
    for (const userId of IDS) {
      const ends = periodEndOf(userId, NOON);
      expect(readChannel(channelAt(userId, NOON))).toEqual({ userId, ends });
    }
  });

  test('has a name that AppSync accepts', () => {
    // https://docs.aws.amazon.com/appsync/latest/eventapi/channel-namespaces.html
    for (const userId of IDS)
      expect(channelAt(userId, NOON)).toMatch(/^(\/[A-Za-z0-9-]{1,50}){1,5}$/);
  });

  test.each([
    ['nothing', ''],
    ['only a person', `/people/${ID}`],
    ['everybody', '/people/*'],
    ['all periods of a person', `/people/${ID}/*`],
    ['another namespace', `/chats/${ID}/2940000`],
    ['a path below a period', `/people/${ID}/2940000/more`],
    ['no leading slash', `people/${ID}/2940000`],
    ['a trailing slash', `/people/${ID}/2940000/`],
    ['a trailing line', `/people/${ID}/2940000\n`],
    ['a person in lower case', `/people/${ID.toLowerCase()}/2940000`],
    ['a letter that no id has', `/people/${ID.replace('F', 'U')}/2940000`],
    ['a negative period', `/people/${ID}/-1`],
    ['part of a period', `/people/${ID}/1.5`],
    ['a period with too many digits', `/people/${ID}/1000000000`],
    ['a period that begins with a zero', `/people/${ID}/02940000`],
  ])('cannot be read from %s', (_, channel) => {
    expect(readChannel(channel)).toBeUndefined();
  });
});

describe('a period', () => {
  test('contains its moment, ends within ten minutes, and is followed by the next one', () => {
    for (const userId of IDS) {
      const ends = periodEndOf(userId, NOON);
      expect(ends).toBeGreaterThan(NOON);
      expect(ends).toBeLessThanOrEqual(later(NOON, PERIOD));
      expect(channelAt(userId, later(ends, -1))).toBe(channelAt(userId, NOON));
      expect(channelAt(userId, ends)).not.toBe(channelAt(userId, NOON));
      expect(periodEndOf(userId, ends)).toBe(later(ends, PERIOD));
    }
  });

  test('does not contain the moment at which it ends', () => {
    const ends = periodEndOf(ID, NOON);
    expect(readChannel(channelAt(ID, ends))?.ends).toBe(later(ends, PERIOD));
  });

  test('ends at different times for different people, evenly over ten minutes', () => {
    const minutes = IDS.map((userId) => Math.floor((periodEndOf(userId, NOON) - NOON) / MINUTE));
    for (let minute = 0; minute < 10; minute += 1) {
      const share = minutes.filter((one) => one === minute).length / IDS.length;
      expect(share).toBeGreaterThan(0.03);
      expect(share).toBeLessThan(0.25);
    }
  });
});
