import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Poller } from '#web/features/chat/poller.ts';

/* The intervals of the poller's requests, with a manual clock. */

/** The outcomes of the requests in order; the last one repeats. */
type Answer = 'news' | 'nothing' | 'failed';

let asked: number[];
let began: number;
let poller: Poller | undefined;

const NOTHING_EVER: readonly Answer[] = ['nothing'];

function start(answers: readonly Answer[] = NOTHING_EVER, looking = true, atOnce = false): Poller {
  began = Date.now();
  poller = new Poller(async () => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push((Date.now() - began) / 1_000);
    if (answer === 'failed') throw new Error('no answer');
    return answer === 'news';
  });
  poller.start({ looking, atOnce });
  return poller;
}

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);

beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
});

afterEach(() => {
  poller?.stop();
  jest.useRealTimers();
});

describe('the poller sends requests', () => {
  test('after 5, 6, 7 … seconds while nothing is new', async () => {
    start();
    await seconds(35);
    expect(asked).toEqual([5, 11, 18, 26, 35]);
  });

  test('at least once a minute, indefinitely', async () => {
    start();
    await seconds(60 * 60);
    const last = asked.slice(-5);
    expect(last.map((at, place) => at - (last[place - 1] ?? at - 60))).toEqual([
      60, 60, 60, 60, 60,
    ]);
  });

  test('every 5 seconds while there is something new', async () => {
    start(['nothing', 'nothing', 'news', 'nothing']);
    await seconds(29);
    expect(asked).toEqual([5, 11, 18, 23, 29]);
  });

  test('at once if the shown data is old', async () => {
    start(NOTHING_EVER, true, true);
    await seconds(6);
    expect(asked).toEqual([0, 6]);
  });

  test('less often after each error, not after the third error, and again on request', async () => {
    const stopped = start(['failed']);
    await seconds(1_000);
    expect(asked).toEqual([5, 15, 35]);
    expect(stopped.polling.phase).toBe('stopped');
    stopped.tell('resume');
    await seconds(0);
    expect(asked.at(-1)).toBe(1_000);
  });
});

describe('while the page is hidden', () => {
  test('no request is made, and one is made immediately when the page is visible again', async () => {
    const away = start();
    await seconds(6);
    away.tell('left');
    await seconds(600);
    expect(asked).toEqual([5]);
    away.tell('returned');
    await seconds(5);
    expect(asked).toEqual([5, 606]);
    await seconds(1);
    expect(asked).toEqual([5, 606, 612]);
  });

  test('a page that opens hidden waits until it is visible', async () => {
    const hidden = start(NOTHING_EVER, false);
    await seconds(600);
    expect(asked).toEqual([]);
    hidden.tell('returned');
    expect(asked).toEqual([600]);
  });

  test('the response to an aborted request is ignored', async () => {
    let answer: (news: boolean) => void = () => undefined;
    let given = 0;
    poller = new Poller(() => {
      given += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    poller.start({ looking: true, atOnce: true });
    const first = answer;
    poller.tell('left');
    poller.tell('returned');
    first(false);
    await seconds(0);
    expect(given).toBe(2);
    expect(poller.polling.phase).toBe('asking');
    answer(false);
    await seconds(0);
    expect(poller.polling).toMatchObject({ phase: 'waiting', wait: 6_000 });
  });
});

test('a stopped poller makes no more requests', async () => {
  start().stop();
  poller?.tell('wrote');
  poller?.tell('returned');
  await seconds(600);
  expect(asked).toEqual([]);
});

test('writing a message shortens a long interval', async () => {
  const slow = start();
  await seconds(26 + 4);
  slow.tell('wrote');
  await seconds(2);
  slow.tell('wrote');
  await seconds(3);
  expect(asked).toEqual([5, 11, 18, 26, 35]);
  await seconds(6);
  expect(asked.at(-1)).toBe(41);
});

describe('while hints arrive', () => {
  test('only requested polls are made, and the intervals begin again when hints cease', async () => {
    const paused = start();
    paused.pause();
    await seconds(600);
    expect(asked).toEqual([]);
    await paused.request();
    expect(asked).toEqual([600]);
    await seconds(60);
    paused.tell('returned');
    await seconds(6);
    expect(asked).toEqual([600, 660, 666]);
  });

  test('a poller that had stopped after errors no longer counts as stopped', async () => {
    const stopped = start(['failed', 'failed', 'failed', 'nothing']);
    await seconds(100);
    expect(stopped.polling.phase).toBe('stopped');
    stopped.pause();
    expect(stopped.polling).toMatchObject({ phase: 'away', failures: 0 });
  });

  test('a requested poll that fails rejects, and changes no interval', async () => {
    const paused = start(['failed']);
    paused.pause();
    await expect(paused.request()).rejects.toThrow('no answer');
    expect(paused.polling.failures).toBe(0);
  });
});
