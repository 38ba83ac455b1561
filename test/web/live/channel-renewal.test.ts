import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { channelAt, periodEndOf } from '#shared/live.ts';
import { type Instant, instant } from '#shared/time.ts';
import { updateServerTime } from '#web/api/clock.ts';
import { ChannelRenewal } from '#web/features/live/channel-renewal.ts';

const USER = '01J0000000000000000000000A';
const START = instant(Date.UTC(2026, 10, 21, 9));
const PERIOD = 10 * 60_000;
const ends = periodEndOf(USER, START);

/** Moves the clocks of the device and of the server. */
function moveTo(now: number): void {
  jest.setSystemTime(now);
  updateServerTime(new Date(now).toUTCString());
}

let log: string[];
let tokens: Instant[];
let failed: number;
let refuses: boolean;
let renewal: ChannelRenewal;

beforeEach(() => {
  jest.useFakeTimers({ now: START });
  // The server's time is counted from here, and not from when this file was loaded.
  updateServerTime(new Date().toUTCString());
  log = [];
  tokens = [];
  failed = 0;
  refuses = false;
  let lastId = 0;
  renewal = new ChannelRenewal({
    userId: USER,
    socket: {
      subscribe: async (channel) => {
        if (refuses) throw new Error('refused');
        lastId += 1;
        log.push(`+${lastId} ${channel}`);
        return String(lastId);
      },
      unsubscribe: (id) => void log.push(`-${id}`),
    },
    tokenUntil: async (moment) => {
      tokens.push(moment);
      return 'token';
    },
    onFailed: () => {
      failed += 1;
    },
  });
});
afterEach(() => {
  renewal.stop();
  jest.useRealTimers();
});

const until = (moment: number) => jest.advanceTimersByTimeAsync(moment - Date.now());
const channelOf = (nth: number) => channelAt(USER, instant(START + nth * PERIOD));

describe('the subscription of a person', () => {
  test('begins with the current period and a token that is valid to its end', async () => {
    await renewal.start();
    expect(log).toEqual([`+1 ${channelOf(0)}`]);
    expect(tokens).toEqual([ends]);
  });

  test('continues with the next period one minute before the end, and the two overlap', async () => {
    await renewal.start();
    await until(ends - 60_001);
    expect(log).toHaveLength(1);
    await until(ends - 59_000);
    expect(log).toEqual([`+1 ${channelOf(0)}`, `+2 ${channelOf(1)}`]);
    expect(tokens.at(-1)).toBe(ends + PERIOD);
    await until(ends + 6_000);
    expect(log.at(-1)).toBe('-1');
  });

  test('goes on for hours without a gap', async () => {
    await renewal.start();
    await until(ends + 30 * PERIOD);
    const begun = log.filter((line) => line.startsWith('+'));
    expect(begun).toEqual(Array.from({ length: 32 }, (_, nth) => `+${nth + 1} ${channelOf(nth)}`));
  });

  test('takes the next period at once if less than a minute is left', async () => {
    moveTo(ends - 30_000);
    await renewal.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(log).toEqual([`+1 ${channelOf(0)}`, `+2 ${channelOf(1)}`]);
  });

  test('is renewed by a message when the timers of a hidden page are late', async () => {
    await renewal.start();
    moveTo(ends - 50_000);
    renewal.renewIfDue();
    renewal.renewIfDue();
    await jest.advanceTimersByTimeAsync(0);
    expect(log).toHaveLength(2);
  });

  test('takes the current period when the clock was moved past several', async () => {
    await renewal.start();
    moveTo(START + 5 * PERIOD);
    renewal.renewIfDue();
    await jest.advanceTimersByTimeAsync(0);
    expect(log.at(1)).toBe(`+2 ${channelOf(5)}`);
  });

  test('ends the connection if the next period is refused', async () => {
    await renewal.start();
    refuses = true;
    await until(ends - 59_000);
    expect(failed).toBe(1);
  });

  test('is not renewed after the connection has ended', async () => {
    await renewal.start();
    renewal.stop();
    await until(ends + PERIOD);
    expect(log).toHaveLength(1);
  });
});
