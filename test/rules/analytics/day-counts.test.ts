import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import {
  ANALYTICS_EVENTS,
  countedMessage,
  countsOfVisit,
  daysOf,
  firstDayOf,
  funnelOf,
  pricesIn,
  refundsIn,
} from '#shared/rules/analytics/day-counts.ts';
import { SOURCES, sourceOf } from '#shared/rules/analytics/sources.ts';
import { type Conversation, ENDING_EVENTS } from '#shared/rules/conversations/conversations.ts';
import { hoursOfShare } from '#shared/rules/profiles/reliability.ts';
import { DAY, fromIso, HOUR, later } from '#shared/time.ts';

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
      view_qr: 1,
      viewAt_2500: 1,
    });
    expect(countsOfVisit({ step: 'view', source: 'qr' })).toEqual({ view_qr: 1 });
    expect(countsOfVisit({ step: 'press', source: 'link', price: 2_500 })).toEqual({
      press_link: 1,
    });
  });
});

describe('a paid message', () => {
  const paidAt = fromIso('2026-02-28T23:30:00.000Z');
  const answeredAt = later(paidAt, HOUR);
  const pending = {
    status: 'PENDING',
    price: cents(2_500),
    money: { state: 'HELD' },
    paidAt,
    source: 'qr',
    deadlineAt: later(paidAt, 10 * DAY),
    history: [{ event: 'PAID', at: paidAt, moneyState: 'HELD' }],
  } as unknown as Conversation;
  const countsOf = (change: object, isRepeat = false) =>
    countedMessage({ ...pending, ...change } as Conversation, isRepeat, NOW)?.counts;
  const PAID = { paid_qr: 1, paidAt_2500: 1 };

  test('counts on the day it was paid', () =>
    expect(countedMessage(pending, false, NOW)).toEqual({
      day: '2026-02-28',
      paidAt,
      counts: PAID,
    }));

  test('counts its source, its price unless it has a tier, and whether its sender paid before', () => {
    expect(countsOf({ source: undefined })).toEqual({ paid_direct: 1, paidAt_2500: 1 });
    expect(countsOf({ tier: { name: 'a' } })).toEqual({ paid_qr: 1 });
    expect(countsOf({}, true)).toEqual({ ...PAID, repeat: 1 });
  });

  test('counts its answer and the hours to it', () => {
    const answer = { event: 'ANSWERED', at: answeredAt, moneyState: 'HELD' };
    const history = [...pending.history, answer];
    expect(countsOf({ status: 'OPEN', net: cents(2_200), history })).toEqual({
      ...PAID,
      answered_qr: 1,
      h1: 1,
    });
  });

  test.each([
    ['EXPIRED', { reasonCode: 'RETURN_TO_SENDER' }, 'expired'],
    ['EXPIRED', { reasonCode: 'WITHDRAWN' }, 'support'],
    ['DECLINED', {}, 'declined'],
    ['CANCELLED', {}, 'cancelled'],
    ['REPORTED', {}, 'reported'],
    ['OPEN', { money: { state: 'REFUNDED', back: { dispute: 'LOST' }, claim: {} } }, 'dispute'],
    ['OPEN', { money: { state: 'REFUNDED', back: {}, claim: {} } }, 'claim'],
    ['OPEN', { money: { state: 'REFUNDED' } }, 'support'],
  ])('that is %s with %j and refunded counts the reason %s', (status, change, reason) =>
    expect(countsOf({ status, money: { state: 'RELEASED' }, ...change })).toEqual({
      ...PAID,
      refunded: 2_500,
      [`refund_${reason}`]: 1,
    }),
  );

  test('does not count if it is free, was not paid, or was paid more than 400 days ago', () => {
    expect(countsOf({ price: ZERO })).toBeUndefined();
    for (const status of ['PAYING', 'UNDONE']) expect(countsOf({ status })).toBeUndefined();
    expect(countsOf({ paidAt: later(NOW, -400 * DAY) })).toEqual(PAID);
    expect(countsOf({ paidAt: later(NOW, -400 * DAY - 1) })).toBeUndefined();
  });

  test('is counted again after every event that can change its counts', () =>
    expect(ANALYTICS_EVENTS).toEqual([
      'conversation.paid',
      'conversation.answered',
      ...ENDING_EVENTS,
      'conversation.givenBack',
      'claim.decided',
      'claim.givenBack',
      'earning.restored',
      'dispute.lost',
      'dispute.won',
      'money.lost',
      'refund.failed',
    ]));
});

const COUNTS = {
  view_qr: 7,
  view_direct: 5,
  press_qr: 3,
  draft_link: 2,
  paid_qr: 1,
  answered_qr: 1,
  viewAt_2500: 7,
  viewAt_900: 5,
  paidAt_2500: 1,
  paidAt_100: 1,
  refund_claim: 3,
  refund_expired: 1,
  refunded: 10_000,
  h2: 9,
  h30: 1,
  xviewAt_1: 1,
  viewAt_2x: 1,
  At_3: 1,
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
      { reason: 'claim', count: 3 },
      { reason: 'expired', count: 1 },
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
    7,
    '2026-02-23',
    '2026-02-28',
    '2026-03-01',
  ]);
});
