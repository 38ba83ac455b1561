import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { cents, plus, ZERO } from '#shared/money.ts';
import { DEFAULT_FEES, feeTermsOf } from '#shared/rules/conversations/fees.ts';
import {
  earningsEstimate,
  feeOf,
  inboundSettings,
  lowerFeeTerms,
  netOf,
  normalizeCommitmentText,
  normalizePriceText,
  PRICE_MAX,
  PRICE_MIN,
} from '#shared/rules/conversations/pricing.ts';
import {
  answeredEntry,
  balancesOf,
  lostPaymentEntry,
  paidEntry,
  reportedEntry,
  returnedEntry,
} from '#shared/rules/ledger/ledger.ts';

const price = fc.integer({ min: PRICE_MIN, max: PRICE_MAX }).map(cents);
const plan = fc.constantFrom('NONE', 'FREE', 'STARTER', 'PROFESSIONAL');

describe('fees', () => {
  test.each([
    [2_500, 'FREE', 300],
    [2_500, 'STARTER', 165],
    [2_500, 'PROFESSIONAL', 165],
    [299, 'FREE', 80],
    [105, 'FREE', 61],
    [100, 'FREE', 60],
  ] as const)('of %i cents on the plan %s are %i cents', (amount, on, fee) => {
    expect(feeOf(cents(amount), feeTermsOf(on, DEFAULT_FEES))).toBe(fee);
  });

  test('and the net amount add up to the price, and neither is negative', () => {
    fc.assert(
      fc.property(price, plan, (amount, on) => {
        const terms = feeTermsOf(on, DEFAULT_FEES);
        const [fee, net] = [feeOf(amount, terms), netOf(amount, terms)];
        return plus(fee, net) === amount && fee >= 0 && net >= 0;
      }),
    );
  });

  test('never reduce the earning of a higher price', () => {
    fc.assert(
      fc.property(price, plan, (amount, on) => {
        const terms = feeTermsOf(on, DEFAULT_FEES);
        return netOf(cents(amount + 1), terms) >= netOf(amount, terms);
      }),
    );
  });

  test('are the better of those agreed and those of the current plan', () => {
    fc.assert(
      fc.property(price, plan, plan, (amount, then, today) => {
        const [agreed, now] = [feeTermsOf(then, DEFAULT_FEES), feeTermsOf(today, DEFAULT_FEES)];
        const chosen = netOf(amount, lowerFeeTerms(amount, agreed, now));
        return chosen === Math.max(netOf(amount, agreed), netOf(amount, now));
      }),
    );
  });

  test('stay those that were agreed if both plans cost the same', () => {
    const [agreed, today] = [
      { basisPoints: 1_000, fixed: ZERO },
      { basisPoints: 0, fixed: cents(250) },
    ];
    expect(lowerFeeTerms(cents(2_500), agreed, today)).toBe(agreed);
    expect(lowerFeeTerms(cents(2_600), agreed, today)).toBe(today);
  });

  test('the price field keeps two decimals between its minimum and its maximum', () => {
    expect(['2.999', '', '  ', 'x', '0.2', '9999999'].map(normalizePriceText)).toEqual([
      '3.00',
      '1.00',
      '1.00',
      '1.00',
      '1.00',
      '5000.00',
    ]);
  });
});

describe('the pricing fields', () => {
  test('turn an invalid commitment into 100, and a negative one into 0', () => {
    expect(['', 'many', '1.5', '-3', '0', ' 7 ', '123456'].map(normalizeCommitmentText)).toEqual([
      '100',
      '100',
      '100',
      '0',
      '0',
      '7',
      '99999',
    ]);
  });

  test.each([
    [299, 100, 'FREE', { total: 29_900, fees: 7_990, net: 21_910 }],
    [299, 100, 'STARTER', { total: 29_900, fees: 5_495, net: 24_405 }],
    [
      500_000,
      99_999,
      'PROFESSIONAL',
      { total: 49_999_500_000, fees: 2_503_974_960, net: 47_495_525_040 },
    ],
    [2_500, 0, 'FREE', { total: 0, fees: 0, net: 0 }],
  ] as const)(
    'estimate %i cents, %i times on %s, as price times count less all fees',
    (amount, count, on, estimate) => {
      expect(earningsEstimate(cents(amount), count, feeTermsOf(on, DEFAULT_FEES))).toEqual(
        estimate,
      );
    },
  );
});

describe('the settings of paid messages', () => {
  const messageOf = (price: unknown, count: unknown) =>
    z.safeDecode(inboundSettings, {
      paidResponsePrice: price as number,
      paidResponseCommitment: count as number,
    }).error?.issues[0]?.message;
  const dollarValue = 'Please enter a dollar value of a $1.00 or more';
  const zeroOrMore = 'Please enter a value of zero or more';

  test.each([
    [1, 0, undefined],
    [5_000, 99_999, undefined],
    ['2.99', '100', undefined],
    [0.99, 0, dollarValue],
    ['', 0, dollarValue],
    [5_000.01, 0, 'The price can be at most $5,000.00'],
    [1, -1, zeroOrMore],
    [1, 'many', zeroOrMore],
    [1, 100_000, 'The commitment can be at most 99,999 a month'],
  ])('with a price of %j and a commitment of %j: %s', (price, count, message) => {
    expect(messageOf(price, count)).toBe(message);
  });

  test('need both a price and a commitment', () => {
    expect(messageOf(undefined, 0)).toBeDefined();
    expect(messageOf(1, undefined)).toBeDefined();
  });
});

describe('the ledger', () => {
  test('has entries that sum to zero, and no held money once a conversation has ended', () => {
    fc.assert(
      fc.property(
        price,
        plan,
        fc.constantFrom('answered', 'returned', 'reported'),
        fc.boolean(),
        (amount, on, end, lost) => {
          const booked = { id: 'c', price: amount };
          const ending = {
            answered: answeredEntry(booked, 'r', feeTermsOf(on, DEFAULT_FEES)),
            returned: returnedEntry(booked),
            reported: reportedEntry(booked, ZERO),
          }[end];
          const loss =
            lost && end !== 'returned'
              ? [
                  lostPaymentEntry(
                    booked,
                    end === 'reported' ? 'platform:review' : 'platform:disputes',
                  ),
                ]
              : [];
          const balances = balancesOf([paidEntry(booked), ending, ...loss]);
          expect(plus(...balances.values())).toBe(ZERO);
          expect(balances.get('held')).toBe(0);
          expect(balances.get('card:clearing')).toBe(
            loss.length > 0 || end === 'returned' ? 0 : -amount,
          );
        },
      ),
    );
  });
});
