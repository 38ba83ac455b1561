import { describe, expect, test } from '@jest/globals';
import {
  countsOfVisit,
  daysOf,
  firstDayOf,
  funnelOf,
  pricesIn,
  refundsIn,
} from '../../../shared/rules/analytics/day-counts.ts';
import { SOURCES, sourceOf } from '../../../shared/rules/analytics/sources.ts';
import { hoursOfShare } from '../../../shared/rules/profiles/reliability.ts';
import { fromIso } from '../../../shared/time.ts';

/* docs/product/analytics.md */

const NOW = fromIso('2026-03-01T00:30:00.000Z');

describe('the source', () => {
  test.each(SOURCES)('%s is known by its name', (source) => {
    expect(sourceOf(source)).toBe(source);
  });

  test.each([undefined, null, '', 'QR', 'newsletter', 'constructor'])('%s is direct', (text) => {
    expect(sourceOf(text)).toBe('direct');
  });
});

describe('the counts of a visit', () => {
  test('have the price of a view only', () => {
    expect(countsOfVisit({ step: 'view', source: 'qr', price: 2_500 })).toEqual({
      ...{ view_qr: 1, viewAt_2500: 1 },
    });
    expect(countsOfVisit({ step: 'view', source: 'qr' })).toEqual({ view_qr: 1 });
    expect(countsOfVisit({ step: 'press', source: 'link', price: 2_500 })).toEqual({
      press_link: 1,
    });
  });
});

const COUNTS = {
  ...{ view_qr: 7, view_direct: 5, press_qr: 3, draft_link: 2, paid_qr: 1, answered_qr: 1 },
  ...{ viewAt_2500: 7, viewAt_900: 5, paidAt_2500: 1, paidAt_100: 1 },
  ...{ refund_claim: 1, refund_expired: 3, refunded: 10_000, h2: 9, h30: 1 },
};

describe('of some counts', () => {
  test('the funnel adds up the sources, or has one of them', () => {
    expect(funnelOf(COUNTS)).toEqual({ view: 12, press: 3, draft: 2, paid: 1, answered: 1 });
    expect(funnelOf(COUNTS, ['qr'])).toEqual({ view: 7, press: 3, draft: 0, paid: 1, answered: 1 });
    expect(funnelOf({})).toEqual({ view: 0, press: 0, draft: 0, paid: 0, answered: 0 });
  });

  test('the prices are listed with their views and paid messages, lowest first', () => {
    expect(pricesIn(COUNTS)).toEqual([
      { price: 100, views: 0, paid: 1 },
      { price: 900, views: 5, paid: 0 },
      { price: 2_500, views: 7, paid: 1 },
    ]);
  });

  test('the refunds are listed by reason, the most frequent first', () => {
    expect(refundsIn(COUNTS)).toEqual([
      { reason: 'expired', count: 3 },
      { reason: 'claim', count: 1 },
    ]);
  });

  test('nine tenths of the answers came within the bucket that completes them', () => {
    expect(hoursOfShare(COUNTS, 0.9)).toBe(2);
    expect(hoursOfShare({ h2: 8, h30: 2 }, 0.9)).toBe(30);
    expect(hoursOfShare({}, 0.9)).toBeNull();
  });
});

test('a period ends with the current day (UTC) and has all of its days', () => {
  expect(firstDayOf(7, NOW)).toBe('2026-02-23');
  const days = daysOf(7, NOW);
  expect([days.length, days[0], days[5], days[6]]).toEqual([
    ...[7, '2026-02-23', '2026-02-28', '2026-03-01'],
  ]);
});
