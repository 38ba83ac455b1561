import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import {
  type Account,
  answeredEntry,
  balancesOf,
  chargeLossEntry,
  claimedEntry,
  claimFreedEntry,
  claimReturnedEntry,
  failedRefundEntry,
  keptEntry,
  type LedgerEntry,
  lostPaymentEntry,
  owedChange,
  paidEntry,
  payoutDecidedEntry,
  payoutFailedEntry,
  payoutPaidEntry,
  payoutReturnedEntry,
  payoutReversedEntry,
  referralEntry,
  reportedEntry,
  returnedEntry,
  reversedEarningEntry,
  SHARED_ACCOUNTS,
  subscriptionEntry,
  writtenOffEntry,
} from '#shared/rules/ledger/ledger.ts';

/* The postings of each ledger entry, the people whose ledger shows it, and its effect on the amount that they are owed. */

const order = { id: 'c', price: cents(2_500) };
const terms = { basisPoints: 1_000, fixed: cents(50) };
const payout = { userId: 'ana', period: '2026-10', amount: cents(2_200) };
const loss = {
  step: 'frozen',
  of: 'c',
  entryNumber: 1,
  conversationId: 'c',
  gone: cents(2_500),
  cost: cents(1_500),
  from: 'platform:disputes',
  frozen: { userId: 'ana', amount: cents(2_000) },
} as const;

type Postings = Readonly<Partial<Record<Account, number>>>;
type Row = readonly [entry: () => LedgerEntry | undefined, postings: Postings, owner?: 'ana'];

const TABLE: Readonly<Record<string, Row>> = {
  'paid:c': [() => paidEntry(order), { held: 2_500, 'card:clearing': -2_500 }],
  'answered:c': [
    () => answeredEntry(order, 'ana', terms),
    { held: -2_500, 'user:ana': 2_200, 'platform:fees': 300 },
    'ana',
  ],
  'returned:c': [() => returnedEntry(order), { held: -2_500, 'card:clearing': 2_500 }],
  'refundFailed:c:1': [
    () => failedRefundEntry(order, 1, cents(2_500)),
    { held: 2_500, 'card:clearing': -2_500 },
  ],
  'refundedAgain:c:2': [
    () => failedRefundEntry(order, 2, cents(-2_500)),
    { held: -2_500, 'card:clearing': 2_500 },
  ],
  'reported:c': [
    () => reportedEntry(order, cents(400)),
    { held: -2_500, 'platform:review': 2_100, 'platform:disputes': 400 },
  ],
  'givenBack:c': [
    () => reversedEarningEntry(order, 'ana', cents(2_200)),
    { 'user:ana': -2_200, 'platform:fees': -300, 'platform:disputes': 2_500 },
    'ana',
  ],
  'claimed:c': [
    () => claimedEntry(order, 'ana', cents(2_200)),
    { 'user:ana': -2_200, 'platform:claims': 2_200 },
    'ana',
  ],
  'claimFreed:c': [
    () => claimFreedEntry(order, 'ana', cents(2_200)),
    { 'user:ana': 2_200, 'platform:claims': -2_200 },
    'ana',
  ],
  'claimReturned:c': [
    () => claimReturnedEntry(order, 'ana', { net: cents(2_200), frozen: cents(2_000) }),
    {
      'platform:claims': -2_000,
      'user:ana': -200,
      'platform:fees': -300,
      'platform:disputes': 2_500,
    },
    'ana',
  ],
  'kept:c': [
    () => keptEntry(order, cents(2_500)),
    { 'platform:review': -2_500, 'platform:fees': 2_500 },
  ],
  'lost:c': [
    () => lostPaymentEntry(order, 'platform:review'),
    { 'platform:review': -2_500, 'card:clearing': 2_500 },
  ],
  'subscription:in_1': [
    () => subscriptionEntry('in_1', cents(199)),
    { 'platform:subscriptions': 199, 'card:clearing': -199 },
  ],
  'frozen:c:1': [
    () => chargeLossEntry(loss),
    { 'card:clearing': 4_000, 'platform:disputes': -2_000, 'user:ana': -2_000 },
    'ana',
  ],
  'clawedBack:in_1:2': [
    () =>
      chargeLossEntry({
        step: 'clawedBack',
        of: 'in_1',
        entryNumber: 2,
        from: 'platform:subscriptions',
        gone: cents(199),
        cost: cents(1_500),
      }),
    { 'card:clearing': 1_699, 'platform:subscriptions': -199, 'platform:disputes': -1_500 },
  ],
  'writtenOff:ana': [
    () => writtenOffEntry('ana', cents(700)),
    { 'platform:disputes': -700, 'user:ana': 700 },
    'ana',
  ],
  'referral:ben:1': [
    () => referralEntry('ana', 'ben', 1, cents(100)),
    { 'platform:referrals': -100, 'user:ana': 100 },
    'ana',
  ],
  'referralTakenBack:ben:2': [
    () => referralEntry('ana', 'ben', 2, cents(-100)),
    { 'platform:referrals': 100, 'user:ana': -100 },
    'ana',
  ],
  // Owed until the transfer is made: a decided or failed payout is not in the person's ledger.
  'payout:ana:2026-10': [
    () => payoutDecidedEntry(payout),
    { 'user:ana': -2_200, 'payout:transit': 2_200 },
  ],
  'payoutPaid:ana:2026-10': [
    () => payoutPaidEntry(payout),
    { 'payout:transit': -2_200, 'card:clearing': 2_200 },
    'ana',
  ],
  'payoutFailed:ana:2026-10': [
    () => payoutFailedEntry(payout),
    { 'payout:transit': -2_200, 'user:ana': 2_200 },
  ],
  'payoutReturned:ana:2026-10': [
    () => payoutReturnedEntry(payout),
    { 'card:clearing': -2_200, 'user:ana': 2_200 },
    'ana',
  ],
  'payoutReversed:ana:2026-10:3': [
    () => payoutReversedEntry(payout, 3),
    { 'card:clearing': -2_200, 'user:ana': 2_200 },
    'ana',
  ],
};

const WITHOUT_CONVERSATION = /^(subscription|clawedBack|writtenOff|referral|payout)/;

describe('a ledger entry', () => {
  test.each(Object.entries(TABLE))('%s books its accounts', (cause, [make, postings, owner]) => {
    const entry = make();
    expect(entry?.cause).toBe(cause);
    expect(entry?.userId).toBe(owner);
    expect(entry?.conversationId).toBe(WITHOUT_CONVERSATION.test(cause) ? undefined : 'c');
    const booked = entry?.postings.map(({ account, amount }) => [account, amount]) ?? [];
    expect(booked.length).toBe(Object.keys(postings).length);
    expect(Object.fromEntries(booked)).toEqual(postings);
  });

  test('of a paid response has the terms of its fee', () => {
    expect(answeredEntry(order, 'ana', terms).feeTerms).toEqual(terms);
  });

  test('without a fee has no posting of zero', () => {
    const free = answeredEntry(order, 'ana', { basisPoints: 0, fixed: cents(0) });
    expect(free.postings.map(({ account }) => account)).toEqual(['held', 'user:ana']);
  });

  test('of a loss that changed no amount is not made', () => {
    const none = { gone: cents(0), cost: cents(0) };
    expect(
      chargeLossEntry({ ...loss, ...none, frozen: { userId: 'ana', amount: cents(0) } }),
    ).toBeUndefined();
    expect(chargeLossEntry({ ...loss, ...none, frozen: undefined })).toBeUndefined();
  });

  test('of a loss without a frozen part is in no person’s ledger', () => {
    const entry = chargeLossEntry({ ...loss, frozen: { userId: 'ana', amount: cents(0) } });
    expect(entry).not.toHaveProperty('userId');
    expect(chargeLossEntry({ ...loss, frozen: undefined })).not.toHaveProperty('userId');
  });
});

test('what a person is owed changes with their account and with payouts in transit, not with other people’s', () => {
  const entry = {
    postings: [
      { account: 'user:ana', amount: cents(-500) },
      { account: 'payout:transit', amount: cents(300) },
      { account: 'user:ben', amount: cents(150) },
      { account: 'platform:fees', amount: cents(50) },
    ],
  } as const;
  expect(owedChange(entry, 'ana')).toBe(-200);
});

test('the balances sum the postings of each account and include shared accounts without any', () => {
  const balances = balancesOf([paidEntry(order), answeredEntry(order, 'ana', terms)]);
  expect(Object.fromEntries(balances)).toEqual({
    ...Object.fromEntries(SHARED_ACCOUNTS.map((account) => [account, 0])),
    'card:clearing': -2_500,
    'platform:fees': 300,
    'user:ana': 2_200,
  });
});
