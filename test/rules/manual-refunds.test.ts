import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import type { Conversation, Money } from '#shared/rules/conversations/conversations.ts';
import {
  cancelByOperator,
  expireByOperator,
  type OperatorDecision,
  refundManually,
  review,
} from '#shared/rules/conversations/manual-refunds.ts';
import { isInReview, wentToReview } from '#shared/rules/conversations/money-state.ts';
import { isPartRefunded, refundPart } from '#shared/rules/conversations/part-refunds.ts';
import type { ChargeSummary } from '#shared/rules/conversations/payment-status.ts';
import { applyPartRefund } from '#shared/rules/conversations/refunds.ts';
import { DAY, instant, later, MINUTE } from '#shared/time.ts';

/* The decisions of operators and the desk about a message of $25.00, of which its recipient earned $22.00. */

const NOW = instant(30 * DAY);

const answered = {
  id: 'c',
  status: 'OPEN',
  price: cents(2_500),
  net: cents(2_200),
  feeTerms: { basisPoints: 1_000, fixed: cents(50) },
  deadlineAt: later(NOW, DAY),
  recipient: { id: 'ana' },
  sender: { id: 'ben' },
  money: { state: 'CHARGED', intentId: 'pi_1' },
  history: [],
} as unknown as Conversation;
const { net: _net, ...unanswered } = answered;

const withMoney = (money: object, c: Conversation = answered): Conversation => ({
  ...c,
  money: { ...c.money, ...money } as Money,
});
const inStatus = (status: Conversation['status'], money: object = {}) =>
  withMoney(money, { ...unanswered, status });
const reported = (money: object = {}) => ({
  ...inStatus('REPORTED', { state: 'IN_REVIEW', ...money }),
  reasonCode: 'BULLYING_HARASSMENT',
});

const sentenceOf = (decision: OperatorDecision) =>
  'change' in decision ? 'changed' : Object.entries(decision).flat().join(': ');
const changeOf = (decision: OperatorDecision) => {
  if ('change' in decision) return decision.change;
  throw new Error(sentenceOf(decision));
};
const pending = { tryAt: later(NOW, MINUTE), tries: 0 };

/** The states in which no captured money can be given back, and the sentence that says why. */
const OBSTACLES: readonly (readonly [money: object, sentence: string])[] = [
  [{ state: 'REFUNDED' }, 'already: The sender is already refunded.'],
  [{ state: 'RELEASED' }, 'already: The hold has lapsed: the sender was never charged.'],
  [{ owed: 'giveBack' }, 'already: The refund is already in progress.'],
  [
    { owed: 'refundPart' },
    'refused: A part of it is being refunded right now. Try again in a minute.',
  ],
  [{ owed: 'capture' }, 'refused: The card is being charged right now. Try again in a minute.'],
  [{ state: 'HELD' }, 'refused: The card is being charged right now. Try again in a minute.'],
  [
    { back: { dispute: 'OPEN' } },
    'refused: The payment is disputed. Wait until the sender’s bank has decided.',
  ],
  [
    { back: { dispute: 'LOST' } },
    'refused: A part of the payment was lost in a dispute, so Stripe refunds nothing more of it.',
  ],
  [
    { back: { refused: 2 } },
    'refused: The sender’s bank refused the refund twice. Pay the sender in another way than to their card.',
  ],
];
const CLAIMS = [
  [
    'CONTESTED',
    'refused: The sender made a claim about this answer. Decide the claim first; that also settles the refund.',
  ],
  [
    'OPEN',
    'refused: The sender made a claim about this answer. Wait until it ends, or is contested and decided.',
  ],
] as const;

describe('a manual refund after an answer', () => {
  const refund = (c: Conversation, bearer: 'platform' | 'recipient' = 'platform', balance = 0) =>
    refundManually(c, bearer, cents(balance), NOW);

  test('is borne by the platform, and the recipient keeps the earning', () => {
    const { next, entry, balanceChange, domainEvent } = changeOf(refund(answered));
    expect(next.money).toEqual({
      ...answered.money,
      owed: 'giveBack',
      ...pending,
      byHand: { decided: 'GIVE_BACK', earning: 0 },
    });
    expect(next.history).toEqual([{ event: 'GIVEN_BACK', at: NOW, moneyState: 'CHARGED' }]);
    expect([entry, balanceChange]).toEqual([undefined, undefined]);
    expect(domainEvent).toEqual({ type: 'conversation.givenBack' });
  });

  test('is borne by the recipient if the balance covers the earning, whose fee is returned too', () => {
    const { next, entry, balanceChange } = changeOf(refund(answered, 'recipient', 2_200));
    expect(next.money.byHand).toEqual({ decided: 'GIVE_BACK', earning: 2_200 });
    expect(next.history).toMatchObject([{ event: 'GIVEN_BACK', amount: 2_200 }]);
    expect(entry?.cause).toBe('givenBack:c');
    expect(balanceChange).toEqual({ userId: 'ana', by: -2_200 });
  });

  test('is refused to a recipient whose balance does not cover the earning', () => {
    expect(sentenceOf(refund(answered, 'recipient', 2_199))).toMatch(
      /^refused: The recipient earned \$22\.00 and has a balance of \$21\.99: /,
    );
    expect(sentenceOf(refund(answered, 'recipient', -5))).toContain('a balance of $0.00: ');
  });

  test('keeps the bearer of an earlier one that failed', () => {
    const before = withMoney({ byHand: { decided: 'GIVE_BACK', earning: cents(2_200) } });
    expect(sentenceOf(refund(before, 'recipient', 9_999))).toBe(
      'refused: An earlier refund already decided who bears the cost.',
    );
    const again = changeOf(refund(before)).next;
    expect(again.money.byHand).toEqual({ decided: 'GIVE_BACK', earning: 2_200 });
    expect(again.history[0]).not.toHaveProperty('amount');
  });

  test.each(OBSTACLES)('is not made of %j: %s', (money, sentence) => {
    expect(sentenceOf(refund(withMoney(money)))).toBe(sentence);
  });

  test.each(CLAIMS)('waits for a claim that is %s', (state, sentence) => {
    expect(sentenceOf(refund(withMoney({ claim: { state, frozen: ZERO } })))).toBe(sentence);
  });

  test('is made after a claim that has ended, a dispute that was won and a refund that was refused once', () => {
    const free = {
      claim: { state: 'REJECTED', frozen: ZERO },
      back: { dispute: 'WON', refused: 1 },
    };
    expect(sentenceOf(refund(withMoney(free)))).toBe('changed');
  });
});

describe('a manual refund without an answer', () => {
  const refund = (c: Conversation, bearer: 'platform' | 'recipient' = 'platform') =>
    refundManually(c, bearer, ZERO, NOW);
  const neverSent = 'refused: This letter was never sent: its payment is in progress or failed.';

  test.each<readonly [string, Conversation, string]>([
    ['while it is paid', inStatus('PAYING'), neverSent],
    ['of a failed payment', inStatus('UNDONE'), neverSent],
    [
      'of a help ticket',
      { ...answered, price: ZERO },
      'refused: A help ticket is free: there’s nothing to refund.',
    ],
    [
      'of a report',
      reported(),
      'refused: This letter was reported: its review decides about the money.',
    ],
    [
      'that ended and whose refund the bank refused',
      inStatus('DECLINED', { state: 'CHARGED' }),
      'refused: The refund was made, but the sender’s bank refused it. Pay the sender in another way than to their card.',
    ],
    [
      'that ended before it was charged',
      inStatus('DECLINED', { state: 'RELEASED' }),
      'already: The sender was never charged: there’s nothing to refund.',
    ],
    [
      'that ended',
      inStatus('DECLINED', { state: 'REFUNDED' }),
      'already: The payment is already refunded in full.',
    ],
  ])('%s is not made', (_when, c, sentence) => expect(sentenceOf(refund(c))).toBe(sentence));

  test('expires a pending message without counting against the recipient', () => {
    const held = inStatus('PENDING', { state: 'HELD' });
    const expired = changeOf(refund(held)).next;
    expect(expired).toMatchObject({ status: 'EXPIRED', reasonCode: 'WITHDRAWN' });
    expect(expired).toEqual(expireByOperator(held, NOW).next);
    expect(cancelByOperator(held, NOW).next).toMatchObject({
      status: 'CANCELLED',
      reasonCode: 'WITHDRAWN',
    });
    expect(sentenceOf(refund(held, 'recipient'))).toBe(
      'refused: This letter wasn’t answered, so no one earned anything. Only the platform can bear the refund.',
    );
  });
});

describe('the review of a report', () => {
  test('returns the money to the sender', () => {
    const { next, entry } = changeOf(review(reported(), 'GIVE_BACK', NOW));
    expect(next.money).toMatchObject({ owed: 'giveBack', byHand: { decided: 'GIVE_BACK' } });
    expect(entry).toBeUndefined();
  });

  test('lets the platform keep what a lost dispute has left, unless it was all, or is owed to the sender', () => {
    const LOST =
      'refused: A part of the payment was lost in a dispute, so Stripe refunds nothing more of it.';
    const lost = (gone: number, byHand?: Money['byHand']) =>
      review(
        reported({ back: { gone: cents(gone), dispute: 'LOST' }, byHand } as Partial<Money>),
        'KEEP',
        NOW,
      );
    expect(changeOf(lost(400)).entry?.postings).toMatchObject([
      { amount: -2_100 },
      { amount: 2_100 },
    ]);
    expect(sentenceOf(lost(2_500))).toBe(LOST);
    expect(sentenceOf(lost(400, { decided: 'GIVE_BACK', earning: ZERO }))).toBe(LOST);
  });

  test('lets the platform keep what was not refunded before', () => {
    const refunded = reported({ back: { gone: cents(400) } });
    const { next, entry } = changeOf(review(refunded, 'KEEP', NOW));
    expect(next.money).toMatchObject({
      state: 'CHARGED',
      byHand: { decided: 'KEEP', kept: 2_100 },
    });
    expect(next.history).toEqual([{ event: 'KEPT', at: NOW, moneyState: 'CHARGED' }]);
    expect(entry).toMatchObject({
      cause: 'kept:c',
      postings: [{ amount: -2_100 }, { amount: 2_100 }],
    });
  });

  test('is decided once', () => {
    const kept = reported({ state: 'CHARGED', byHand: { decided: 'KEEP', kept: cents(2_500) } });
    expect(sentenceOf(review(kept, 'KEEP', NOW))).toBe(
      'already: The platform has already kept the money.',
    );
    expect(sentenceOf(review(kept, 'GIVE_BACK', NOW))).toBe(
      'refused: This was decided before: the platform kept the money.',
    );
    const refunding = reported({ owed: 'giveBack' });
    expect(sentenceOf(review(refunding, 'KEEP', NOW))).toBe(
      'refused: This was decided before: the sender is being refunded.',
    );
    expect(sentenceOf(review(refunding, 'GIVE_BACK', NOW))).toBe(
      'already: The refund is already in progress.',
    );
  });

  test('is of reports that took the money, and of none that returned it', () => {
    expect(sentenceOf(review(answered, 'KEEP', NOW))).toBe('refused: This letter isn’t in review.');
    const ignored = { ...reported(), reasonCode: 'IGNORE' };
    expect([wentToReview(reported()), wentToReview(ignored), wentToReview(answered)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(sentenceOf(review({ ...reported(), price: ZERO }, 'KEEP', NOW))).toBe(
      'refused: A help ticket is free: there’s nothing to refund.',
    );
  });

  test('is outstanding while the money is in review and nothing is pending', () => {
    expect(isInReview(reported())).toBe(true);
    expect(isInReview(reported({ owed: 'capture' }))).toBe(false);
    expect(isInReview(reported({ state: 'CHARGED' }))).toBe(false);
    expect(isInReview(withMoney({ state: 'IN_REVIEW' }))).toBe(false);
  });
});

describe('the refund of a part', () => {
  const part = (c: Conversation, amount = 500, givenBack = 0) =>
    refundPart(c, { amount: cents(amount), givenBack: cents(givenBack) }, 'eva', NOW);
  const decided = () => changeOf(part(answered)).next;
  const done = () => withMoney({ owed: undefined, back: { gone: cents(500) } }, decided());

  test('is decided with the total that the sender then has back', () => {
    expect(decided().money).toEqual({
      ...answered.money,
      owed: 'refundPart',
      ...pending,
      part: { total: 500, amount: 500, count: 1, byUserId: 'eva' },
    });
    expect(changeOf(part(done(), 700, 500)).next.money.part).toEqual({
      total: 1_200,
      amount: 700,
      count: 2,
      byUserId: 'eva',
    });
  });

  test('is one decision if it is sent twice, while it is pending and afterwards', () => {
    const already = 'already: This part is already refunded.';
    expect(sentenceOf(part(decided()))).toBe(already);
    expect(sentenceOf(part(done()))).toBe(already);
    const failed = withMoney({ part: { ...done().money.part, failed: true } }, done());
    expect(sentenceOf(part(failed, 100, 400))).toBe(
      'refused: $5.00 is already refunded. Please look at it again.',
    );
  });

  test('is less than what is left, and more than nothing', () => {
    const less = 'refused: A part is less than the $25.00 that’s left.';
    expect(sentenceOf(part(answered, 2_500))).toBe(less);
    expect(sentenceOf(part(answered, 0))).toBe(less);
    expect(sentenceOf(part(answered, 2_499))).toBe('changed');
    expect(sentenceOf(part(answered, 1))).toBe('changed');
    expect(sentenceOf(part(done(), 2_000, 500))).toBe(
      'refused: A part is less than the $20.00 that’s left.',
    );
  });

  test.each<readonly [string, Conversation, string]>([
    [
      'of a message that is being paid',
      inStatus('PAYING'),
      'refused: This letter was never sent: its payment is in progress or failed.',
    ],
    [
      'of a failed payment',
      inStatus('UNDONE'),
      'refused: This letter was never sent: its payment is in progress or failed.',
    ],
    [
      'of a help ticket',
      { ...answered, price: ZERO },
      'refused: A help ticket is free: there’s nothing to refund.',
    ],
    ['of a report', reported(), 'refused: This letter was reported. Decide its review.'],
    [
      'of a pending message',
      inStatus('PENDING'),
      'refused: This letter isn’t answered yet: it can only be refunded in full.',
    ],
    [
      'of a message that ended without an answer',
      inStatus('DECLINED', { state: 'REFUNDED' }),
      'already: The payment is already refunded in full.',
    ],
    [
      'after a refund in full was decided',
      withMoney({ byHand: { decided: 'GIVE_BACK', earning: ZERO } }),
      'refused: A refund in full was decided before. Refund in full.',
    ],
  ])('%s is not made', (_what, c, sentence) => expect(sentenceOf(part(c))).toBe(sentence));

  test('has the obstacles of a refund in full', () => {
    for (const [money, sentence] of OBSTACLES)
      expect(sentenceOf(part(withMoney(money)))).toBe(sentence);
    for (const [state, sentence] of CLAIMS)
      expect(sentenceOf(part(withMoney({ claim: { state, frozen: ZERO } })))).toBe(sentence);
  });

  test('is done if as much is given back, unless the bank refused it', () => {
    expect(isPartRefunded(answered)).toBe(false);
    expect(isPartRefunded(decided())).toBe(false);
    expect(isPartRefunded(done())).toBe(true);
    expect(isPartRefunded(withMoney({ back: { gone: cents(499) } }, done()))).toBe(false);
    expect(
      isPartRefunded(withMoney({ part: { ...done().money.part, failed: true } }, done())),
    ).toBe(false);
  });

  const charge = (amounts: object) =>
    ({
      received: 2_500,
      refunded: 0,
      chargedBack: 0,
      fees: 0,
      disputed: 0,
      ...amounts,
    }) as unknown as ChargeSummary;
  const applied = (amounts: object, c = decided()) =>
    applyPartRefund(c, { is: 'charged', intentId: 'pi_1', chargeSummary: charge(amounts) }, NOW);

  test('ends once Stripe shows it, and its people are notified', () => {
    const change = applied({ refunded: 500 });
    expect(change?.next.money).toEqual({ ...answered.money, part: decided().money.part });
    expect(change?.next.history).toEqual([
      { event: 'PARTLY_REFUNDED', at: NOW, moneyState: 'CHARGED', amount: 500 },
    ]);
    expect(change?.domainEvent).toEqual({ type: 'conversation.givenBack', amountCents: 500 });
  });

  test('leaves the domain event to a dispute that is seen with it', () => {
    expect(applied({ refunded: 500, dispute: 'OPEN' })).not.toHaveProperty('domainEvent');
  });

  test('adds no event if all was refunded before it', () => {
    const change = applied({ refunded: 2_500 });
    expect(change?.next.money).not.toHaveProperty('owed');
    expect(change?.next.history).toEqual([]);
  });

  test('stays pending until Stripe shows it', () => {
    expect(applied({ refunded: 499 })).toBeUndefined();
    expect(applied({ dispute: 'WON' })).toBeUndefined();
    expect(applied({ refunded: 500 }, answered)).toBeUndefined();
    const once = withMoney({ back: { refused: 1 } }, decided());
    expect(applied({ refused: 1 }, once)).toBeUndefined();
  });

  test.each([{ dispute: 'OPEN' }, { dispute: 'LOST' }, { refused: 1 }])(
    'fails if Stripe cannot make it: %j',
    (obstacle) => {
      const money = applied(obstacle)?.next.money;
      expect(money?.part).toEqual({ ...decided().money.part, failed: true });
      expect(money).not.toHaveProperty('owed');
    },
  );
});
