import { expect, test } from '@jest/globals';
import { greeting } from '#web/features/accounts/pages/dashboard/greeting.ts';

test('greeting returns a text for the local time of day', () => {
  expect([4, 5, 11, 12, 17, 18, 23].map(greeting)).toEqual([
    'Good evening',
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ]);
});
