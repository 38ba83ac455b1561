import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react/pure';
import { createElement } from 'react';
import { CharCount, type CharCountProps } from '#web/ui/CharCount.tsx';
import { Field, type FieldProps } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';

/* What a screen reader says about the length of a text. */

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const field = (props: CharCountProps) =>
  createElement(
    Field,
    { label: 'Your answer', counter: createElement(CharCount, props) } as FieldProps,
    createElement(TextArea),
  );

/** Shows the field with a text of each length in turn, each after a pause, and returns what was announced. */
function announced(limits: Omit<CharCountProps, 'count'>, counts: readonly number[]) {
  const [first = 0, ...others] = counts;
  const { rerender } = render(field({ ...limits, count: first }));
  return others.map((count) => {
    rerender(field({ ...limits, count }));
    act(() => jest.advanceTimersByTime(1_100));
    return screen.getByRole('status').textContent;
  });
}

test.each([
  [{ min: 200 }, 'At least 200 characters'],
  [{ max: 300 }, 'At most 300 characters'],
  [{ min: 5, max: 60 }, '5 to 60 characters'],
])('a field with the limits %j is described by them', (limits, description) => {
  render(field({ count: 0, ...limits }));
  screen.getByRole('textbox', { name: 'Your answer', description });
});

test('a counter without limits describes nothing', () => {
  render(field({ count: 4 }));
  screen.getByRole('textbox', { name: 'Your answer', description: '' });
});

test('a minimum is announced at a pause once it is near, and once it is reached', () => {
  expect(announced({ min: 200 }, [0, 60, 155, 170, 200, 240])).toEqual([
    '',
    '45 more characters',
    '45 more characters',
    'Long enough',
    'Long enough',
  ]);
});

test('a text that becomes too short again is announced again', () => {
  expect(announced({ min: 200 }, [210, 190, 205])).toEqual(['10 more characters', 'Long enough']);
});

test('a maximum is announced once it is near, and once it is exceeded', () => {
  expect(announced({ max: 300 }, [200, 285, 303])).toEqual([
    '15 characters left',
    '3 characters too many',
  ]);
});

test('nothing is announced about the text that a field began with', () => {
  render(field({ min: 200, count: 170 }));
  act(() => jest.advanceTimersByTime(5_000));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('nothing is announced while somebody types', () => {
  const { rerender } = render(field({ min: 200, count: 140 }));
  for (let count = 150; count < 230; count += 1) {
    rerender(field({ min: 200, count }));
    act(() => jest.advanceTimersByTime(200));
    expect(screen.getByRole('status').textContent).toBe('');
  }
});

test('a maximum alone is announced near it, and nothing is long enough', () => {
  expect(announced({ max: 50 }, [0, 20, 40, 20])).toEqual(['', '10 characters left', '']);
});
