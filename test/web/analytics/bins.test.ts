import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { fromIso } from '#shared/time.ts';
import { csvOf } from '#web/api/csv.ts';
import {
  barsOf,
  binOf,
  binsOf,
  everyDay,
  shareOf,
  stepRows,
  topOf,
} from '#web/features/analytics/pages/bins.ts';

/* The bars of the analytics. docs/product/analytics.md */

const NOW = fromIso('2026-03-01T09:00:00.000Z');
const steps = (view: number) => ({ view, press: 0, draft: 0, paid: 0, answered: 0 });
const analytics = (days: number, counts: { day: string; view: number }[]) => ({
  days,
  currentPrice: cents(2_500),
  whole: null,
  counts: counts.map(({ day, view }) => ({ day, ...steps(view) })),
});
const binsIn = (days: number, counts: { day: string; view: number }[]) =>
  binsOf(everyDay(analytics(days, counts), NOW));

describe('the bars of a period', () => {
  test('are its days, also those on which nobody came, and the last one is not over', () => {
    const bins = binsIn(7, [{ day: '2026-02-28', view: 4 }]);
    expect(bins.map(({ name, steps: { view }, isRunning }) => [name, view, isRunning])).toEqual([
      ['Feb 23', 0, false],
      ['Feb 24', 0, false],
      ['Feb 25', 0, false],
      ['Feb 26', 0, false],
      ['Feb 27', 0, false],
      ['Feb 28', 4, false],
      ['Mar 1', 0, true],
    ]);
  });

  test('are weeks that end today, of 90 days', () => {
    const bins = binsIn(90, [
      { day: '2026-02-22', view: 1 },
      { day: '2026-02-23', view: 2 },
      { day: '2026-03-01', view: 3 },
    ]);
    expect(bins).toHaveLength(13);
    expect(bins.slice(-2).map(({ name, steps: { view } }) => [name, view])).toEqual([
      ['Feb 16 to Feb 22', 1],
      ['Feb 23 to Mar 1', 5],
    ]);
  });

  test('are months if the period is a year, and January names its year', () => {
    const bins = binsIn(365, [
      { day: '2026-01-31', view: 1 },
      { day: '2026-02-01', view: 2 },
    ]);
    expect(barsOf(bins, 'view').slice(-3)).toEqual([
      { name: 'Jan 2026', short: 'Jan ’26', isRunning: false, value: 1, words: '1' },
      { name: 'Feb 2026', short: 'Feb', isRunning: false, value: 2, words: '2' },
      { name: 'Mar 2026', short: 'Mar', isRunning: true, value: 0, words: '0' },
    ]);
    expect([30, 90, 365].map(binOf)).toEqual(['Day', 'Week', 'Month']);
  });
});

test('a scale ends at a round number that no value exceeds', () => {
  expect([[], [1], [3], [13], [85], [101]].map((values) => topOf(values))).toEqual([
    2, 2, 4, 20, 100, 200,
  ]);
});

test('no share is above 100%: one of more than the whole is not shown', () => {
  const shares = [0, 1, 3, 7, 8, 200].flatMap((whole) =>
    [0, 1, 3, 7, 8, 9, 200, 600].map((part) => shareOf(part, whole)),
  );
  const percentages = shares.flatMap((share) => (share === undefined ? [] : [parseInt(share, 10)]));
  expect(Math.max(...percentages)).toBe(100);
  expect([shareOf(3, 1), shareOf(9, 8), shareOf(8, 8)]).toEqual([undefined, undefined, '100%']);
});

test('a share of nothing is no number', () => {
  expect([shareOf(1, 3), shareOf(0, 4), shareOf(0, 0)]).toEqual(['33%', '0%', undefined]);
});

test('a CSV file has its heading first, and quotes what needs it', () => {
  expect(csvOf(stepRows('Day', [['2026-03-01', steps(2)]]))).toBe(
    'Day,Views,Pressed contact,Drafts,Paid,Answered\r\n2026-03-01,2,0,0,0,0\r\n',
  );
  expect(csvOf([['a "b", c', 'd']])).toBe('"a ""b"", c",d\r\n');
});
