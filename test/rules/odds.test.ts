import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cents } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { NO_LOSSES } from '#shared/rules/conversations/disputes.ts';
import {
  ODDS_TIME,
  OUTCOMES_MAX,
  type Outcome,
  type Outcomes,
  oddsOf,
  oddsUntil,
  outcomeOf,
  withOutcome,
} from '#shared/rules/profiles/odds.ts';
import { DAY, HOUR, instant, later, MINUTE } from '#shared/time.ts';

const now = instant(Date.UTC(2026, 10, 21));
const DAY_AGO = later(now, -DAY);

/** Outcomes of a day ago: the hours of each answer, or undefined for an order that expired. */
const outcomesOf = (...hours: (number | undefined)[]): Outcomes =>
  Object.fromEntries(
    hours.map((each, nth) => [
      `c${nth}`,
      each === undefined ? { at: DAY_AGO } : { at: DAY_AGO, minutes: 60 * each },
    ]),
  );

describe('the odds', () => {
  test('are shown from five ended orders on', () => {
    expect(oddsOf({}, now)).toBeUndefined();
    expect(oddsOf(outcomesOf(1, 1, 1, 1), now)).toBeUndefined();
    expect(oddsOf(outcomesOf(1, 1, 1, 1, undefined), now)).toEqual({
      answered: 4,
      ended: 5,
      medianHours: 1,
    });
  });

  test('count orders that ended in the last 90 days, the first moment included', () => {
    const old = (at: typeof now) => ({ ...outcomesOf(1, 1, 1, 1), old: { at, minutes: 60 } });
    expect(oddsOf(old(later(now, -ODDS_TIME)), now)?.ended).toBe(5);
    expect(oddsOf(old(later(now, -ODDS_TIME - 1)), now)).toBeUndefined();
  });

  test('have the median of an odd number of answers, and the mean of the middle two of an even number', () => {
    expect(oddsOf(outcomesOf(30, 2, 4, 90, 5), now)?.medianHours).toBe(5);
    expect(oddsOf(outcomesOf(30, 2, undefined, 90, 4), now)?.medianHours).toBe(17);
  });

  test('round the hours up, to at least one', () => {
    expect(oddsOf(outcomesOf(2.1, 2.1, 2.1, 2.1, 2.1), now)?.medianHours).toBe(3);
    expect(oddsOf(outcomesOf(0, 0, 0, 0, 0), now)?.medianHours).toBe(1);
  });

  test('have no hours if nothing was answered', () => {
    const none = outcomesOf(undefined, undefined, undefined, undefined, undefined);
    expect(oddsOf(none, now)).toEqual({ answered: 0, ended: 5, medianHours: null });
  });
});

describe('the time until which there are odds', () => {
  const ended = (days: readonly number[]): Outcomes =>
    Object.fromEntries(days.map((day, nth) => [`c${nth}`, { at: later(now, -day * DAY) }]));

  test('is when the fifth newest outcome no longer counts', () => {
    expect(oddsUntil(ended([9, 1, 3, 2, 4, 5]), now)).toBe(later(now, -5 * DAY + ODDS_TIME));
    expect(oddsUntil(ended([1, 2, 3, 4]), now)).toBeUndefined();
    expect(oddsUntil(ended([1, 2, 3, 4, 91]), now)).toBeUndefined();
  });
});

describe('the stored outcomes', () => {
  const outcome = { at: DAY_AGO, minutes: 90 };

  test('do not change if an outcome is stored twice', () => {
    const once = withOutcome({}, 'a', outcome, now) ?? {};
    expect(once).toEqual({ a: outcome });
    expect(withOutcome(once, 'a', { ...outcome }, now)).toBeUndefined();
  });

  test('change with the time of an answer, or the minutes that it took', () => {
    const [otherTime, otherMinutes] = [
      { ...outcome, at: now },
      { ...outcome, minutes: 91 },
    ];
    expect(withOutcome({ a: outcome }, 'a', otherTime, now)).toEqual({ a: otherTime });
    expect(withOutcome({ a: outcome }, 'a', otherMinutes, now)).toEqual({ a: otherMinutes });
  });

  test('keep of several at the same time those with the latest ids', () => {
    const same = Object.fromEntries(
      Array.from({ length: OUTCOMES_MAX }, (_, nth) => [`c${100 + nth}`, outcome]),
    );
    expect(withOutcome(same, 'c000', outcome, now)).toBeUndefined();
    const after = withOutcome(same, 'c999', outcome, now) ?? {};
    expect(Object.keys(after)).toHaveLength(OUTCOMES_MAX);
    expect([after.c999, after.c100]).toEqual([outcome, undefined]);
  });

  test('do not change for a conversation that does not count', () => {
    expect(withOutcome({ a: outcome }, 'b', undefined, now)).toBeUndefined();
  });

  test('lose an outcome that no longer counts, and get it again', () => {
    expect(withOutcome({ a: outcome, b: outcome }, 'a', undefined, now)).toEqual({ b: outcome });
    expect(withOutcome({ b: outcome }, 'a', outcome, now)).toEqual({ a: outcome, b: outcome });
  });

  test('lose outcomes that are older than 90 days, and do not get such outcomes', () => {
    const old = { at: later(now, -ODDS_TIME - 1) };
    expect(withOutcome({ old }, 'a', outcome, now)).toEqual({ a: outcome });
    expect(withOutcome({}, 'old', old, now)).toBeUndefined();
  });

  test('are the newest 50, whatever the order in which they are stored', () => {
    const ended = Array.from({ length: OUTCOMES_MAX + 5 }, (_, nth): [string, Outcome] => [
      `c${nth}`,
      { at: later(DAY_AGO, nth * MINUTE) },
    ]);
    const newest = Object.fromEntries(ended.slice(5));
    fc.assert(
      fc.property(fc.shuffledSubarray(ended, { minLength: ended.length }), (order) => {
        let outcomes: Outcomes = {};
        for (const [id, one] of order) outcomes = withOutcome(outcomes, id, one, now) ?? outcomes;
        expect(outcomes).toEqual(newest);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the outcome of a conversation', () => {
  const paidAt = later(now, -20 * DAY);
  const pending = {
    status: 'PENDING',
    price: cents(2_500),
    money: { state: 'HELD' },
    paidAt,
    deadlineAt: later(paidAt, 10 * DAY),
    history: [{ event: 'PAID', at: paidAt, moneyState: 'HELD' }],
  } as unknown as Conversation;
  const answeredAt = later(paidAt, 19 * HOUR - 1);
  const answered: Conversation = {
    ...pending,
    status: 'OPEN',
    net: cents(2_200),
    money: { state: 'CHARGED' },
    history: [...pending.history, { event: 'ANSWERED', at: answeredAt, moneyState: 'CHARGED' }],
  };
  const expired = { ...pending, status: 'EXPIRED', reasonCode: 'RETURN_TO_SENDER' } as const;

  test('of an answered one has the minutes from the payment to the answer, rounded up', () => {
    expect(outcomeOf(answered)).toEqual({ at: answeredAt, minutes: 19 * 60 });
    expect(outcomeOf({ ...answered, status: 'COMPLETED' })).toEqual(outcomeOf(answered));
  });

  test('of an expired one has the deadline', () => {
    expect(outcomeOf(expired)).toEqual({ at: expired.deadlineAt });
  });

  test('does not count if it is free', () => {
    for (const ticket of [answered, expired])
      expect(outcomeOf({ ...ticket, price: cents(0) })).toBeUndefined();
  });

  test.each(['PAYING', 'PENDING', 'CANCELLED', 'DECLINED', 'REPORTED'] as const)(
    'does not count in status %s',
    (status) => {
      expect(outcomeOf({ ...pending, status })).toBeUndefined();
    },
  );

  test('of one with a claim that was upheld, or without a reaction, has no minutes', () => {
    for (const state of ['UPHELD', 'LAPSED'] as const) {
      const money = { state: 'REFUNDED', claim: { state, frozen: cents(0) } } as const;
      expect(outcomeOf({ ...answered, money })).toEqual({ at: answeredAt });
    }
  });

  test('does not count without an earning, or without an answer in its history', () => {
    const { net: _net, ...unpaid } = answered;
    expect(outcomeOf(unpaid)).toBeUndefined();
    expect(outcomeOf({ ...answered, history: pending.history })).toBeUndefined();
  });

  test('does not count if its payment was lost or reported as fraudulent before an answer, or support ended it', () => {
    for (const reasonCode of ['HOLD_LAPSED', 'FRAUD_WARNING', 'WITHDRAWN'])
      expect(outcomeOf({ ...expired, reasonCode })).toBeUndefined();
  });

  test('does not count once the earning from its answer was taken back, but counts while a dispute is open', () => {
    const disputed = (back: object): Conversation => ({
      ...answered,
      money: { state: 'CHARGED', back: { ...NO_LOSSES, ...back } },
    });
    const frozen = { claimed: cents(2_200), frozen: cents(2_200) };
    expect(outcomeOf(disputed({ ...frozen, dispute: 'OPEN' }))).toEqual(outcomeOf(answered));
    expect(outcomeOf(disputed({ dispute: 'WON' }))).toEqual(outcomeOf(answered));
    const lost = { ...frozen, clawedBack: cents(2_200), dispute: 'LOST' };
    expect(outcomeOf(disputed(lost))).toBeUndefined();
  });

  test('does not count after a refund that the recipient bears, but counts after one that the platform bears', () => {
    const refunded = (earning: number): Conversation => ({
      ...answered,
      money: { state: 'REFUNDED', byHand: { decided: 'GIVE_BACK', earning: cents(earning) } },
    });
    expect(outcomeOf(refunded(0))).toEqual(outcomeOf(answered));
    expect(outcomeOf(refunded(2_200))).toBeUndefined();
  });
});
