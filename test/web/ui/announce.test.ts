import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react/pure';
import { announce, useAnnounced } from '#web/ui/announce.ts';

/* What screen readers are told by the shell. */

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const says = (sentence: string) =>
  act(() => {
    announce(sentence);
    jest.advanceTimersByTime(500);
  });

test('an announcement is gone after ten seconds, so that nobody reads it on another screen', () => {
  const { result } = renderHook(() => useAnnounced());
  says('lease: Ready');
  expect(result.current).toBe('lease: Ready');
  act(() => jest.advanceTimersByTime(10_000));
  expect(result.current).toBe('');
});

test('a newer announcement has its own ten seconds', () => {
  const { result } = renderHook(() => useAnnounced());
  says('lease: Ready');
  act(() => jest.advanceTimersByTime(9_000));
  says('lease is removed');
  act(() => jest.advanceTimersByTime(5_000));
  expect(result.current).toBe('lease is removed');
});
