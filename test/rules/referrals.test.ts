import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import { bonusAfter, earningMonth, inviterOf } from '#shared/rules/accounts/referrals.ts';
import type { ChargeSummary } from '#shared/rules/conversations/payment-status.ts';

const PAID: ChargeSummary = {
  received: cents(199),
  refunded: ZERO,
  chargedBack: ZERO,
  fees: ZERO,
  disputed: ZERO,
};
const REFUNDED: ChargeSummary = { ...PAID, refunded: cents(199) };
const NONE = {
  inviterId: 'ana',
  invoiceId: 'in_2',
  given: ZERO,
  earned: false,
  count: 0,
};
const GIVEN = { ...NONE, given: cents(100), earned: true, count: 1 };

test('nobody is their own inviter', () => {
  expect(inviterOf({ id: 'ben', invitedByUserId: 'ana' })).toBe('ana');
  expect(inviterOf({ id: 'ben', invitedByUserId: 'ben' })).toBeUndefined();
  expect(inviterOf({ id: 'ben' })).toBeUndefined();
});

test('the second paid month earns the bonus', () => {
  expect(earningMonth(['in_1', 'in_2', 'in_3'])).toBe('in_2');
  expect(earningMonth(['in_1'])).toBeUndefined();
});

describe('a referral bonus', () => {
  test('is given once for a payment', () => {
    expect(bonusAfter(NONE, PAID, ZERO)).toEqual({ after: GIVEN, by: 100 });
    expect(bonusAfter(GIVEN, PAID, ZERO)).toBeUndefined();
  });

  test('is not given for a payment that was refunded', () =>
    expect(bonusAfter(NONE, REFUNDED, ZERO)).toBeUndefined());

  test.each([
    ['the whole bonus', 100, 0, -100, 2],
    ['no more than the bonus', 5_000, 0, -100, 2],
    ['no more than the balance', 30, 70, -30, 2],
    ['nothing of an empty balance', 0, 100, 0, 1],
    ['nothing of a debt', -500, 100, 0, 1],
  ])('that is taken back takes %s', (_, balance, given, by, count) => {
    const change = bonusAfter(GIVEN, REFUNDED, cents(balance));
    expect(change).toEqual({ after: { ...GIVEN, earned: false, given, count }, by });
  });

  test('that is earned again adds what was taken back', () => {
    const taken = { ...GIVEN, earned: false, given: cents(70), count: 2 };
    expect(bonusAfter(taken, PAID, ZERO)).toEqual({
      after: { ...GIVEN, count: 3 },
      by: 30,
    });
    const kept = { ...GIVEN, earned: false };
    expect(bonusAfter(kept, PAID, ZERO)).toEqual({ after: GIVEN, by: 0 });
  });
});
