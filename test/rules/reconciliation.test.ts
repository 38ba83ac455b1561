import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import type { Conversation, Money } from '#shared/rules/conversations/conversations.ts';
import {
  answeredEntry,
  claimedEntry,
  keptEntry,
  type LedgerEntry,
  lostPaymentEntry,
  paidEntry,
  reportedEntry,
  returnedEntry,
  reversedEarningEntry,
} from '#shared/rules/ledger/ledger.ts';
import {
  clearingDifference,
  conversationDifferences,
} from '#shared/rules/ledger/reconciliation.ts';

/* The comparison of ledger entries with their conversation and with the balance at Stripe. */

const order = { id: 'c', price: cents(2_500) };
const answeredOrder = () => answeredEntry(order, 'ana', { basisPoints: 1_000, fixed: cents(50) });

const conversation = (status: Conversation['status'], money: Partial<Money> = {}, net?: number) =>
  ({
    ...order,
    status,
    recipient: { id: 'ana' },
    money: { state: 'HELD', ...money },
    ...(net !== undefined && { net: cents(net) }),
  }) as Conversation;
const reported = (money: Partial<Money>) => ({
  ...conversation('REPORTED', { state: 'IN_REVIEW', ...money }),
  reasonCode: 'SPAM_PHISHING',
});
const loss = { gone: cents(400), cost: ZERO, claimed: ZERO, frozen: ZERO, count: 1 };

describe('the entries of a conversation agree with it', () => {
  test.each<readonly [string, Conversation, () => readonly LedgerEntry[]]>([
    ['while it is pending', conversation('PENDING'), () => [paidEntry(order)]],
    ['after a return', conversation('CANCELLED'), () => [paidEntry(order), returnedEntry(order)]],
    [
      'after the paid response',
      conversation('OPEN', {}, 2_200),
      () => [paidEntry(order), answeredOrder()],
    ],
    [
      'while a dispute freezes a part of the earning',
      conversation('OPEN', { back: { frozen: cents(700) } as Money['back'] & object }, 2_200),
      () => [
        paidEntry(order),
        answeredOrder(),
        {
          cause: 'frozen:c:1',
          postings: [
            { account: 'user:ana', amount: cents(-700) },
            { account: 'platform:disputes', amount: cents(700) },
          ],
        },
      ],
    ],
    [
      'while a claim freezes a part of the earning',
      conversation('OPEN', { claim: { state: 'OPEN', frozen: cents(800) } }, 2_200),
      () => [paidEntry(order), answeredOrder(), claimedEntry(order, 'ana', cents(800))],
    ],
    [
      'after the recipient gave the earning back',
      conversation(
        'OPEN',
        { byHand: { decided: 'GIVE_BACK', earning: cents(2_200) } as Money['byHand'] & object },
        2_200,
      ),
      () => [paidEntry(order), answeredOrder(), reversedEarningEntry(order, 'ana', cents(2_200))],
    ],
    [
      'after the platform kept the money of a report',
      reported({
        byHand: { decided: 'KEEP', kept: cents(2_500) } as Money['byHand'] & object,
      }),
      () => [paidEntry(order), reportedEntry(order, ZERO), keptEntry(order, cents(2_500))],
    ],
    [
      'while a report is reviewed whose payment was partly charged back before',
      reported({ back: loss }),
      () => [paidEntry(order), reportedEntry(order, cents(400))],
    ],
    [
      'after the hold of a report lapsed',
      reported({ state: 'RELEASED' }),
      () => [
        paidEntry(order),
        reportedEntry(order, ZERO),
        lostPaymentEntry(order, 'platform:review'),
      ],
    ],
  ])('%s', (_when, c, entries) => {
    expect(conversationDifferences(c, entries())).toEqual([]);
  });
});

describe('a difference', () => {
  test('names each account whose balance the conversation does not explain, and by how much', () => {
    expect(conversationDifferences(conversation('OPEN', {}, 2_200), [paidEntry(order)])).toEqual([
      { account: 'held', by: 2_500 },
      { account: 'user:ana', by: -2_200 },
      { account: 'platform:fees', by: -300 },
    ]);
    expect(conversationDifferences(conversation('PENDING'), [])).toEqual([
      { account: 'held', by: -2_500 },
    ]);
  });

  test('is money under review that a dispute has taken, or that was refunded', () => {
    const whole = [paidEntry(order), reportedEntry(order, ZERO)];
    const tooMuch = { account: 'platform:review', by: 400 };
    expect(conversationDifferences(reported({ back: loss }), whole)).toEqual([tooMuch]);
    const returned = { ...conversation('REPORTED'), reasonCode: 'NOT_ME' } as const;
    expect(conversationDifferences(returned, whole)).toEqual([{ ...tooMuch, by: 2_500 }]);
  });

  test('is a claim’s frozen part that is not booked', () => {
    const claimed = conversation('OPEN', { claim: { state: 'OPEN', frozen: cents(800) } }, 2_200);
    expect(conversationDifferences(claimed, [paidEntry(order), answeredOrder()])).toEqual([
      { account: 'user:ana', by: 800 },
      { account: 'platform:claims', by: -800 },
    ]);
  });

  test('does not exist if the amount of a failed refund is held again', () => {
    const failed = { unreturned: { amount: cents(2_500) } as Money['unreturned'] & object };
    expect(conversationDifferences(conversation('CANCELLED', failed), [paidEntry(order)])).toEqual(
      [],
    );
  });
});

describe('the balance at Stripe', () => {
  test('may be any of the acceptable amounts', () => {
    expect(clearingDifference([paidEntry(order)], cents(2_500))).toBeUndefined();
    expect(clearingDifference([paidEntry(order)], cents(0), cents(2_500))).toBeUndefined();
    expect(clearingDifference([], cents(0))).toBeUndefined();
  });

  test('differs by what the first acceptable amount has more than the entries', () => {
    expect(clearingDifference([paidEntry(order)], cents(2_400), cents(0))).toEqual({
      account: 'card:clearing',
      by: -100,
    });
    expect(clearingDifference([], cents(100))).toEqual({ account: 'card:clearing', by: 100 });
    expect(clearingDifference([paidEntry(order)])).toEqual({
      account: 'card:clearing',
      by: -2_500,
    });
  });
});
