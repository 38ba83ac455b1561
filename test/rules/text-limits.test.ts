import { expect, test } from '@jest/globals';
import {
  centsOfText,
  hourlyCents,
  hourlyTextDollarsOf,
  NEW_NUMBERS_PER_ADDRESS,
  NEW_NUMBERS_PER_RANGE,
  rangeOf,
  worstDayDollars,
} from '#shared/rules/auth/text-limits.ts';

test.each([
  ['the United States', '+12125552368', ['US', 'CA'], 2],
  ['the same where more countries of +1 are open', '+12125552368', ['US', 'JM'], 25],
  ['the same where another calling code is open', '+12125552368', ['US', 'GB'], 2],
  ['another country', '+447400123456', ['US', 'GB'], 25],
])('a text message to %s counts with its maximum cost', (_, number, phoneCountries, cents) => {
  expect(centsOfText(number, { phoneCountries, maxDollars: 0.25 })).toBe(cents);
  expect(centsOfText(number, { phoneCountries, maxDollars: 0.01 })).toBe(1);
});

test('the hourly budget is a hundredth of the monthly one, and at least enough for ten registrations', () => {
  expect(hourlyTextDollarsOf(200)).toBe(2);
  expect(hourlyTextDollarsOf(1)).toBe(0.25);
  expect(hourlyTextDollarsOf()).toBe(0.25);
});

test('new numbers may use half of the hourly budget, and four fifths with a proof of work', () => {
  expect(hourlyCents(1)).toEqual({ free: 50, max: 80, within: 3_600 });
  expect(hourlyCents(2)).toEqual({ free: 100, max: 160, within: 3_600 });
});

test('the worst day of new numbers costs less than a fifth of the monthly budget', () => {
  expect(worstDayDollars(hourlyTextDollarsOf(100))).toBeCloseTo(19.2);
  expect(worstDayDollars(hourlyTextDollarsOf(200))).toBeCloseTo(38.4);
});

test('an address and a range may request 8 new numbers a day, and 30 with a proof of work', () => {
  const limit = { free: 8, max: 30, within: 86_400 };
  expect([NEW_NUMBERS_PER_ADDRESS, NEW_NUMBERS_PER_RANGE]).toEqual([limit, limit]);
});

test('numbers of one range differ in their last four digits', () => {
  expect(rangeOf('+12125552368')).toBe('+1212555');
});
