import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cents, minus, plus } from '#shared/money.ts';
import { DEFAULT_FEES, feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { type FeeTerms, PRICE_MAX, PRICE_MIN } from '#shared/rules/conversations/pricing.ts';
import {
  answeredEntry,
  payoutPaidEntry,
  payoutReturnedEntry,
} from '#shared/rules/ledger/ledger.ts';
import {
  feeShareOf,
  formulaOf,
  ledgerLineOf,
  signedMoney,
} from '#shared/rules/ledger/ledger-lines.ts';
import { instant } from '#shared/time.ts';

const at = instant(Date.UTC(2026, 10, 21));
const answeredAt = (price: number, terms: FeeTerms) => {
  const entry = answeredEntry({ id: 'c', price: cents(price) }, 'ana', terms);
  return ledgerLineOf({ ...entry, at }, 'ana');
};
const answered = (price: number, plan: 'FREE' | 'STARTER' = 'FREE') =>
  answeredAt(price, feeTermsOf(plan, DEFAULT_FEES));
const payout = { userId: 'ana', period: '2026-10', amount: cents(2_200) };

describe('the formula of a ledger line', () => {
  test.each([
    [answered(2_500), '$25.00 − 10% ($2.50) − $0.50 = $22.00'],
    [answered(299), '$2.99 − 10% ($0.30) − $0.50 = $2.19'],
    [answered(2_500, 'STARTER'), '$25.00 − 5% ($1.25) − $0.40 = $23.35'],
    [ledgerLineOf({ ...payoutPaidEntry(payout), at }, 'ana'), '−\u00a0$22.00'],
    [ledgerLineOf({ ...payoutReturnedEntry(payout), at }, 'ana'), '+\u00a0$22.00'],
  ])('is correct for case %#: %s', (line, words) => expect(formulaOf(line)).toBe(words));

  test('omits fee terms if the entry has none', () => {
    const line = { ...answered(2_500), feePercent: null, feeFixed: null };
    expect(formulaOf(line)).toBe('$25.00 − $3.00 = $22.00');
    expect(feeShareOf(line)).toBe(0);
    for (const half of [{ feePercent: null }, { feeFixed: null }])
      expect(formulaOf({ ...answered(2_500), ...half })).toBe('$25.00 − $3.00 = $22.00');
  });

  test('adds up to the cent for any price', () => {
    const prices = fc.integer({ min: PRICE_MIN, max: PRICE_MAX });
    fc.assert(
      fc.property(prices, fc.constantFrom('FREE', 'STARTER'), (price, plan) => {
        const line = answered(price, plan);
        const fixed = line.feeFixed ?? cents(0);
        expect(plus(feeShareOf(line), fixed)).toBe(line.fee);
        expect(minus(line.gross, line.fee)).toBe(line.net);
      }),
    );
  });

  test('adds up to the cent for any share with two decimals', () => {
    for (let basisPoints = 0; basisPoints <= 5_000; basisPoints += 1) {
      const line = answeredAt(PRICE_MAX, { basisPoints, fixed: cents(50) });
      expect(plus(feeShareOf(line), cents(50))).toBe(line.fee);
    }
  });
});

test.each<[cause: string, now: Parameters<typeof ledgerLineOf>[2], what: string]>([
  ['frozen:c:1', {}, 'DISPUTED'],
  ['frozen:c:1', { dispute: 'OPEN' }, 'DISPUTED'],
  ['frozen:c:1', { dispute: 'WON' }, 'DISPUTED'],
  ['frozen:c:1', { dispute: 'LOST' }, 'DISPUTE_LOST'],
  ['frozen:c:1', { claim: 'UPHELD' }, 'DISPUTED'],
  ['claimed:c', {}, 'CLAIMED'],
  ['claimed:c', { claim: 'OPEN' }, 'CLAIMED'],
  ['claimed:c', { claim: 'REJECTED' }, 'CLAIMED'],
  ['claimed:c', { claim: 'UPHELD' }, 'CLAIM_LOST'],
  ['claimed:c', { claim: 'LAPSED' }, 'CLAIM_LOST'],
  ['claimed:c', { claim: 'GIVEN_BACK' }, 'CLAIM_LOST'],
  ['claimed:c', { dispute: 'LOST' }, 'CLAIMED'],
  ['answered:c', { dispute: 'LOST', claim: 'UPHELD' }, 'ANSWERED'],
  ['payoutPaid:1', {}, 'PAYOUT'],
])('the entry %s of a conversation with %j is shown as %s', (cause, now, what) => {
  const postings = [
    { account: 'user:ana', amount: cents(-100) },
    { account: 'platform:disputes', amount: cents(100) },
  ] as const;
  expect(ledgerLineOf({ cause, postings, at }, 'ana', now).what).toBe(what);
});

test('an amount of nothing has a plus sign', () => {
  expect(signedMoney(cents(0))).toBe('+\u00a0$0.00');
});

test('a ledger entry of an unknown kind is shown with its amount', () => {
  const postings = [
    { account: 'user:ana', amount: cents(100) },
    { account: 'platform:referrals', amount: cents(-100) },
  ] as const;
  expect(ledgerLineOf({ cause: 'gift:1', postings, at }, 'ana')).toMatchObject({
    what: 'OTHER',
    net: 100,
    fee: 0,
  });
});
