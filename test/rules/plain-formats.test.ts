import { expect, test } from '@jest/globals';
import { prettyDate } from '#shared/dates.ts';
import { formatCount } from '#shared/format-count.ts';
import { cents, formatMoney } from '#shared/money.ts';
import { instant } from '#shared/time.ts';

test('formatCount formats a whole number as the number format of American English does', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 100_000, 1_234_567, -1_000])
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
});

test('formatMoney and prettyDate say what the formats of American English say', () => {
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  for (const amount of [0, 5, 99, 100, 850, 123_450, 100_000_000, -1, -100, -123_456])
    expect(formatMoney(cents(amount))).toBe(dollars.format(amount / 100).replace('-', '−\u00a0'));
  const style = { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
  const dates = new Intl.DateTimeFormat('en-US', style);
  for (let month = 0; month < 24; month += 1) {
    const moment = instant(Date.UTC(2026, month, 1 + month));
    expect(prettyDate(moment)).toBe(dates.format(moment));
  }
});
