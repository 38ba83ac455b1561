import { expect, test } from '@jest/globals';
import { formatCount } from '../../shared/format-count.ts';

test('formatCount formats a whole number as the number format of American English does', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 100_000, 1_234_567, -1_000])
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
});
