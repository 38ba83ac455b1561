import { describe, expect, test } from '@jest/globals';
import {
  LINK_OFF,
  type LinkEvent,
  type LinkState,
  nextLink,
  RETRY_SLOWEST,
} from '#web/features/live/link-state.ts';

/** The state after these events, with the longest random waits. */
const stateAfter = (...events: readonly LinkEvent[]): LinkState =>
  events.reduce((state, event) => nextLink(state, event, 1), LINK_OFF);

/** A connection that was lost this many times before it was up. */
const lostTimes = (times: number): LinkState =>
  stateAfter('wanted', ...Array.from({ length: times }, () => ['lost', 'due'] as const).flat());

describe('the connection', () => {
  test('is opened when it is wanted, and is up when it is subscribed', () => {
    expect(stateAfter('wanted').phase).toBe('connecting');
    expect(stateAfter('wanted', 'subscribed').phase).toBe('up');
  });

  test('is opened again after it was lost, and not before the wait is over', () => {
    expect(stateAfter('wanted', 'subscribed', 'lost')).toEqual({
      phase: 'waiting',
      wait: 1_000,
      failures: 1,
    });
    expect(stateAfter('wanted', 'lost', 'due').phase).toBe('connecting');
  });

  test('is closed from every phase when it is not wanted', () => {
    for (const events of [['wanted'], ['wanted', 'subscribed'], ['wanted', 'lost']] as const)
      expect(stateAfter(...events, 'unwanted').phase).toBe('off');
  });

  test.each([
    ['wanted', 'wanted'],
    ['wanted', 'lost', 'lost'],
    ['wanted', 'subscribed', 'due'],
    ['lost'],
    ['subscribed'],
    ['steady'],
  ] as readonly LinkEvent[][])(
    'does not change by an event of another phase: %s %s %s',
    (...events) => {
      const before = stateAfter(...events.slice(0, -1));
      expect(nextLink(before, events.at(-1) as LinkEvent, 1)).toBe(before);
    },
  );
});

describe('the wait until the next attempt', () => {
  test('doubles with each failure up to a minute', () => {
    const waits = Array.from(
      { length: 9 },
      (_, times) => nextLink(lostTimes(times), 'lost', 1).wait,
    );
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000));
    expect(nextLink(lostTimes(2_000), 'lost', 1).wait).toBe(RETRY_SLOWEST);
  });

  test('is random in full', () => {
    for (const random of [0, 0.25, 0.5])
      expect(nextLink(lostTimes(4), 'lost', random).wait).toBe(random * 16_000);
  });

  test('is short again only after the connection was up for a while', () => {
    const flapping = nextLink(nextLink(lostTimes(4), 'subscribed', 1), 'lost', 1);
    expect(flapping.wait).toBe(16_000);
    const steady = nextLink(nextLink(lostTimes(4), 'subscribed', 1), 'steady', 1);
    expect(nextLink(steady, 'lost', 1).wait).toBe(1_000);
  });
});
