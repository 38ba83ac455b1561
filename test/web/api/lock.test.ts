import { expect, test } from '@jest/globals';
import { withLock } from '#web/api/lock.ts';

/* Locks in a browser without the Web Locks API: jsdom has none. */

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

const fail = () => Promise.reject(new Error('not reached'));
