import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import {
  PAYOUT_ACCOUNT_STATUSES,
  type PayoutAccountStatus,
} from '#shared/rules/payouts/payouts.ts';
import { fromIso, instant } from '#shared/time.ts';
import { nextPayoutWords, returnedWords } from '#web/features/payouts/payout-words.ts';
import { weekdayWords } from '#web/shell/dates.ts';

/* The texts of the payout card, which must state correct amounts and dates. */

const DUE_AT = fromIso('2026-12-08T12:00:00.000Z');
const DUE = weekdayWords(DUE_AT, instant(Date.now()));

const account = (status: PayoutAccountStatus, next: number) => ({
  status,
  nextPayoutDate: DUE_AT,
  nextPayoutAmount: cents(next),
  firstPayoutWaits: false,
  heldUntil: null,
  securityHoldUntil: null,
});

const owed = (balance: number, outgoing = 0, waiting = 0) => ({
  accountBalance: cents(balance + outgoing),
  outgoingAmount: cents(outgoing),
  waitingAmount: cents(waiting),
});

describe('the next payout', () => {
  test('is paid if payouts are set up', () => {
    expect(nextPayoutWords(account('READY', 4_400), owed(4_400))).toEqual([
      `$44.00 goes out on ${DUE}.`,
    ]);
  });

  test.each(PAYOUT_ACCOUNT_STATUSES.filter((status) => status !== 'READY'))(
    'is shown as waiting if payouts are not set up (%s)',
    (status) => {
      expect(nextPayoutWords(account(status, 4_400), owed(4_400))).toEqual([
        `$44.00 is due on ${DUE}. It waits until payouts are set up.`,
      ]);
    },
  );

  test('waits 14 days if it is the user’s first one, and gives the date and the reason', () => {
    const first = { ...account('READY', 4_400), firstPayoutWaits: true };
    expect(nextPayoutWords(first, owed(4_400))).toEqual([
      `$44.00 goes out on ${DUE}.`,
      `Your first payout is planned for ${DUE}. We wait at least 14 days after your first paid answer, because most stolen cards are reported by then.`,
    ]);
  });

  test('is shown with the end of the review if it is held for one', () => {
    const held = { ...account('READY', 44_000), heldUntil: DUE_AT };
    expect(nextPayoutWords(held, owed(44_000))[1]).toBe(
      `We’re holding your payout for a check until ${DUE}. You don’t lose any of it, and the check needs nothing from you.`,
    );
  });

  test('is postponed to the next month below $10.00', () => {
    expect(nextPayoutWords(account('READY', 0), owed(999))).toEqual([
      '$9.99 is below $10.00, so it rolls over until there’s more.',
    ]);
  });

  test('is announced for the 8th of the next month if all earnings are of this month', () => {
    expect(nextPayoutWords(account('READY', 0), owed(5_000))[0]).toContain(
      'What you earn this month goes out on the 8th of the next one.',
    );
  });

  test('explains the rules if nothing else is owed, after the waiting and outgoing payouts', () => {
    expect(nextPayoutWords(account('NONE', 0), owed(0, 5_500, 3_300))).toEqual([
      '$33.00 is waiting for your payout account. It goes out once payouts are set up.',
      '$22.00 is on its way.',
      'What you earn in a month goes out on the 8th of the next one. Below $10.00 it rolls over.',
    ]);
  });
});

test('a user who returns from Stripe sees the result', () => {
  expect(returnedWords('done', 'READY')).toEqual({
    tone: 'success',
    words: 'Payouts are set up.',
  });
  expect(returnedWords('done', 'RESTRICTED').tone).toBe('info');
  expect(returnedWords('again', 'DETAILS_NEEDED').words).toContain('open it again');
});
