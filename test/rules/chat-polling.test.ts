import { describe, expect, test } from '@jest/globals';
import {
  INITIAL_POLLING,
  nextPolling,
  type Polling,
  type PollingEvent,
} from '#shared/rules/chat/polling.ts';

const SECOND = 1_000;

const following = (...events: readonly PollingEvent[]) =>
  events.reduce(nextPolling, INITIAL_POLLING);
/** Returns the polling state after an answer, including the wait before it. */
const answered = (polling: Polling, answer: PollingEvent) =>
  nextPolling(nextPolling(polling, 'due'), answer);

describe('an open chat polls', () => {
  test('after five seconds, and a second later after every empty response, up to a minute', () => {
    let polling = INITIAL_POLLING;
    const waits: number[] = [];
    for (let answer = 0; answer < 60; answer++) {
      waits.push(polling.wait / SECOND);
      polling = answered(polling, 'nothing');
    }
    expect(waits.slice(0, 4)).toEqual([5, 6, 7, 8]);
    expect(waits.slice(54)).toEqual([59, 60, 60, 60, 60, 60]);
    expect(polling.phase).toBe('waiting');
  });

  test('every five seconds again once there is a new message', () => {
    const slow = [...Array(20).keys()].reduce(
      (polling) => answered(polling, 'nothing'),
      INITIAL_POLLING,
    );
    expect(slow.wait).toBe(25 * SECOND);
    expect(answered(slow, 'news')).toEqual(INITIAL_POLLING);
  });

  test('after twice the interval following an error, and stops after three errors in a row', () => {
    const once = answered(INITIAL_POLLING, 'failed');
    expect(once).toMatchObject({ phase: 'waiting', wait: 10 * SECOND });
    const twice = answered(once, 'failed');
    expect(twice).toMatchObject({ phase: 'waiting', wait: 20 * SECOND });
    expect(answered(twice, 'failed').phase).toBe('stopped');
  });

  test('again after an error that is followed by a success', () => {
    const twice = following('due', 'failed', 'due', 'failed');
    const mended = answered(twice, 'nothing');
    expect(mended).toMatchObject({ wait: 21 * SECOND, failures: 0 });
    expect(answered(answered(mended, 'failed'), 'failed').phase).toBe('waiting');
  });

  test('at once when the reader requests it or returns', () => {
    const stopped = following('due', 'failed', 'due', 'failed', 'due', 'failed');
    for (const event of ['resume', 'returned', 'wrote'] as const) {
      expect(nextPolling(stopped, event)).toMatchObject({ phase: 'asking', failures: 0 });
    }
  });

  test('never again by itself once it has stopped', () => {
    const stopped = following('due', 'failed', 'due', 'failed', 'due', 'failed');
    expect(stopped).toEqual({ phase: 'stopped', wait: 5 * SECOND, failures: 3, wrote: false });
    for (const event of ['due', 'news', 'nothing', 'failed', 'left'] as const)
      expect(nextPolling(stopped, event)).toBe(stopped);
  });

  test('without a change if the page returns that was not hidden', () => {
    for (const polling of [INITIAL_POLLING, following('due')])
      expect(nextPolling(polling, 'returned')).toBe(polling);
  });

  test('with one request at a time, and not while the page is hidden', () => {
    const away = following('due', 'left');
    expect(away.phase).toBe('away');
    for (const event of ['due', 'news', 'nothing', 'failed', 'resume'] as const) {
      expect(nextPolling(away, event)).toBe(away);
    }
    const back = nextPolling(away, 'returned');
    expect(back).toMatchObject({ phase: 'asking', wait: 5 * SECOND });
    expect(nextPolling(back, 'due')).toBe(back);
  });
});

describe('typing in an open chat', () => {
  const slow = () => following('due', 'nothing', 'due', 'nothing', 'due', 'nothing');

  test('shortens a long polling interval', () => {
    expect(nextPolling(slow(), 'wrote')).toMatchObject({ phase: 'waiting', wait: 5 * SECOND });
  });

  test('does not postpone a poll that is due soon', () => {
    const once = nextPolling(slow(), 'wrote');
    expect(nextPolling(once, 'wrote')).toBe(once);
  });

  test('is not canceled by an empty response to an earlier poll', () => {
    const asking = nextPolling(nextPolling(slow(), 'due'), 'wrote');
    expect(nextPolling(asking, 'nothing')).toEqual(INITIAL_POLLING);
  });

  test('polls nothing while the page is hidden', () => {
    const away = nextPolling(slow(), 'left');
    expect(nextPolling(away, 'wrote').phase).toBe('away');
  });
});
