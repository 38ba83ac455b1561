import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react/pure';
import { createElement } from 'react';
import { LoadMore, type LoadMoreProps } from '#web/ui/LoadMore.tsx';

/* Scrolling to the end of a list loads more. docs/product/conversations.md#older-messages */

const load = jest.fn();
beforeEach(() => void load.mockClear());
afterEach(cleanup);

/** A scroll box of 600 px over 2,000 px of rows, and the button at their end. */
function openList(changes: Partial<LoadMoreProps> = {}) {
  render(
    createElement(
      'div',
      { 'data-testid': 'box' },
      createElement(LoadMore, { busy: false, onLoad: load, ...changes }),
    ),
  );
  const box = screen.getByTestId('box');
  Object.defineProperties(box, {
    scrollHeight: { value: 2_000 },
    clientHeight: { value: 600 },
    scrollTop: { value: 0, writable: true },
  });
  return (left: number) => {
    box.scrollTop = 1_400 - left;
    box.dispatchEvent(new Event('scroll'));
  };
}

test('more is loaded within 5 pixels of the end, once each time it is reached', () => {
  const scrollTo = openList();
  scrollTo(6);
  expect(load).not.toHaveBeenCalled();
  scrollTo(5);
  scrollTo(2);
  scrollTo(0);
  expect(load).toHaveBeenCalledTimes(1);
  scrollTo(400);
  scrollTo(0);
  expect(load).toHaveBeenCalledTimes(2);
});

test('nothing more is requested while rows are loading, which is said', () => {
  const scrollTo = openList({ busy: true });
  scrollTo(0);
  expect(load).not.toHaveBeenCalled();
  screen.getByText('Fetching additional messages...');
});

test('the button loads more without scrolling', () => {
  openList();
  screen.getByRole('button', { name: 'Load Older Messages' }).click();
  expect(load).toHaveBeenCalledTimes(1);
});

test('scrolling of another box loads nothing', () => {
  openList();
  const other = document.body.appendChild(document.createElement('div'));
  other.dispatchEvent(new Event('scroll'));
  other.remove();
  expect(load).not.toHaveBeenCalled();
});
