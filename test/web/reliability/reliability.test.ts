import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewReliability } from '#shared/api/reliability.ts';
import { hoursWords } from '#shared/dates.ts';
import { cents } from '#shared/money.ts';
import { fromIso } from '#shared/time.ts';
import {
  chartMonths,
  medianTime,
  newestMonth,
  type Published,
  summaryOf,
  topOfClaims,
  topOfHours,
} from '#web/features/reliability/pages/month-figures.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';

/* The figures of the platform on their page. docs/product/reliability.md */

const figures = {
  answered: 90,
  unanswered: 10,
  otherwise: 3,
  medianHours: 19,
  upheldClaims: 3,
  paid: cents(250_000),
  givenBack: cents(31_000),
};
const published: Published = {
  computedAt: fromIso('2026-11-20T02:00:00.000Z'),
  months: [
    { month: '2026-09', figures: null },
    { month: '2026-10', figures },
    {
      month: '2026-11',
      figures: { ...figures, answered: 1_000, unanswered: 0, medianHours: null },
    },
  ],
};

describe('the words of the figures', () => {
  test('are about the newest month that is over', () => {
    const newest = newestMonth(published);
    expect(newest && summaryOf(newest)).toBe(
      'In October 2026, 90 of 100 letters were answered, half of them within 19 hours. $310.00 of $2,500.00 went back to the senders.',
    );
  });

  test('are about the running month if there is no other, and absent without figures', () => {
    const [few, , running] = published.months as [never, never, Published['months'][number]];
    expect(newestMonth({ ...published, months: [few, running] })).toBe(running);
    expect(summaryOf(running)).toMatch(
      /^In November 2026, 1,000 of 1,000 letters were answered\. /,
    );
    expect(newestMonth({ ...published, months: [few] })).toBeUndefined();
  });

  test('name hours up to 48, and days above', () => {
    expect([1, 2, 48, 72, 240].map(hoursWords)).toEqual([
      '1 hour',
      '2 hours',
      '48 hours',
      '3 days',
      '10 days',
    ]);
  });

  test('of a chart have a gap for a month with too few messages, and mark the running month', () => {
    expect(chartMonths(published, medianTime)).toEqual([
      {
        name: 'September 2026',
        short: 'Sep',
        value: null,
        words: 'Too few to say',
        isRunning: false,
      },
      { name: 'October 2026', short: 'Oct', value: 19, words: '19 hours', isRunning: false },
      { name: 'November 2026', short: 'Nov', value: null, words: 'No answers', isRunning: true },
    ]);
  });

  test('have a scale that ends at a round number above the largest value', () => {
    const withHours = (medianHours: number): Published => ({
      ...published,
      months: [{ month: '2026-10', figures: { ...figures, medianHours } }],
    });
    expect([1, 19, 24, 48, 72, 240, 500].map((hours) => topOfHours(withHours(hours)))).toEqual([
      2, 24, 24, 48, 96, 384, 768,
    ]);
    expect(topOfClaims(published)).toBe(4);
  });
});

describe('the page', () => {
  const open = async (data: Published) => {
    serve(viewReliability, () => success(viewReliability, { data: [data] }));
    await openScreen(paths.reliability());
    return screen.findByRole('heading', { level: 1, name: 'Reliability' });
  };

  test('describes each chart and has its figures in a table', async () => {
    await open(published);
    const chart = await screen.findByRole('img', { name: /^Answered, by month/ });
    expect(chart.querySelector('desc')?.textContent).toBe(
      'September 2026: Too few to say. October 2026: 90% (90 of 100). November 2026, so far: 100% (1,000 of 1,000).',
    );
    const table = screen.getByRole('table', { name: 'Given back, by month', hidden: true });
    expect(within(table).getByRole('row', { name: /October/, hidden: true }).textContent).toContain(
      '$310.00 of $2,500.00 (12%)',
    );
    expect(screen.getAllByRole('img')).toHaveLength(4);
    expect(document.querySelector('time')?.textContent).toBe('Nov 20, 2026');
  });

  test('says that there is too little to say, without charts, on a new platform', async () => {
    await open({ computedAt: fromIso('2026-11-20T02:00:00.000Z'), months: [] });
    await screen.findByText(/Too few letters have been answered/);
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('says that the figures were not computed yet', async () => {
    await open({ computedAt: null, months: [] });
    await screen.findByText(/weren’t computed yet/);
  });
});
