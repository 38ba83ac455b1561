import { expect, test } from '@jest/globals';
import {
  CallQueue,
  MAX_RUNNING,
  MAX_WAIT_MS,
  MAX_WAITING,
  OVERLOADED,
} from '#lib/local/front/call-queue.ts';
import { startFront } from '#lib/local/front/front.ts';
import { LambdaFault } from '#lib/local/lambdas/lambdas.ts';
import { UNAVAILABLE_SECONDS } from '#shared/refusals.ts';

/** A queue with a clock that the test sets, and calls that end when the test says so. */
function newQueue() {
  const clock = { now: 0 };
  const queue = new CallQueue(() => clock.now);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const outcomes: ('answered' | 'refused')[] = [];
  let called = 0;
  const call = () => {
    const nth = called++;
    const run = () =>
      new Promise<void>((end) => {
        begun.push(nth);
        ends[nth] = end;
      });
    void queue.run(run).then(
      () => {
        outcomes[nth] = 'answered';
      },
      (fault) => {
        outcomes[nth] = fault === OVERLOADED ? 'refused' : fault;
      },
    );
  };
  const many = (count: number) => {
    for (let nth = 0; nth < count; nth += 1) call();
  };
  const end = async (nth: number) => {
    ends[nth]?.();
    await settle();
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { clock, begun, outcomes, many, end, settle };
}

test('calls beyond those that run wait in their order, and further ones are refused at once', async () => {
  const { many, end, settle, begun, outcomes } = newQueue();
  many(MAX_RUNNING + MAX_WAITING + 3);
  await settle();
  expect(begun).toHaveLength(MAX_RUNNING);
  expect(Object.entries(outcomes)).toEqual(
    [0, 1, 2].map((nth) => [String(MAX_RUNNING + MAX_WAITING + nth), 'refused']),
  );

  await end(7);
  expect(outcomes[7]).toBe('answered');
  expect(begun.slice(MAX_RUNNING)).toEqual([MAX_RUNNING]);
  many(2);
  await settle();
  expect(outcomes.slice(-2)).toEqual([undefined, 'refused']);
});

test('a call whose turn comes too late is refused, and the next one takes its place', async () => {
  const { clock, many, end, begun, outcomes } = newQueue();
  many(MAX_RUNNING + 2);
  clock.now = 1;
  many(1);
  clock.now = MAX_WAIT_MS + 1;
  await end(0);
  expect(outcomes.slice(MAX_RUNNING)).toEqual(['refused', 'refused']);
  expect(begun.slice(MAX_RUNNING)).toEqual([MAX_RUNNING + 2]);

  for (const nth of begun) await end(nth);
  many(MAX_RUNNING);
  await end(1);
  expect(begun).toHaveLength(2 * MAX_RUNNING + 1);
});

test('the front answers a call that is not run with UNAVAILABLE and Retry-After, and all others', async () => {
  const front = await startFront(0, '127.0.0.1');
  let release = () => {};
  const released = new Promise<unknown>((resolve) => {
    release = () => resolve({ statusCode: 200, body: '{}' });
  });
  front.open({ now: Date.now, lambdas: { invoke: () => released } } as never);
  const calls = Array.from({ length: MAX_RUNNING + MAX_WAITING + 1 }, () =>
    fetch(`${front.url}/api/checkUser`),
  );
  const first = await Promise.race(calls);
  expect([first.status, first.headers.get('retry-after')]).toEqual([
    503,
    String(UNAVAILABLE_SECONDS),
  ]);
  expect(await first.json()).toMatchObject({ status: 'UNAVAILABLE' });

  release();
  const others = (await Promise.all(calls)).filter((answer) => answer !== first);
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  await front.close();
});

/** The answer to a call whose function ends with this error; without one, while the product is still starting. */
async function answerAfter(fault?: LambdaFault) {
  const front = await startFront(0, '127.0.0.1');
  const parts = { now: Date.now, lambdas: { invoke: () => Promise.reject(fault) }, onFault() {} };
  if (fault) front.open(parts as never);
  const answer = await fetch(`${front.url}/api/checkUser`);
  const body = (await answer.json()) as object;
  await front.close();
  return { http: answer.status, retryAfter: answer.headers.get('retry-after'), ...body };
}

test('every 503 says when to try again', async () => {
  const unavailable = { http: 503, retryAfter: String(UNAVAILABLE_SECONDS) };
  const ended = (kind: LambdaFault['kind']) => new LambdaFault('auth/checkUser', kind, 'ended');
  expect(await answerAfter()).toMatchObject({ ...unavailable, status: 'UNAVAILABLE' });
  expect(await answerAfter(ended('stopped'))).toMatchObject({
    ...unavailable,
    status: 'UNAVAILABLE',
  });
  expect(await answerAfter(ended('timedOut'))).toMatchObject({
    ...unavailable,
    message: 'Service Unavailable',
  });
});
