import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Poller } from '../../../web/src/chats/poller.ts';

/* The rhythm, by a clock that is moved by hand: when questions really go out. */

/** What the answers are, in order; the last one goes on for good. */
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

describe('questions go out', () => {
  test('after 5, 6, 7 … seconds while nothing comes', async () => {
    start();
    await seconds(35);
    expect(asked).toEqual([5, 11, 18, 26, 35]);
  });

  test('at the slowest once a minute, and they go on', async () => {
    start();
    await seconds(60 * 60);
    const last = asked.slice(-5);
    expect(last.map((at, place) => at - (last[place - 1] ?? at - 60))).toEqual([
      60, 60, 60, 60, 60,
    ]);
  });

  test('every 5 seconds while there is news', async () => {
    start(['nothing', 'nothing', 'news', 'nothing']);
    await seconds(29);
    expect(asked).toEqual([5, 11, 18, 23, 29]);
  });

  test('at once where what is shown is old', async () => {
    start(NOTHING_EVER, true, true);
    await seconds(6);
    expect(asked).toEqual([0, 6]);
  });

  test('ever less often after errors, until the third, and again when asked to', async () => {
    const stopped = start(['failed']);
    await seconds(1_000);
    expect(asked).toEqual([5, 15, 35]);
    expect(stopped.polling.phase).toBe('stopped');
    stopped.tell('resume');
    await seconds(0);
    expect(asked.at(-1)).toBe(1_000);
  });
});

describe('while nobody looks', () => {
  test('nothing is asked, and on return it is asked at once', async () => {
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

  test('a page that opens hidden waits for somebody to look', async () => {
    const hidden = start(NOTHING_EVER, false);
    await seconds(600);
    expect(asked).toEqual([]);
    hidden.tell('returned');
    expect(asked).toEqual([600]);
  });

  test('the answer to a question that was given up changes nothing', async () => {
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

test('once it is stopped for good, nothing is asked any more', async () => {
  start().stop();
  poller?.tell('wrote');
  poller?.tell('returned');
  await seconds(600);
  expect(asked).toEqual([]);
});

test('writing shortens a long wait', async () => {
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
