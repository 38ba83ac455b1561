import { describe, expect, test } from '@jest/globals';
import { type Cents, cents, ZERO } from '#shared/money.ts';
import type { Change, Conversation, Money } from '#shared/rules/conversations/conversations.ts';
import { bookLosses, planLosses } from '#shared/rules/conversations/disputes.ts';
import { type ChargeSummary, isIntact } from '#shared/rules/conversations/payment-status.ts';
import { DAY, instant, later, MINUTE } from '#shared/time.ts';

/* The losses of a captured payment of $25.00, of which the recipient earned $22.00: what is booked, frozen and reported. */

const NOW = instant(30 * DAY);

const answered = {
  id: 'c',
  status: 'OPEN',
  price: cents(2_500),
  net: cents(2_200),
  feeTerms: { basisPoints: 1_000, fixed: cents(50) },
  recipient: { id: 'ana' },
  sender: { id: 'ben' },
  money: { state: 'CHARGED', intentId: 'pi_1' },
  history: [],
} as unknown as Conversation;
const withMoney = (money: Partial<Money>, change: Partial<Conversation> = {}): Conversation => ({
  ...answered,
  ...change,
  money: { ...answered.money, ...money },
});

type Amounts = { [K in keyof ChargeSummary]?: ChargeSummary[K] | number };
const summary = (amounts: Amounts = {}) =>
  ({
    received: 2_500,
    refunded: 0,
    chargedBack: 0,
    fees: 0,
    disputed: 0,
    ...amounts,
  }) as ChargeSummary;
const OPEN = summary({ chargedBack: 2_500, fees: 1_500, disputed: 2_500, dispute: 'OPEN' });
const LOST = summary({ ...OPEN, dispute: 'LOST' });
const WON = summary({ fees: 1_500, dispute: 'WON' });

const book = (c: Conversation, charge: ChargeSummary, balance = 0): Change | undefined =>
  bookLosses(c, charge, cents(balance), NOW);

/** The entries, effects and events of a change. */
function effectOf(change: Change | undefined) {
  if (!change) throw new Error('nothing changed');
  const { next, lossEntry, balanceChange, domainEvent } = change;
  const { state, back } = next.money;
  return {
    state,
    back,
    cause: lossEntry?.cause,
    booked: Object.fromEntries(lossEntry?.postings.map((one) => [one.account, one.amount]) ?? []),
    balance: balanceChange,
    events: next.history.map(({ event, amount }) =>
      amount === undefined ? event : [event, amount],
    ),
    domainEvent,
  };
}

/** The conversation after these summaries, each with this balance. */
const booked = (balance: number, ...charges: readonly ChargeSummary[]) =>
  charges.reduce((c, charge) => book(c, charge, balance)?.next ?? c, answered);

const losses = (gone: number, cost: number, claimed: number, frozen: number, count = 1) => ({
  gone,
  cost,
  claimed,
  frozen,
  count,
});

describe('a refund in Stripe’s dashboard', () => {
  test('of a part is borne by the platform, which is notified of the loss', () => {
    expect(effectOf(book(answered, summary({ refunded: 400 }), 9_999))).toEqual({
      state: 'CHARGED',
      back: losses(400, 0, 0, 0),
      cause: 'takenBack:c:1',
      booked: { 'card:clearing': 400, 'platform:disputes': -400 },
      balance: undefined,
      events: [],
      domainEvent: { type: 'money.lost', amountCents: 400 },
    });
  });

  test('of all of it returns the money to the sender', () => {
    expect(effectOf(book(answered, summary({ refunded: 2_500 })))).toMatchObject({
      state: 'REFUNDED',
      events: ['RETURNED'],
      domainEvent: { type: 'money.lost', amountCents: 2_500 },
    });
  });

  test('that is marked as fraudulent takes back the earning from that part, also as a debt', () => {
    const charge = summary({ refunded: 1_000, fraudulent: 1_000 });
    expect(effectOf(book(answered, charge))).toEqual({
      state: 'CHARGED',
      back: { ...losses(1_000, 0, 900, 900), clawedBack: 900 },
      cause: 'clawedBack:c:1',
      booked: { 'card:clearing': 1_000, 'platform:disputes': -100, 'user:ana': -900 },
      balance: { userId: 'ana', by: -900, mayBecomeDebt: true },
      events: [['TAKEN_BACK', 900]],
      domainEvent: { type: 'money.lost', amountCents: 1_000 },
    });
  });

  test('that the bank refuses later is charged again, and somebody has to act', () => {
    const refunded = booked(0, summary({ refunded: 2_500 }));
    expect(effectOf(book(refunded, summary({ refused: 1 })))).toEqual({
      state: 'CHARGED',
      back: { ...losses(0, 0, 0, 0, 2), refused: 1 },
      cause: 'takenBack:c:2',
      booked: { 'card:clearing': -2_500, 'platform:disputes': 2_500 },
      balance: undefined,
      events: ['RETURNED', 'RETURN_FAILED'],
      domainEvent: { type: 'refund.failed', amountCents: 2_500 },
    });
    const again = booked(0, summary({ refunded: 2_500 }), summary({ refused: 1 }));
    expect(book(again, summary({ refused: 1 }))).toBeUndefined();
  });

  const PART_LOST = { chargedBack: 600, fees: 1_500, disputed: 600, dispute: 'LOST' } as const;

  test.each([
    ['a part', [summary({ refunded: 400 })], summary({ refused: 1 }), 400],
    [
      'the rest after a partial chargeback',
      [summary(PART_LOST), summary({ ...PART_LOST, refunded: 1_900 })],
      summary({ ...PART_LOST, refused: 1 }),
      1_900,
    ],
    [
      'the rest after a partial chargeback, which was not seen before,',
      [summary(PART_LOST)],
      summary({ ...PART_LOST, refused: 1 }),
      1_900,
    ],
  ])(
    'of %s that the bank refuses is in the history with its own amount',
    (_of, before, refused, amount) => {
      const { events } = effectOf(book(booked(0, ...before), refused));
      expect(events.at(-1)).toEqual(['RETURN_FAILED', amount]);
    },
  );
});

describe('a dispute', () => {
  test('freezes the earning while the bank has not decided', () => {
    const change = book(answered, OPEN, 5_000);
    expect(effectOf(change)).toEqual({
      state: 'CHARGED',
      back: { ...losses(2_500, 1_500, 2_200, 2_200), dispute: 'OPEN' },
      cause: 'frozen:c:1',
      booked: { 'card:clearing': 4_000, 'platform:disputes': -1_800, 'user:ana': -2_200 },
      balance: { userId: 'ana', by: -2_200, mayBecomeDebt: false },
      events: [['DISPUTED', 2_200]],
      domainEvent: { type: 'dispute.opened', amountCents: 2_200 },
    });
    expect(change?.next.money.response).toEqual({ tryAt: later(NOW, MINUTE), tries: 0 });
    expect(change?.next.history[0]).toMatchObject({ at: NOW, moneyState: 'CHARGED' });
  });

  test('that opened before the answer has another event when it claims the earning', () => {
    const pending = withMoney({}, { status: 'PENDING', net: undefined });
    const seen = book(pending, OPEN)?.next as Conversation;
    expect(
      effectOf(book({ ...seen, status: 'OPEN', net: cents(2_200) }, OPEN, 2_200)),
    ).toMatchObject({
      events: ['DISPUTED', ['DISPUTED', 2_200]],
      domainEvent: { type: 'dispute.opened', amountCents: 2_200 },
    });
  });

  test('that is seen together with a refused refund has its event after that, unless it was won', () => {
    expect(effectOf(book(answered, { ...OPEN, refused: 1 })).events).toEqual([
      'RETURN_FAILED',
      ['DISPUTED', 0],
    ]);
    const disputed = booked(2_200, OPEN);
    expect(effectOf(book(disputed, { ...WON, refused: 1 }, 2_200)).events.at(-1)).toBe(
      'RETURN_FAILED',
    );
  });

  test('freezes no more than the balance, and nothing of a debt', () => {
    expect(effectOf(book(answered, OPEN, 700))).toMatchObject({
      back: { claimed: 2_200, frozen: 700 },
      balance: { by: -700, mayBecomeDebt: false },
    });
    expect(effectOf(book(answered, OPEN, -300))).toMatchObject({
      back: { claimed: 2_200, frozen: 0 },
      cause: 'takenBack:c:1',
      balance: undefined,
    });
  });

  test('freezes only what a growing claim adds, and not more because the balance has grown', () => {
    const part = summary({ chargedBack: 1_000, disputed: 1_000, dispute: 'OPEN' });
    expect(book(booked(100, part), part, 9_999)).toBeUndefined();
    const both = summary({ chargedBack: 2_500, disputed: 2_500, dispute: 'OPEN' });
    expect(effectOf(book(booked(100, part), both, 9_999)).back).toEqual({
      ...losses(2_500, 0, 2_200, 1_400, 2),
      dispute: 'OPEN',
    });
  });

  test('that is lost takes back the whole claim, the rest of it as a debt', () => {
    expect(effectOf(book(booked(700, OPEN), LOST, 0))).toEqual({
      state: 'REFUNDED',
      back: { ...losses(2_500, 1_500, 2_200, 2_200, 2), clawedBack: 2_200, dispute: 'LOST' },
      cause: 'clawedBack:c:2',
      booked: { 'platform:disputes': 1_500, 'user:ana': -1_500 },
      balance: { userId: 'ana', by: -1_500, mayBecomeDebt: true },
      events: [
        ['DISPUTED', 700],
        ['DISPUTE_LOST', 2_200],
      ],
      domainEvent: { type: 'dispute.lost', amountCents: 2_200 },
    });
  });

  test.each([
    ['that is won', () => booked(5_000, OPEN), 2],
    ['that is won after it was lost', () => booked(700, OPEN, LOST), 3],
  ])('%s returns all that was frozen', (_what, begin, count) => {
    const effect = effectOf(book(begin(), WON));
    expect(effect).toMatchObject({
      state: 'CHARGED',
      back: { ...losses(0, 1_500, 0, 0, count), dispute: 'WON' },
      cause: `freed:c:${count}`,
      booked: { 'card:clearing': -2_500, 'platform:disputes': 300, 'user:ana': 2_200 },
      balance: { userId: 'ana', by: 2_200, mayBecomeDebt: false },
      domainEvent: { type: 'dispute.won', amountCents: 2_200 },
    });
    expect(effect.events.at(-1)).toEqual(['DISPUTE_WON', 2_200]);
    expect(effect.back).not.toHaveProperty('clawedBack');
  });

  test('that opens after another was lost leaves what was taken back for good as it is', () => {
    const first = summary({ chargedBack: 1_000, disputed: 1_000, dispute: 'LOST' });
    const second = summary({ chargedBack: 2_500, disputed: 2_500, dispute: 'OPEN' });
    expect(effectOf(book(booked(0, first), second)).back).toMatchObject({
      claimed: 2_200,
      clawedBack: 900,
      frozen: 900,
    });
  });

  test('that is seen again is not booked again', () => {
    expect(book(booked(700, OPEN), OPEN, 5_000)).toBeUndefined();
  });

  test('keeps the response to it when it costs more or is decided, and a new one starts another response', () => {
    const c = booked(5_000, OPEN);
    const sent = {
      ...c,
      money: { ...c.money, response: { sentAt: NOW } as Money['response'] & object },
    };
    for (const charge of [LOST, summary({ ...OPEN, fees: 3_000 })])
      expect(book(sent, charge)?.next.money.response).toEqual({ sentAt: NOW });
    const won = book(sent, WON)?.next as Conversation;
    expect(book(won, OPEN)?.next.money.response).toEqual({ tryAt: later(NOW, MINUTE), tries: 0 });
  });

  test('withdraws more than the price at the cost of the platform', () => {
    const more = summary({ ...OPEN, chargedBack: 3_000 });
    expect(effectOf(book(answered, more)).back).toMatchObject({ gone: 2_500, cost: 2_000 });
  });

  test('of a message that ended without an answer costs only its fee', () => {
    const { net: _, ...unanswered } = answered;
    const declined = {
      ...unanswered,
      status: 'DECLINED',
      money: { state: 'REFUNDED' },
    } as Conversation;
    expect(effectOf(book(declined, OPEN, 5_000))).toMatchObject({
      state: 'REFUNDED',
      back: losses(0, 1_500, 0, 0),
      booked: { 'card:clearing': 1_500, 'platform:disputes': -1_500 },
      balance: undefined,
      events: ['DISPUTED'],
      domainEvent: undefined,
    });
  });

  test('freezes nothing of an earning that the recipient gave up', () => {
    const givenUp = withMoney({ byHand: { decided: 'GIVE_BACK', earning: cents(2_200) } });
    expect(effectOf(book(givenUp, OPEN, 5_000)).back).toMatchObject({ claimed: 0, frozen: 0 });
    const byPlatform = withMoney({ byHand: { decided: 'GIVE_BACK', earning: ZERO } });
    expect(effectOf(book(byPlatform, OPEN, 5_000)).back).toMatchObject({ frozen: 2_200 });
  });
});

describe('the loss', () => {
  test('by a manual refund is not reported, because it was intended', () => {
    const byHand = withMoney({ byHand: { decided: 'GIVE_BACK', earning: ZERO } });
    expect(effectOf(book(byHand, summary({ refunded: 2_500 })))).toMatchObject({
      state: 'REFUNDED',
      domainEvent: undefined,
    });
  });

  const reported = (byHand?: Money['byHand']) => {
    const { net: _, ...unanswered } = withMoney({ state: 'IN_REVIEW', ...(byHand && { byHand }) });
    return { ...unanswered, status: 'REPORTED', reasonCode: 'BULLYING_HARASSMENT' } as Conversation;
  };

  test('of money under review is paid from the review account', () => {
    expect(effectOf(book(reported(), summary({ refunded: 2_500 })))).toMatchObject({
      state: 'REFUNDED',
      booked: { 'card:clearing': 2_500, 'platform:review': -2_500 },
      domainEvent: undefined,
    });
    expect(effectOf(book(reported(), summary({ refunded: 400 }))).state).toBe('IN_REVIEW');
  });

  test('of money that the platform kept after a review is borne by the platform', () => {
    const kept = reported({ decided: 'KEEP', kept: cents(2_500) } as Money['byHand'] & object);
    expect(effectOf(book(kept, summary({ refunded: 400 })))).toMatchObject({
      state: 'CHARGED',
      booked: { 'card:clearing': 400, 'platform:disputes': -400 },
    });
  });

  test('of a part before a review that kept the rest returns to what was kept, and only that part', () => {
    const refunded = book(reported(), summary({ refunded: 400 }))?.next as Conversation;
    const byHand = { decided: 'KEEP', kept: cents(2_100) } as const;
    const kept = { ...refunded, money: { ...refunded.money, state: 'CHARGED', byHand } } as const;
    const more = book(kept, summary({ refunded: 1_000 }));
    expect(effectOf(more).booked).toEqual({ 'card:clearing': 600, 'platform:disputes': -600 });
    const moneyBack = book(more?.next as Conversation, summary({ refused: 2 }));
    expect(effectOf(moneyBack)).toMatchObject({
      state: 'CHARGED',
      booked: { 'card:clearing': -1_000, 'platform:disputes': 600, 'platform:fees': 400 },
      domainEvent: { type: 'refund.failed', amountCents: 1_000 },
    });
    const again = book(moneyBack?.next as Conversation, summary({ refunded: 1_000, refused: 2 }));
    expect(effectOf(again).booked).toEqual({
      'card:clearing': 1_000,
      'platform:disputes': -600,
      'platform:fees': -400,
    });
  });

  test('of a reported message whose sender is refunded is borne by the platform', () => {
    const loss = { gone: cents(400), cost: ZERO, claimed: ZERO, frozen: ZERO, count: 1 };
    const { net: _, ...ended } = withMoney({ state: 'REFUNDED', back: loss });
    const returned = { ...ended, status: 'REPORTED', reasonCode: 'NOT_ME' } as Conversation;
    expect(effectOf(book(returned, summary({ refunded: 2_500 }))).booked).toEqual({
      'card:clearing': -400,
      'platform:disputes': 400,
    });
  });

  test('of a refused manual refund of a report is reported, although nobody earned anything', () => {
    const refunding = reported({ decided: 'GIVE_BACK', earning: ZERO });
    const refunded = book(refunding, summary({ refunded: 2_500 }))?.next as Conversation;
    expect(effectOf(book(refunded, summary({ refused: 1 }))).domainEvent).toEqual({
      type: 'refund.failed',
      amountCents: 2_500,
    });
  });

  test.each<readonly [string, Conversation, ChargeSummary]>([
    ['nothing is lost', answered, summary()],
    ['the payment is not settled', withMoney({}, { status: 'PAYING' }), OPEN],
    ['the message is free', withMoney({}, { price: ZERO }), OPEN],
    ['the capture is not known yet', withMoney({ owed: 'capture' }), OPEN],
  ])('is not booked if %s', (_why, c, charge) => {
    expect(book(c, charge, 5_000)).toBeUndefined();
  });
});

test('a payment is intact unless something was refunded, or a dispute is open or lost', () => {
  expect([summary(), WON].every(isIntact)).toBe(true);
  expect([summary({ refunded: 1 }), OPEN, LOST].some(isIntact)).toBe(false);
});

test('the loss of a plan’s payment is booked once, and again for what is added', () => {
  const price: Cents = cents(199);
  const first = planLosses('in_1', price, summary({ received: 199, refunded: 100 }));
  expect(first).toEqual({
    after: losses(100, 0, 0, 0),
    entry: {
      cause: 'takenBack:in_1:1',
      postings: [
        { account: 'card:clearing', amount: 100 },
        { account: 'platform:subscriptions', amount: -100 },
      ],
    },
  });
  const charged = summary({ received: 199, refunded: 199, fees: 1_500 });
  expect(planLosses('in_1', price, charged, first?.after)).toMatchObject({
    after: losses(199, 1_500, 0, 0, 2),
    entry: { cause: 'takenBack:in_1:2' },
  });
  expect(
    planLosses('in_1', price, summary({ received: 199, refunded: 100 }), first?.after),
  ).toBeUndefined();
});
