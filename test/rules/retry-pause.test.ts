import { expect, test } from '@jest/globals';
import { retryPause } from '#shared/rules/retry-pause.ts';
import { MINUTE } from '#shared/time.ts';

test.each([
  [1, 5],
  [2, 10],
  [3, 20],
  [9, 1_280],
  [10, 24 * 60],
  [5_000, 24 * 60],
])('what failed %d times is tried again after %d minutes', (failures, minutes) => {
  expect(retryPause(failures)).toBe(minutes * MINUTE);
});
