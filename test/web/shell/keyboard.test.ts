import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react/pure';
import { createElement } from 'react';
import { useKeyboard } from '#web/shell/use-keyboard.ts';

/* What the page knows of an on-screen keyboard, which most browsers lay over it. */

/** The part of the page that can be seen, as an iPhone of 844 px reports it. */
const viewport = Object.assign(new EventTarget(), { height: 844, offsetTop: 0, scale: 1 });

function Page() {
  useKeyboard();
  return null;
}

function see(change: Partial<typeof viewport>): void {
  Object.assign(viewport, { height: 844, offsetTop: 0, scale: 1 }, change);
  viewport.dispatchEvent(new Event('resize'));
}

const root = document.documentElement;
const value = (name: string) => root.style.getPropertyValue(name);

beforeEach(() => {
  Object.assign(window, { visualViewport: viewport, innerHeight: 844 });
  render(createElement(Page));
});
afterEach(cleanup);

test('a keyboard raises what is at the bottom of the page by its height', () => {
  see({ height: 480 });
  expect(value('--visible-height')).toBe('480px');
  expect(value('--keyboard-height')).toBe('364px');
  expect(root.dataset.keyboard).toBe('open');
});

test('a page that the browser moved down to show a field is covered less', () => {
  see({ height: 480, offsetTop: 200 });
  expect(value('--keyboard-height')).toBe('164px');
});

test('a keyboard that leaves little room says so', () => {
  see({ height: 300 });
  expect(root.dataset.keyboard).toBe('low');
});

test.each([
  ['a browser bar', { height: 760 }],
  ['a zoomed page', { height: 422, scale: 2 }],
])('%s is no keyboard', (_, change) => {
  see(change);
  expect([value('--visible-height'), value('--keyboard-height')]).toEqual(['', '']);
  expect(root.dataset.keyboard).toBeUndefined();
});

test('a closed keyboard leaves nothing behind, nor does the page that is left', () => {
  see({ height: 480 });
  see({});
  expect(root.dataset.keyboard).toBeUndefined();
  see({ height: 480 });
  cleanup();
  expect(root.dataset.keyboard).toBeUndefined();
  expect(value('--keyboard-height')).toBe('');
});
