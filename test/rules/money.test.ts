import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  cents,
  formatMoney,
  fromDollars,
  minus,
  negative,
  plus,
  share,
  toDollars,
} from '#shared/money.ts';

describe('an amount of money', () => {
  test('with a fraction of a cent throws', () => {
    expect(() => cents(0.5)).toThrow(new RangeError('not a whole number of cents: 0.5'));
    expect(() => cents(Number.NaN)).toThrow(RangeError);
    expect(() => cents(2 ** 53)).toThrow(RangeError);
  });

  test('of zero is never negative zero', () => {
    expect(Object.is(negative(cents(0)), 0)).toBe(true);
  });

  test('as a share is rounded half up to the cent', () => {
    expect(share(cents(5), 1_000)).toBe(1);
    expect(share(cents(4), 1_000)).toBe(0);
    expect(share(cents(299), 1_000)).toBe(30);
    expect(share(cents(2_500), 500)).toBe(125);
  });

  test('equals the sum of a share and its remainder', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (amount, part) => {
          const taken = share(cents(amount), part);
          expect(plus(taken, minus(cents(amount), taken))).toBe(amount);
          expect(Math.abs(taken - (amount * part) / 10_000)).toBeLessThanOrEqual(0.5);
        },
      ),
    );
  });

  test('converts between dollars and cents without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (amount) => {
        expect(fromDollars(toDollars(cents(amount)))).toBe(cents(amount));
      }),
    );
    expect(formatMoney(cents(123_450))).toBe('$1,234.50');
    expect(formatMoney(cents(-100))).toBe('−\u00a0$1.00');
  });
});
