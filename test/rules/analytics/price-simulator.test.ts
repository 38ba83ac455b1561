import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cents, ZERO } from '#shared/money.ts';
import type { PriceCounts } from '#shared/rules/analytics/day-counts.ts';
import { gammaCdf, logGamma } from '#shared/rules/analytics/gamma.ts';
import {
  candidatePrices,
  estimateOf,
  PAID_MIN,
  type PriceModel,
  priceModelOf,
  VIEWS_MIN,
} from '#shared/rules/analytics/price-simulator.ts';

/* docs/product/analytics.md#price-simulator */

const NO_FEE = { basisPoints: 0, fixed: ZERO };
const at = (price: number, views: number, paid: number): PriceCounts => ({
  price: cents(price),
  views,
  paid,
});
const modelOf = (...prices: PriceCounts[]) => priceModelOf(prices) as PriceModel;

describe('the gamma distribution', () => {
  test('has the tabulated values of the factorial and of the chi-squared distribution', () => {
    expect(Math.exp(logGamma(6))).toBeCloseTo(120, 8);
    expect(Math.exp(logGamma(0.5))).toBeCloseTo(Math.sqrt(Math.PI), 10);
    // A chi-squared variable of k degrees of freedom is twice a gamma variable of shape k / 2.
    expect(gammaCdf(0.5, 3.841_459 / 2)).toBeCloseTo(0.95, 6);
    expect(gammaCdf(10.5, 13.239_598 / 2)).toBeCloseTo(0.1, 6);
    expect(gammaCdf(10.5, 29.615_089 / 2)).toBeCloseTo(0.9, 6);
    expect(gammaCdf(500, 1_074.679_4 / 2)).toBeCloseTo(0.95, 5);
  });

  test('is 0 up to 0, and for shape 1 the exponential distribution', () => {
    expect(gammaCdf(3, 0)).toBe(0);
    for (const x of [0.01, 1, 5, 20]) expect(gammaCdf(1, x)).toBeCloseTo(1 - Math.exp(-x), 12);
  });
});

describe('the price model', () => {
  test('says nothing of too few views, too few paid messages, or none', () => {
    expect(priceModelOf([])).toBeUndefined();
    expect(priceModelOf([at(2_500, VIEWS_MIN - 1, 50)])).toBeUndefined();
    expect(priceModelOf([at(2_500, 5_000, PAID_MIN - 1)])).toBeUndefined();
    expect(priceModelOf([at(2_500, VIEWS_MIN, PAID_MIN)])).toBeDefined();
  });

  test('leaves out messages that were paid at a price without a view', () => {
    expect(priceModelOf([at(1_000, 0, 9), at(2_500, 500, 4)])).toBeUndefined();
  });

  test('at the only price that was shown, has the exact quantiles of the gamma distribution', () => {
    // 10 paid of 1,000 views: gamma of shape 10.5 and rate 1,000. Its quantiles are those of chi-squared with 21 degrees of
    // freedom, 13.2396 and 29.6151, divided by 2,000.
    const { paid, earned } = estimateOf(modelOf(at(2_500, 1_000, 10)), cents(2_500), NO_FEE);
    expect(paid.average).toBeCloseTo(1.05, 10);
    expect(paid.low).toBeCloseTo(0.661_98, 5);
    expect(paid.high).toBeCloseTo(1.480_75, 5);
    expect(earned.average).toBeCloseTo(2_625, 6);
    expect(earned.low).toBeCloseTo(1_654.95, 1);
  });

  test('takes the fee out of each paid message', () => {
    const terms = { basisPoints: 500, fixed: cents(40) };
    const { earned } = estimateOf(modelOf(at(2_500, 1_000, 10)), cents(2_500), terms);
    expect(earned.average).toBeCloseTo(1.05 * (2_500 - 165), 6);
  });

  test('finds the elasticity of plenty of data', () => {
    // Twice the price, half the paid messages: elasticity 1. Four times: a quarter.
    const model = modelOf(at(1_000, 100_000, 4_000), at(2_000, 100_000, 2_000));
    const { paid } = estimateOf(model, cents(4_000), NO_FEE);
    expect(paid.average).toBeGreaterThan(0.96);
    expect(paid.average).toBeLessThan(1.04);
    expect(paid.high - paid.low).toBeLessThan(0.15);
    const rising = modelOf(at(1_000, 100_000, 4_000), at(2_000, 100_000, 1_000));
    expect(estimateOf(rising, cents(4_000), NO_FEE).paid.average).toBeCloseTo(0.25, 1);
  });

  test('without evidence of the elasticity, has the average of its prior', () => {
    // One price says nothing of e, so E[2^-e] is taken over the normal distribution of mean 1 and deviation 0.75, cut to 0 to 4:
    // computed here by a sum over a grid ten times as fine.
    const grid = Array.from({ length: 801 }, (_, nth) => nth * 0.005);
    const density = (e: number) => Math.exp(-0.5 * ((e - 1) / 0.75) ** 2);
    const expected =
      grid.reduce((sum, e) => sum + density(e) * 2 ** -e, 0) /
      grid.reduce((sum, e) => sum + density(e), 0);
    const { paid } = estimateOf(modelOf(at(2_500, 1_000, 10)), cents(5_000), NO_FEE);
    expect(paid.average / 1.05).toBeCloseTo(expected, 2);
  });

  test('is less certain the farther a price is from those that were shown', () => {
    const model = modelOf(at(2_000, 3_000, 30), at(2_500, 3_000, 28));
    const width = (price: number) => {
      const { low, high } = estimateOf(model, cents(price), NO_FEE).paid;
      return high / low;
    };
    expect(width(5_000)).toBeGreaterThan(width(3_500));
    expect(width(3_500)).toBeGreaterThan(width(2_250));
  });

  test('always has its average within the interval, and falls with the price', () => {
    const counted = fc.record({
      price: fc.integer({ min: 100, max: 500_000 }),
      views: fc.integer({ min: 200, max: 20_000 }),
      paid: fc.integer({ min: 5, max: 200 }),
    });
    const many = fc.uniqueArray(counted, {
      minLength: 1,
      maxLength: 4,
      selector: (one) => one.price,
    });
    fc.assert(
      fc.property(many, (prices) => {
        const sorted = prices.sort((one, other) => one.price - other.price);
        const model = modelOf(...sorted.map(({ price, views, paid }) => at(price, views, paid)));
        const of = (price: number) => estimateOf(model, cents(price), NO_FEE).paid;
        const [low, high] = [of(model.from), of(model.to)];
        for (const one of [low, high]) {
          expect(one.low).toBeLessThanOrEqual(one.average);
          expect(one.average).toBeLessThanOrEqual(one.high * 1.001);
        }
        expect(high.average).toBeLessThanOrEqual(low.average * (1 + 1e-9));
      }),
      { numRuns: 20 },
    );
  });
});

describe('the prices to compare', () => {
  test('are round ones around the current price and those that were shown, within half and twice of these', () => {
    const prices = [at(1_800, 400, 8), at(2_500, 900, 14)];
    expect(candidatePrices(modelOf(...prices), prices, cents(2_500))).toEqual([
      1_300, 1_800, 1_900, 2_500, 3_100, 3_800, 5_000,
    ]);
  });

  test('never leave the limits of prices', () => {
    const prices = [at(150, 900, 14)];
    const model = modelOf(...prices);
    expect([model.from, model.to]).toEqual([100, 300]);
    expect(candidatePrices(model, prices, cents(150))).toEqual([100, 150, 200, 250, 300]);
  });
});
