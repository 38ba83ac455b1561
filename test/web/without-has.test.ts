import { beforeEach, expect, test } from '@jest/globals';
import { markContents } from '#web/without-has.ts';

beforeEach(() => {
  document.body.innerHTML =
    '<div class="shell"><main></main></div><div class="crop-window"><button></button></div>';
});

/** The observer reports in a microtask. */
const observed = () => new Promise((resolve) => setTimeout(resolve));

const isMarked = (selector: string, mark: string) =>
  document.querySelector(selector)?.hasAttribute(mark);

test('markContents marks what contains an action bar, as long as it does', async () => {
  markContents();
  expect(isMarked('.shell', 'data-has-bar')).toBe(false);
  const bar = document.createElement('div');
  bar.className = 'action-bar';
  document.querySelector('main')?.append(bar);
  await observed();
  expect(isMarked('.shell', 'data-has-bar')).toBe(true);
  bar.remove();
  await observed();
  expect(isMarked('.shell', 'data-has-bar')).toBe(false);
});

test('markContents marks the page under a sheet that is already open', () => {
  document.body.insertAdjacentHTML('beforeend', '<dialog class="modal"></dialog>');
  markContents();
  expect(isMarked(':root', 'data-has-sheet')).toBe(true);
});
