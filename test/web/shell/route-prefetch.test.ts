import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { LoaderFunctionArgs } from 'react-router';
import { prefetchOnIntent, prefetchWhenIdle } from '#web/shell/route-prefetch.ts';

/* Loading before a link is clicked, in jsdom. */

const load = jest.fn((_: LoaderFunctionArgs) => null);
const lazy = jest.fn(async () => ({ loader: load }));
const link = document.createElement('a');

beforeAll(() => {
  prefetchOnIntent([
    { path: '/letters/:id', lazy },
    { path: '/other', loader: load },
  ]);
});
beforeEach(() => {
  jest.useFakeTimers();
  load.mockClear();
  lazy.mockClear();
  link.href = '/letters/7?filter=OPEN';
  document.body.replaceChildren(link);
});
afterEach(() => {
  jest.useRealTimers();
});

function pointer(type: string, pointerType = 'touch', button = 0): void {
  const event = new MouseEvent(type, { bubbles: true, button });
  link.dispatchEvent(Object.assign(event, { pointerType }));
}

test('a pressed link loads the code of its screen at once, and its data when the finger does not scroll', async () => {
  pointer('pointerdown');
  expect(lazy).toHaveBeenCalled();
  expect(load).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(50);
  expect(load).toHaveBeenCalledTimes(1);
  const [asked] = load.mock.calls[0] ?? [];
  expect(asked?.params).toEqual({ id: '7' });
  expect(asked?.request.url).toBe('https://app.example/letters/7?filter=OPEN');
});

test('a finger that scrolls over a link loads no data', async () => {
  pointer('pointerdown');
  jest.advanceTimersByTime(20);
  pointer('pointercancel');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(load).not.toHaveBeenCalled();
});

test('a mouse over a link loads the code of its screen only', async () => {
  pointer('pointerover', 'mouse');
  await jest.advanceTimersByTimeAsync(1_000);
  expect([lazy.mock.calls.length, load.mock.calls.length]).toEqual([1, 0]);
});

test('a press with another button, or on a link to another site, loads no data', async () => {
  pointer('pointerdown', 'mouse', 2);
  link.href = 'https://elsewhere.example/other';
  pointer('pointerdown', 'mouse');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(load).not.toHaveBeenCalled();
});

test('other screens are loaded while the browser is idle, but never in the first seconds of the first one', async () => {
  const others = prefetchWhenIdle([{ path: '/letters/:id', lazy }], ['/letters/7']);
  await jest.advanceTimersByTimeAsync(4_000);
  expect(lazy).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(3_000);
  await others;
  expect(lazy).toHaveBeenCalledTimes(1);
});
