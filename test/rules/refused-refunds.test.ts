import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import { applyPaymentStatus } from '#shared/rules/conversations/apply-payment-status.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { applyFailedRefund } from '#shared/rules/conversations/failed-refunds.ts';
import type { ChargeSummary } from '#shared/rules/conversations/payment-status.ts';
import { REFUND_TRIES } from '#shared/rules/conversations/pending-effect.ts';
import { HOUR, instant } from '#shared/time.ts';

/* Refused refunds of $25.00 after a bank took back $4.00, including later decisions of the bank in our favor. */

const NOW = instant(30 * 24 * HOUR);

const DISPUTED: ChargeSummary = {
  received: cents(2_500),
  refunded: ZERO,
  chargedBack: cents(400),
  fees: cents(1_500),
  disputed: cents(400),
  dispute: 'OPEN',
};
const LOST: ChargeSummary = { ...DISPUTED, dispute: 'LOST' };
const STUCK: ChargeSummary = { ...LOST, stuck: true };
const WON: ChargeSummary = { ...DISPUTED, chargedBack: ZERO, disputed: ZERO, dispute: 'WON' };

const declined = {
  id: 'one',
  status: 'DECLINED',
  price: cents(2_500),
  recipient: { id: 'ana' },
  sender: { id: 'ben' },
  money: { state: 'REFUNDED', intentId: 'pi_1', owed: 'giveBack', tryAt: NOW, tries: 3 },
  history: [],
} as unknown as Conversation;

/**
 * Applies these charge summaries in turn. Returns the state of the money, the amount booked as held, the number of alerts, and
 * the timeline.
 */
function after(...looks: readonly ChargeSummary[]) {
  let [c, held, calls] = [declined, 0, 0];
  for (const chargeSummary of looks) {
    const step = applyPaymentStatus(
      c,
      { is: 'charged', intentId: 'pi_1', chargeSummary: chargeSummary },
      NOW,
    );
    const postings = step?.entry?.postings ?? [];
    held += postings.find(({ account }) => account === 'held')?.amount ?? 0;
    calls += step?.domainEvent?.type === 'refund.failed' ? 1 : 0;
    c = step?.next ?? c;
  }
  const { state, owed } = c.money;
  return { state, owed, held, calls, events: c.history.map(({ event }) => event) };
}

const OWED = {
  state: 'CHARGED',
  owed: undefined,
  held: 2_100,
  calls: 1,
  events: ['RETURN_FAILED', 'DISPUTE_LOST'],
};

test('a refund that is refused during a dispute is requested again', () => {
  expect(after(DISPUTED)).toMatchObject({ owed: 'giveBack', held: 0, calls: 0 });
});

test('a refund that is refused after a dispute is owed to the sender', () => {
  expect(after(STUCK)).toEqual(OWED);
  expect(after(STUCK, LOST, STUCK, LOST)).toEqual(OWED);
});

test('a payment status from before the dispute is ignored', () => {
  const { dispute: _none, ...early } = DISPUTED;
  expect(after(STUCK, { ...early, chargedBack: ZERO })).toEqual(OWED);
});

test('a won dispute after a refused refund refunds the whole payment to the card', () => {
  expect(after(STUCK, LOST, WON)).toMatchObject({ state: 'REFUNDED', owed: 'giveBack' });
  const back = { ...WON, refunded: cents(2_500) };
  expect(after(STUCK, LOST, WON, back)).toEqual({
    state: 'REFUNDED',
    owed: undefined,
    held: 0,
    calls: 1,
    events: ['RETURN_FAILED', 'DISPUTE_LOST', 'DISPUTE_WON', 'RETURNED'],
  });
});

test('a second dispute over the rest of a refused refund leaves nothing owed', () => {
  const both: ChargeSummary = { ...LOST, chargedBack: cents(2_500), disputed: cents(2_500) };
  expect(after(STUCK, both)).toMatchObject({ state: 'REFUNDED', owed: undefined, held: 0 });
});

test('a manual refund of a part leaves the other part owed, without another alert', () => {
  expect(after(STUCK, { ...LOST, refunded: cents(600) })).toEqual({ ...OWED, held: 1_500 });
});

describe('refused refunds of a payment without a dispute', () => {
  const PAID: ChargeSummary = { ...DISPUTED, chargedBack: ZERO, fees: ZERO, disputed: ZERO };
  const { dispute: _none, ...undisputed } = PAID;
  const seen = (more: Partial<ChargeSummary>): ChargeSummary => ({ ...undisputed, ...more });
  const step = (c: Conversation, summary: ChargeSummary) => applyFailedRefund(c, summary, NOW);
  const next = (c: Conversation, ...summaries: readonly ChargeSummary[]) =>
    summaries.reduce((one, summary) => step(one, summary)?.next ?? one, c);
  const once = seen({ refused: 1 });
  const twice = seen({ refused: REFUND_TRIES });
  const arrived = seen({ refused: 1, refunded: cents(2_500) });

  test('are tried again after the first, and an operator is called after the second', () => {
    const first = step(declined, once);
    expect(first?.next.money).toMatchObject({ state: 'REFUNDED', owed: 'giveBack' });
    expect(first?.next.money.unreturned).toEqual({ refused: 1, amount: 2_500, count: 1 });
    expect(first?.next.history).toEqual([
      { event: 'RETURN_FAILED', at: NOW, moneyState: 'REFUNDED' },
    ]);
    expect(first?.entry?.cause).toBe('refundFailed:one:1');
    expect(first).not.toHaveProperty('domainEvent');
    const second = step(next(declined, once), twice);
    expect(second?.next.money).toMatchObject({ state: 'CHARGED' });
    expect(second?.next.money).not.toHaveProperty('owed');
    expect(second?.next.money.unreturned).toEqual({ refused: 2, amount: 2_500, count: 1 });
    expect(second?.next.history).toHaveLength(2);
    expect(second?.next.history[1]).toEqual({
      event: 'RETURN_FAILED',
      amount: 2_500,
      at: NOW,
      moneyState: 'CHARGED',
    });
    expect(second).not.toHaveProperty('entry');
    expect(second?.domainEvent).toEqual({ type: 'refund.failed', amountCents: 2_500 });
  });

  test('alert an operator as soon as Stripe makes no more refunds, with nothing new to book', () => {
    const change = step(next(declined, once), { ...once, stuck: true });
    expect(change?.next.money).toMatchObject({ state: 'CHARGED', unreturned: { stuck: true } });
    expect(change?.domainEvent).toEqual({ type: 'refund.failed', amountCents: 2_500 });
    expect(change).not.toHaveProperty('entry');
  });

  test('are forgotten when the money arrives at last', () => {
    const change = step(next(declined, once), arrived);
    expect(change?.next.money).toMatchObject({ state: 'REFUNDED' });
    expect(change?.next.money.unreturned).toEqual({ refused: 1, amount: 0, count: 2 });
    expect(change?.next.history.at(-1)).toEqual({
      event: 'RETURNED',
      at: NOW,
      moneyState: 'REFUNDED',
    });
    expect(change?.entry?.cause).toBe('refundedAgain:one:2');
    expect(change).not.toHaveProperty('domainEvent');
  });

  test('add no event while a part of the money is still owed', () => {
    const part = seen({ refused: 1, refunded: cents(600) });
    const change = step(next(declined, once), part);
    expect(change?.next.money.unreturned?.amount).toBe(1_900);
    expect(change?.next.history).toHaveLength(1);
  });

  test.each<[string, Conversation, ChargeSummary]>([
    ['none failed', declined, undisputed],
    ['they are known', next(declined, once), once],
    ['the summary is older', next(declined, once, twice), once],
    ['the conversation is free', { ...declined, price: ZERO }, once],
    ['the recipient is to earn the price', { ...declined, status: 'PENDING' }, once],
  ])('change nothing if %s', (_case, c, summary) => {
    expect(step(c, summary)).toBeUndefined();
  });
});
