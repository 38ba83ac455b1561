import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { NO_LOSSES } from '#shared/rules/conversations/disputes.ts';
import {
  bucketOf,
  countedOrder,
  countsOf,
  difference,
  figuresOf,
  givenBackOf,
  hoursOfShare,
  medianHoursOf,
  publishedMonths,
  sumOf,
} from '#shared/rules/profiles/reliability.ts';
import { DAY, fromIso, HOUR, later } from '#shared/time.ts';

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
    expect(medianHoursOf({ h1: 0 })).toBeNull();
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

  test('of an upheld claim are those of an unanswered message with an upheld claim', () => {
    const counts = countsOf({ ...order, outcome: {}, isClaimUpheld: true });
    expect(counts).toEqual({ unanswered: 1, paid: 2_500, upheldClaims: 1 });
  });

  test('of an order without an outcome are neither answered nor unanswered', () => {
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

describe('the hours of a share of the answers', () => {
  const counts = { h1: 1, h10: 2, h2: 1, answered: 4, xh3: 9, h3x: 9 };
  test.each([
    [0.25, 1],
    [0.5, 2],
    [0.51, 10],
    [1, 10],
  ])('are those within which %d of them came: %d', (share, hours) =>
    expect(hoursOfShare(counts, share)).toBe(hours),
  );
});

describe('an order', () => {
  const paidAt = fromIso('2026-10-21T00:00:00.000Z');
  const NOW = fromIso('2026-11-25T00:00:00.000Z');
  const deadlineAt = later(paidAt, 10 * DAY);
  const at = later(paidAt, 2 * HOUR);
  const pending = {
    status: 'PENDING',
    price: cents(2_500),
    money: { state: 'HELD' },
    paidAt,
    deadlineAt,
    history: [{ event: 'PAID', at: paidAt, moneyState: 'HELD' }],
  } as unknown as Conversation;
  const withEvent = (event: string, change: object) =>
    ({ ...pending, ...change, history: [...pending.history, { event, at }] }) as Conversation;
  const answered = withEvent('ANSWERED', {
    status: 'OPEN',
    net: cents(2_200),
    money: { state: 'CHARGED' },
  });
  const expired = { ...pending, status: 'EXPIRED', reasonCode: 'RETURN_TO_SENDER' } as const;

  test('counts in the month in which it was answered', () =>
    expect(countedOrder(answered, NOW)).toEqual({
      month: '2026-10',
      endedAt: at,
      counts: { answered: 1, h2: 1, paid: 2_500 },
    }));

  test('counts in the month of its deadline if it expired', () =>
    expect(countedOrder({ ...expired, money: { state: 'RELEASED' } }, NOW)).toEqual({
      month: '2026-10',
      endedAt: deadlineAt,
      counts: { unanswered: 1, paid: 2_500, givenBack: 2_500 },
    }));

  test('with an upheld claim counts as unanswered', () => {
    const money = {
      state: 'CHARGED',
      claim: { state: 'UPHELD' },
    } as unknown as typeof pending.money;
    expect(countedOrder({ ...answered, money }, NOW)?.counts).toEqual({
      unanswered: 1,
      paid: 2_500,
      upheldClaims: 1,
    });
  });

  test.each(['DECLINED', 'CANCELLED', 'REPORTED', 'EXPIRED'])(
    'that is %s counts as `otherwise`, at the time of that event',
    (status) => {
      const ended = withEvent(status, { status, reasonCode: 'WITHDRAWN' });
      expect(countedOrder(ended, NOW)).toMatchObject({
        endedAt: at,
        counts: { otherwise: 1, paid: 2_500 },
      });
    },
  );

  test.each(['PAYING', 'UNDONE', 'PENDING', 'NEEDS_INFO'])('that is %s does not count', (status) =>
    expect(countedOrder(withEvent(status, { status }), NOW)).toBeUndefined(),
  );

  test('counts if it is paid, for 400 days after its end', () => {
    expect(countedOrder({ ...answered, price: ZERO }, NOW)).toBeUndefined();
    expect(countedOrder(answered, later(at, 400 * DAY))).toBeDefined();
    expect(countedOrder(answered, later(at, 400 * DAY + 1))).toBeUndefined();
  });

  const lost = { ...NO_LOSSES, gone: cents(1_500) };
  const byHand = { decided: 'GIVE_BACK', earning: ZERO } as const;
  test.each<[string, object, number]>([
    ['held', { state: 'HELD' }, 0],
    ['captured', { state: 'CHARGED' }, 0],
    ['released', { state: 'RELEASED' }, 2_500],
    ['refunded', { state: 'REFUNDED' }, 2_500],
    ['about to be refunded', { state: 'CHARGED', owed: 'giveBack' }, 2_500],
    ['captured before its refund', { state: 'HELD', owed: 'capture', byHand }, 2_500],
    ['captured for its answer', { state: 'HELD', owed: 'capture' }, 0],
    ['decided, with nothing on its way', { state: 'CHARGED', byHand }, 0],
    ['refunded but for a part', { state: 'CHARGED', unreturned: { amount: 700 } }, 1_800],
    ['refunded a second time', { state: 'CHARGED', unreturned: { amount: 0 } }, 0],
    ['disputed', { state: 'CHARGED', back: { ...lost, dispute: 'OPEN' } }, 0],
    ['lost in a dispute', { state: 'CHARGED', back: { ...lost, dispute: 'LOST' } }, 1_500],
    ['lost without a dispute', { state: 'CHARGED', back: lost }, 1_500],
    ['lost more than once', { state: 'CHARGED', back: { ...lost, gone: 5_000 } }, 2_500],
    ['won back', { state: 'CHARGED', back: { ...lost, gone: -1 } }, 0],
  ])('whose payment is %s has given back %j', (_, money, givenBack) =>
    expect(givenBackOf({ ...answered, money: money as typeof answered.money })).toBe(givenBack),
  );
});

describe('the figures of a month', () => {
  test('are null with fewer than 20 answered and unanswered messages, whatever else ended', () => {
    const month = '2026-11';
    expect(figuresOf(month, {})).toEqual({ month, figures: null });
    const few = { answered: 15, unanswered: 4, otherwise: 50, paid: 100_000 };
    expect(figuresOf(month, few)).toEqual({ month, figures: null });
    expect(figuresOf(month, { ...few, unanswered: 5, h3: 15, givenBack: 7 }).figures).toEqual({
      answered: 15,
      unanswered: 5,
      otherwise: 50,
      medianHours: 3,
      paid: 100_000,
      givenBack: 7,
      upheldClaims: 0,
    });
  });

  test('are published for the current month in UTC and the twelve before it', () => {
    const months = publishedMonths(fromIso('2027-01-01T00:00:00.000Z'));
    expect([months.length, months[0], months[12]]).toEqual([13, '2026-01', '2027-01']);
    expect(publishedMonths(fromIso('2026-12-31T23:59:59.999Z'))[12]).toBe('2026-12');
    expect(publishedMonths(fromIso('2026-03-31T12:00:00.000Z'))[11]).toBe('2026-02');
  });
});
