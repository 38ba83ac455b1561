import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cents } from '#shared/money.ts';
import {
  DEFAULT_FEES,
  type FeeTable,
  feeTable,
  feeTermsOf,
  isCheaper,
} from '#shared/rules/conversations/fees.ts';
import { feeOf, netOf, PRICE_MAX, PRICE_MIN } from '#shared/rules/conversations/pricing.ts';

const terms = fc.record({
  percent: fc.integer({ min: 0, max: 5_000 }).map((basisPoints) => basisPoints / 100),
  cents: fc.integer({ min: 0, max: 100 }),
});
const anyTable = fc.record({ FREE: terms, STARTER: terms, PROFESSIONAL: terms });
const price = fc.integer({ min: PRICE_MIN, max: PRICE_MAX }).map(cents);

/** Returns the errors in the default fee table after a change. */
function faultsWith(change: object): string[] {
  const read = feeTable.safeParse({ ...DEFAULT_FEES, ...change });
  return (read.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);
}

describe('the fees of a stage', () => {
  test('are those of the specification by default', () => {
    expect(DEFAULT_FEES).toEqual({
      FREE: { percent: 10, cents: 50 },
      STARTER: { percent: 5, cents: 40 },
      PROFESSIONAL: { percent: 5, cents: 40 },
    });
    expect(feeTable.parse(DEFAULT_FEES)).toEqual(DEFAULT_FEES);
    expect(feeTermsOf('NONE', DEFAULT_FEES)).toEqual(feeTermsOf('FREE', DEFAULT_FEES));
  });

  test('may have two decimals, which are exact', () => {
    const fees = feeTable.parse({ ...DEFAULT_FEES, STARTER: { percent: 5.35, cents: 41 } });
    expect(feeTermsOf('STARTER', { ...fees })).toEqual({ basisPoints: 535, fixed: 41 });
    // 0.29 × 100 is 28.999999999999996.
    for (let basisPoints = 0; basisPoints <= 5_000; basisPoints += 1) {
      const STARTER = { percent: basisPoints / 100, cents: 41 };
      expect(feeTermsOf('STARTER', { ...DEFAULT_FEES, STARTER }).basisPoints).toBe(basisPoints);
    }
  });

  test.each([
    [{ FREE: { percent: 50.01, cents: 0 } }, 'FREE.percent must be a number from 0 to 50'],
    [{ STARTER: { percent: -1, cents: 0 } }, 'STARTER.percent must be a number from 0 to 50'],
    [{ STARTER: { percent: 4.125, cents: 0 } }, 'with at most two decimals'],
    [{ STARTER: { percent: '5', cents: 0 } }, 'STARTER.percent must be a number'],
    [{ STARTER: { percent: 5, cents: 0.4 } }, 'STARTER.cents must be a whole number of cents'],
    [{ STARTER: { percent: 5, cents: 101 } }, 'STARTER.cents must be a whole number of cents'],
    [{ STARTER: { percent: 5, cents: -1 } }, 'STARTER.cents must be a whole number of cents'],
    [{ GOLD: { percent: 5, cents: 0 } }, 'must name FREE, STARTER, PROFESSIONAL'],
    [{ STARTER: undefined }, 'STARTER must be a percent and cents, such as {'],
    [
      { STARTER: { percent: 5, cents: 56 } },
      'STARTER takes more than FREE of a price of $1.00; no larger plan may',
    ],
    [
      { STARTER: { percent: 10.02, cents: 40 } },
      'STARTER takes more than FREE of a price of $5,000',
    ],
    [{ PROFESSIONAL: { percent: 5, cents: 41 } }, 'PROFESSIONAL takes more than STARTER'],
    [{ FREE: { percent: 50, cents: 100 } }, 'FREE leaves nothing of the lowest price, $1.00'],
    [{ FREE: { percent: 49.99, cents: 50 } }, 'FREE leaves nothing of the lowest price, $1.00'],
  ])('%j are refused: %s', (change, sentence) => {
    expect(faultsWith(change)).toEqual([expect.stringContaining(sentence)]);
  });

  test('that are valid leave something of every price, and decrease with larger plans', () => {
    fc.assert(
      fc.property(anyTable, price, (table: FeeTable, amount) => {
        if (!feeTable.safeParse(table).success) return;
        const fee = (plan: keyof FeeTable) => feeOf(amount, feeTermsOf(plan, table));
        expect(netOf(amount, feeTermsOf('FREE', table))).toBeGreaterThan(0);
        expect(fee('STARTER')).toBeLessThanOrEqual(fee('FREE'));
        expect(fee('PROFESSIONAL')).toBeLessThanOrEqual(fee('STARTER'));
        if (!isCheaper('STARTER', 'FREE', table)) expect(fee('STARTER')).toBe(fee('FREE'));
      }),
      { numRuns: 2_000 },
    );
  });

  test('make a plan cheaper if it takes less of one price, and not if it takes the same of all', () => {
    const cheaper = (terms: FeeTable['STARTER']) =>
      isCheaper('STARTER', 'FREE', { ...DEFAULT_FEES, STARTER: terms });
    expect(cheaper({ percent: 10, cents: 50 })).toBe(false);
    expect(cheaper({ percent: 10, cents: 49 })).toBe(true);
    // The fee is equal at the lowest price, and lower at every higher price.
    expect(cheaper({ percent: 9, cents: 51 })).toBe(true);
  });
});
