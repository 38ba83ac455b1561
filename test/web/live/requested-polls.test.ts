import { afterEach, describe, expect, test } from '@jest/globals';
import { isPolled, offerPoll, requestPolls } from '#web/api/requested-polls.ts';

const withdrawals: (() => void)[] = [];
afterEach(() => {
  for (const withdraw of withdrawals.splice(0)) withdraw();
});

/** Offers a poll whose requests are answered by hand. */
function offered(topic: string) {
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let requests = 0;
  const withdraw = offerPoll(topic, () => {
    requests += 1;
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  });
  withdrawals.push(withdraw);
  return {
    withdraw,
    requests: () => requests,
    answer: () => waiting.shift()?.resolve(),
    fail: () => waiting.shift()?.reject(new Error('no answer')),
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a requested poll', () => {
  test('is made for its topic, or for every one without a topic', () => {
    const [one, other] = [offered('one'), offered('other')];
    void requestPolls('one');
    expect([one.requests(), other.requests()]).toEqual([1, 0]);
    void requestPolls();
    expect(other.requests()).toBe(1);
  });

  test('is made once more after a request that is under way, whose response may be older', async () => {
    const one = offered('one');
    const first = requestPolls('one');
    const later = [requestPolls('one'), requestPolls('one'), requestPolls('one')];
    expect(one.requests()).toBe(1);
    one.answer();
    await first;
    await settle();
    expect(one.requests()).toBe(2);
    one.answer();
    await Promise.all(later);
    expect(one.requests()).toBe(2);
  });

  test('rejects if it fails, and the next one is sent all the same', async () => {
    const one = offered('one');
    const first = requestPolls('one');
    const next = requestPolls('one');
    one.fail();
    await expect(first).rejects.toThrow('no answer');
    await settle();
    one.answer();
    await next;
  });

  test('of a closed screen is not sent', async () => {
    const one = offered('one');
    expect(isPolled('one')).toBe(true);
    one.withdraw();
    await requestPolls();
    expect([isPolled('one'), one.requests()]).toEqual([false, 0]);
  });
});
