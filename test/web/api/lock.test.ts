import { afterEach, describe, expect, test } from '@jest/globals';
import { keptLock, withLock } from '#web/api/lock.ts';

/* Locks of the tabs of a browser, with and without the Web Locks API: jsdom has none. */

/** Work that begins and ends as the test says. */
function heldWork(begun: string[], name: string) {
  let end: (result: string) => void = () => undefined;
  const result = new Promise<string>((resolve) => {
    end = resolve;
  });
  const work = () => {
    begun.push(name);
    return result;
  };
  return { work, end };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

test('without Web Locks the work under one name is run one after another, in order', async () => {
  expect('locks' in navigator).toBe(false);
  const begun: string[] = [];
  const [first, second, other] = ['first', 'second', 'other'].map((name) => heldWork(begun, name));
  const results = [
    withLock('a', first?.work ?? fail),
    withLock('a', second?.work ?? fail),
    withLock('b', other?.work ?? fail),
  ];
  await turn();
  expect(begun).toEqual(['first', 'other']);
  first?.end('one');
  await turn();
  expect(begun).toEqual(['first', 'other', 'second']);
  second?.end('two');
  other?.end('three');
  expect(await Promise.all(results)).toEqual(['one', 'two', 'three']);
});

test('without Web Locks work that fails rejects, and the next one is run', async () => {
  const failed = withLock('a', async () => {
    throw new Error('it failed');
  });
  const next = withLock('a', async () => 'next');
  await expect(failed).rejects.toThrow('it failed');
  expect(await next).toBe('next');
});

type Granted = (lock: object | null) => unknown;

/** The Web Locks of a browser for all its tabs, as far as a kept lock needs them; or one that refuses them. */
function browserLocks({ refused = false } = {}) {
  const held = new Set<string>();
  const request = async (name: string, _: { ifAvailable: true }, granted: Granted) => {
    if (refused) throw new DOMException('The storage is refused', 'SecurityError');
    if (held.has(name)) return granted(null);
    held.add(name);
    try {
      return await granted({ name });
    } finally {
      held.delete(name);
    }
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
}

describe('a kept lock', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'locks');
  });

  test('is one tab’s until it releases it, and then the other’s', async () => {
    browserLocks();
    const [mine, other] = [keptLock('recording'), keptLock('recording')];
    expect(await mine.take()).toBe(true);
    expect(await other.take()).toBe(false);
    expect(await mine.take()).toBe(true);
    mine.release();
    await turn();
    expect(await other.take()).toBe(true);
    expect(await mine.take()).toBe(false);
  });

  test('of one name leaves the lock of another name free', async () => {
    browserLocks();
    expect(await keptLock('one').take()).toBe(true);
    expect(await keptLock('other').take()).toBe(true);
  });

  test('that is asked for twice at once is requested once', async () => {
    browserLocks();
    const lock = keptLock('recording');
    expect(await Promise.all([lock.take(), lock.take()])).toEqual([true, true]);
    lock.release();
    await turn();
    expect(await keptLock('recording').take()).toBe(true);
  });

  test('is given to each tab where the browser has no locks, or refuses them', async () => {
    expect(await keptLock('recording').take()).toBe(true);
    expect(await keptLock('recording').take()).toBe(true);
    browserLocks({ refused: true });
    expect(await keptLock('recording').take()).toBe(true);
    expect(await keptLock('recording').take()).toBe(true);
  });
});

const fail = () => Promise.reject(new Error('not reached'));
