import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '../../shared/money.ts';
import {
  bucketOf,
  countsOf,
  difference,
  figuresOf,
  medianHoursOf,
  publishedMonths,
  sumOf,
} from '../../shared/rules/profiles/reliability.ts';
import { fromIso } from '../../shared/time.ts';

/* The figures of the platform. docs/product/reliability.md */

const answersAfter = (...minutes: number[]) =>
  sumOf(minutes.map((one) => ({ [bucketOf(one)]: 1 })));

describe('a time to the answer', () => {
  test.each([
    ['no time at all', 0, 'h1'],
    ['exactly an hour', 60, 'h1'],
    ['a minute more than an hour', 61, 'h2'],
    ['exactly 48 hours', 48 * 60, 'h48'],
    ['a minute more than 48 hours', 48 * 60 + 1, 'h72'],
    ['ten days', 240 * 60, 'h240'],
  ])(
    'of %s is in the bucket that ends at the next whole hour or, above 48 hours, day',
    (_, minutes, bucket) => {
      expect(bucketOf(minutes)).toBe(bucket);
    },
  );
});

describe('the median', () => {
  test('is null without answers', () => {
    expect(medianHoursOf({ unanswered: 3, paid: 100 })).toBeNull();
  });

  test('of an odd number of answers is the one in the middle, rounded up to its bucket', () => {
    expect(medianHoursOf(answersAfter(50, 19 * 60 - 5, 9_000))).toBe(19);
  });

  test('of an even number of answers is the lower one in the middle: half of them came within it', () => {
    expect(medianHoursOf(answersAfter(60, 120, 600, 6_000))).toBe(2);
  });

  test('is never below the real one, and at most an hour above it up to 48 hours, then at most a day', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let nth = 0; nth < 200; nth += 1) {
      const longest = nth % 2 === 0 ? 60 * 60 : 240 * 60;
      const minutes = Array.from({ length: 1 + (nth % 30) }, () => Math.ceil(random() * longest));
      const sorted = minutes.toSorted((one, other) => one - other);
      const real = (sorted[Math.ceil(sorted.length / 2) - 1] ?? 0) / 60;
      const estimated = medianHoursOf(answersAfter(...minutes)) ?? Number.NaN;
      expect(estimated).toBeGreaterThanOrEqual(real);
      expect(estimated - real).toBeLessThan(real <= 48 ? 1.001 : 24.001);
    }
  });

  test('ignores a bucket from which every answer was taken back', () => {
    expect(medianHoursOf({ h1: 0, h5: 2 })).toBe(5);
  });
});

describe('the counts of an order', () => {
  const order = { price: cents(2_500), givenBack: ZERO };

  test('are those of an answer, with its bucket and its price', () => {
    const counts = countsOf({ ...order, outcome: { minutes: 90 } });
    expect(counts).toEqual({ answered: 1, h2: 1, paid: 2_500 });
  });

  test('are those of an unanswered message whose price went back', () => {
    const counts = countsOf({ ...order, outcome: {}, givenBack: cents(2_500) });
    expect(counts).toEqual({ unanswered: 1, paid: 2_500, givenBack: 2_500 });
  });

  test('of an upheld claim are those of an unanswered message, and a claim', () => {
    const counts = countsOf({ ...order, outcome: {}, isClaimUpheld: true });
    expect(counts).toEqual({ unanswered: 1, paid: 2_500, upheldClaims: 1 });
  });

  test('of an order without an outcome are neither', () => {
    expect(countsOf({ ...order, outcome: undefined })).toEqual({ otherwise: 1, paid: 2_500 });
  });

  test('that change are replaced by the difference', () => {
    const answered = countsOf({ ...order, outcome: { minutes: 90 } });
    const takenBack = countsOf({ ...order, outcome: undefined, givenBack: cents(2_500) });
    const change = difference(answered, takenBack);
    expect(change).toEqual({ answered: -1, h2: -1, otherwise: 1, givenBack: 2_500 });
    expect(difference({}, sumOf([answered, change]))).toEqual({ ...takenBack });
  });
});

describe('the figures of a month', () => {
  test('are null with fewer than 20 answered and unanswered messages, whatever else ended', () => {
    const month = '2026-11';
    const few = { answered: 15, unanswered: 4, otherwise: 50, paid: 100_000 };
    expect(figuresOf(month, few)).toEqual({ month, figures: null });
    expect(figuresOf(month, { ...few, unanswered: 5, h3: 15, givenBack: 7 }).figures).toEqual({
      ...{ answered: 15, unanswered: 5, otherwise: 50 },
      ...{ medianHours: 3, paid: 100_000, givenBack: 7, upheldClaims: 0 },
    });
  });

  test('are published for the current month in UTC and the twelve before it', () => {
    const months = publishedMonths(fromIso('2027-01-01T00:00:00.000Z'));
    expect([months.length, months[0], months[12]]).toEqual([13, '2026-01', '2027-01']);
    expect(publishedMonths(fromIso('2026-12-31T23:59:59.999Z'))[12]).toBe('2026-12');
    expect(publishedMonths(fromIso('2026-03-31T12:00:00.000Z'))[11]).toBe('2026-02');
  });
});
