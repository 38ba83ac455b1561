import { describe, expect, test } from '@jest/globals';
import { payoutStatus, payoutWaitsMessage } from '#shared/messages/earnings.ts';
import { cents } from '#shared/money.ts';
import {
  balanceAtEnd,
  dueAfter,
  firstPayoutAt,
  monthAfter,
  nextPayout,
  PAYOUT_STATUSES,
  payoutAmount,
  periodDueAt,
  periodInWords,
} from '#shared/rules/payouts/payouts.ts';
import { fromIso, toIso } from '#shared/time.ts';

/* Payout dates and amounts: each payout on the 8th has the balance of the end of the previous month. */

const at = (iso: string) => fromIso(iso);

describe('the payout calendar', () => {
  test('moves across the end of a year in both directions', () => {
    expect(monthAfter('2026-12')).toBe('2027-01');
    expect(monthAfter('2027-01', -1)).toBe('2026-12');
    expect(monthAfter('2026-06', 18)).toBe('2027-12');
  });

  test('waits 14 days from the first earning before a first payout', () => {
    expect(toIso(firstPayoutAt(at('2026-11-24T12:00:00.000Z')))).toBe('2026-12-08T12:00:00.000Z');
    expect(toIso(firstPayoutAt(at('2026-11-24T12:00:00.001Z')))).toBe('2026-12-08T12:00:00.001Z');
    expect(toIso(firstPayoutAt(at('2026-11-30T20:00:00.000Z')))).toBe('2026-12-14T20:00:00.000Z');
    expect(toIso(firstPayoutAt(at('2026-11-01T00:00:00.000Z')))).toBe('2026-12-08T12:00:00.000Z');
  });

  test('makes a month due on the 8th of the next one at noon UTC', () => {
    expect(toIso(dueAfter('2026-11'))).toBe('2026-12-08T12:00:00.000Z');
    expect(toIso(dueAfter('2026-12'))).toBe('2027-01-08T12:00:00.000Z');
    expect(periodDueAt(dueAfter('2026-12'))).toBe('2026-12');
  });

  test.each([
    ['2026-12-01T00:00:00.000Z', '2026-12-08T12:00:00.000Z', '2026-11'],
    ['2026-12-08T11:59:59.999Z', '2026-12-08T12:00:00.000Z', '2026-11'],
    ['2026-12-08T12:00:00.000Z', '2027-01-08T12:00:00.000Z', '2026-12'],
    ['2026-12-31T23:59:59.999Z', '2027-01-08T12:00:00.000Z', '2026-12'],
  ])('says at %s that the next payouts are at %s, of %s', (now, next, period) => {
    expect(nextPayout(at(now))).toEqual({ at: at(next), period });
  });
});

describe('the balance at the end of a month', () => {
  const owed = (balance: number, moved: Record<string, number> = {}) => ({
    balance: cents(balance),
    moved: Object.fromEntries(Object.entries(moved).map(([month, by]) => [month, cents(by)])),
  });

  test('does not include later entries', () => {
    expect(balanceAtEnd('2026-11', owed(5_000, { '2026-11': 2_000, '2026-12': 3_000 }))).toBe(
      2_000,
    );
  });

  test('includes amounts that rolled over from earlier months', () => {
    expect(balanceAtEnd('2026-11', owed(5_000, { '2026-11': 600, '2026-12': 400 }))).toBe(4_600);
  });

  test('does not include amounts that were taken back since', () => {
    expect(balanceAtEnd('2026-11', owed(1_500, { '2026-11': 4_000, '2026-12': -2_500 }))).toBe(
      1_500,
    );
    expect(balanceAtEnd('2026-11', owed(-300, { '2026-12': -4_300 }))).toBe(0);
  });

  test('is paid out from $10.00 on, and rolls over below that', () => {
    expect(payoutAmount('2026-11', owed(1_000))).toBe(1_000);
    expect(payoutAmount('2026-11', owed(999))).toBe(0);
    expect(payoutAmount('2026-11', owed(1_000, { '2026-12': 1 }))).toBe(0);
  });
});

test('each status of a payout has a text of its own', () => {
  const texts = PAYOUT_STATUSES.map((status) => payoutStatus[status]);
  expect(new Set(texts.filter((text) => /\w/.test(text))).size).toBe(PAYOUT_STATUSES.length);
});

test('a payout text names the month and the amount', () => {
  expect(periodInWords('2026-11')).toBe('November 2026');
  expect(payoutWaitsMessage(cents(4_400), 'https://replypaid.test')).toBe(
    'ReplyPaid: we owe you $44.00, waiting for your payout account. Set it up at https://replypaid.test/account-balance',
  );
});
