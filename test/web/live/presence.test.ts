import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Presence } from '#web/features/live/presence.ts';

/* When screens rely on hints, and when they poll. */

let live: boolean[];
let caughtUp: number;
let answer: () => Promise<void>;
let presence: Presence;

beforeEach(() => {
  jest.useFakeTimers();
  live = [];
  caughtUp = 0;
  answer = () => Promise.resolve();
  presence = new Presence({
    catchUp: () => {
      caughtUp += 1;
      return answer();
    },
    setLive: (next) => live.push(next),
  });
});
afterEach(() => {
  presence.stop();
  jest.useRealTimers();
});

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);

describe('a page', () => {
  test('relies on hints when the connection is up and what was missed has been asked for', async () => {
    let answered = () => {};
    answer = () =>
      new Promise((resolve) => {
        answered = resolve;
      });
    presence.up(true);
    await seconds(3);
    expect(live).toEqual([]);
    answered();
    await seconds(0);
    expect(live).toEqual([true]);
  });

  test('polls on if the catch-up fails, and relies on hints after the next one', async () => {
    answer = () => Promise.reject(new Error('no answer'));
    presence.up(true);
    await seconds(1);
    expect(live).toEqual([]);
    answer = () => Promise.resolve();
    await presence.catchUp();
    expect(live).toEqual([true]);
  });

  test('polls when the connection has been away for ten seconds', async () => {
    presence.up(true);
    await seconds(0);
    presence.up(false);
    await seconds(9.9);
    expect(live).toEqual([true]);
    await seconds(0.2);
    expect(live).toEqual([true, false]);
  });

  test('does not poll when the connection is back within ten seconds, and catches up', async () => {
    presence.up(true);
    await seconds(0);
    presence.up(false);
    await seconds(9);
    presence.up(true);
    await seconds(60);
    expect(live).not.toContain(false);
    expect(caughtUp).toBe(2);
  });

  test('does not rely on a connection that was lost during the catch-up', async () => {
    let answered = () => {};
    answer = () =>
      new Promise((resolve) => {
        answered = resolve;
      });
    presence.up(true);
    presence.up(false);
    answered();
    await seconds(0);
    expect(live).toEqual([]);
  });
});
