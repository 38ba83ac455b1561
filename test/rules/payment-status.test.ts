import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import { applyPaymentStatus } from '#shared/rules/conversations/apply-payment-status.ts';
import type { Conversation, Money } from '#shared/rules/conversations/conversations.ts';
import { nextTransition } from '#shared/rules/conversations/due.ts';
import type { ChargeSummary, PaymentStatus } from '#shared/rules/conversations/payment-status.ts';
import {
  nextTryAt,
  postponePendingEffect,
  withPendingEffect,
  withReturnToSender,
  withReview,
} from '#shared/rules/conversations/pending-effect.ts';
import {
  BANK_CONFIRMATION_TIME,
  begin,
  CAPTURE_MARGIN,
  PAYING_TIME,
} from '#shared/rules/conversations/state-machine.ts';
import { DAY, instant, later, MINUTE } from '#shared/time.ts';

/* The change of a conversation by each status of its payment at Stripe, in each of its states. */

const NOW = instant(Date.UTC(2026, 10, 21));
const person = (id: string) => ({ id, fullName: id, username: id, avatarUrl: null });
const paying = begin(
  {
    id: 'c',
    subject: 'A question',
    price: cents(2_500),
    questionId: 'q',
    sender: person('ben'),
    recipient: person('ana'),
    feeTerms: { basisPoints: 1_000, fixed: cents(50) },
    payment: { customerId: 'cus', paymentMethodId: 'pm', keepCard: false },
  },
  NOW,
);
const captureBefore = later(NOW, 7 * DAY);
const heldMoney: Money = { state: 'HELD', intentId: 'pi', captureBefore };
const inStatus = (
  status: Conversation['status'],
  money: Partial<Money> = {},
  change: Partial<Conversation> = {},
): Conversation => ({ ...paying, status, money: { ...heldMoney, ...money }, ...change });
const answered = (money: Partial<Money> = {}) =>
  inStatus('OPEN', { state: 'CHARGED', captureBefore: undefined, ...money }, { net: cents(2_200) });
const reported = (money: Partial<Money> = {}) =>
  inStatus('REPORTED', { state: 'IN_REVIEW', ...money }, { reasonCode: 'BULLYING_HARASSMENT' });

const held: PaymentStatus = { is: 'held', intentId: 'pi', captureBefore };
const charged = (amounts?: object): PaymentStatus => ({
  is: 'charged',
  intentId: 'pi',
  ...(amounts && {
    chargeSummary: {
      received: 2_500,
      refunded: 0,
      chargedBack: 0,
      fees: 0,
      disputed: 0,
      ...amounts,
    } as ChargeSummary,
  }),
});
const needsAction: PaymentStatus = { is: 'needsAction', intentId: 'pi' };
const released: PaymentStatus = { is: 'released', intentId: 'pi' };
const refunded: PaymentStatus = { is: 'refunded', intentId: 'pi' };

const apply = (c: Conversation, status: PaymentStatus, now = NOW) =>
  applyPaymentStatus(c, status, now);
const pendingSince = (now = NOW) => ({ tryAt: later(now, MINUTE), tries: 0 });
const A_MONTH_LATER = Math.floor(later(NOW, 30 * DAY) / 1_000);

describe('an order that is being paid', () => {
  test('is pending for ten days from the hold', () => {
    const now = later(NOW, MINUTE);
    const change = apply(paying, held, now);
    expect(change?.next).toMatchObject({
      status: 'PENDING',
      paidAt: now,
      modifiedAt: now,
      lastMessageAt: now,
      senderDeliveredAt: now,
      senderReadAt: now,
      deadlineAt: later(now, 10 * DAY),
      history: [{ event: 'PAID', at: now, moneyState: 'HELD' }],
    });
    expect(change?.next.money).toEqual(heldMoney);
    expect(change?.entry?.cause).toBe('paid:c');
    expect(change?.domainEvent).toEqual({ type: 'conversation.paid', amountCents: 2_500 });
  });

  test('is pending too if the card was charged at once', () => {
    expect(apply(paying, charged())?.next.money).toEqual({ state: 'CHARGED', intentId: 'pi' });
  });

  test('waits half an hour for the sender to confirm it with their bank', () => {
    const asked = apply(paying, needsAction)?.next as Conversation;
    expect(asked).toMatchObject({ status: 'PAYING', money: { intentId: 'pi' } });
    expect(asked.payment).toEqual({ ...paying.payment, waitingSince: NOW });
    const end = later(NOW, BANK_CONFIRMATION_TIME);
    expect(apply(asked, needsAction, later(end, -1))).toBeUndefined();
    // The sender could still confirm it, so it is cancelled at Stripe.
    expect(apply(asked, needsAction, end)?.next).toMatchObject({
      status: 'UNDONE',
      money: { state: 'RELEASED', owed: 'giveBack' },
    });
    expect(apply(asked, { is: 'declined' }, end)?.next.money.owed).toBe('giveBack');
  });

  test('is undone if Stripe has no payment two minutes later', () => {
    const end = later(NOW, PAYING_TIME);
    expect(apply(paying, { is: 'none' }, later(end, -1))).toBeUndefined();
    const change = apply(paying, { is: 'none' }, end);
    expect(change?.next).toMatchObject({ status: 'UNDONE', modifiedAt: end });
    expect(change?.next.money).toEqual({ state: 'RELEASED' });
    expect(change?.next.expiresAt).toBe(Math.floor(later(end, 30 * DAY) / 1_000));
    expect(change?.domainEvent).toEqual({ type: 'order.undone' });
  });

  test('is undone and kept if it was charged and refunded, because the bank may refuse the refund', () => {
    const { next } = apply(paying, refunded) ?? {};
    expect(next).toMatchObject({ status: 'UNDONE', money: { owed: 'giveBack' } });
    expect(next).not.toHaveProperty('expiresAt');
  });

  test.each([{ is: 'declined' }, released] as const)('is undone if it is %j', (status) => {
    const { next } = apply(paying, status) ?? {};
    expect(next).toMatchObject({ status: 'UNDONE', expiresAt: A_MONTH_LATER });
    expect(next?.money).not.toHaveProperty('owed');
  });
});

describe('an undone order', () => {
  const undone = (money: Partial<Money> = {}) =>
    ({ ...paying, status: 'UNDONE', money: { state: 'RELEASED', ...money } }) as Conversation;
  const owing = undone({ owed: 'giveBack', tryAt: NOW, tries: 2 });

  test.each([released, refunded])('is done once Stripe holds nothing: %j', (status) => {
    expect(apply(owing, status)?.next.money).toEqual({ state: 'RELEASED' });
    expect(apply(undone(), status)).toBeUndefined();
  });

  test('expires a month after its hold was released, and never if it was charged or may still be', () => {
    expect(apply(owing, released)?.next).toMatchObject({ expiresAt: A_MONTH_LATER });
    const expiring = { ...owing, expiresAt: A_MONTH_LATER };
    const disputed = charged({ chargedBack: 2_500, disputed: 2_500, dispute: 'OPEN' });
    for (const status of [refunded, disputed, held, needsAction, charged()])
      for (const known of [expiring, { ...undone(), expiresAt: A_MONTH_LATER }])
        expect(apply(known, status)?.next).not.toHaveProperty('expiresAt');
    expect(apply({ ...undone(), expiresAt: A_MONTH_LATER }, released)).toBeUndefined();
  });

  test('is done if Stripe still has no payment after two minutes', () => {
    const end = later(NOW, PAYING_TIME);
    expect(apply(owing, { is: 'none' }, later(end, -1))).toBeUndefined();
    expect(apply(owing, { is: 'none' }, end)?.next.money).toEqual({ state: 'RELEASED' });
    expect(apply(owing, { is: 'none' }, end)?.next.expiresAt).toBeDefined();
    expect(apply(undone(), { is: 'none' }, end)).toBeUndefined();
  });

  test('stores the id of a declined payment that has to be cancelled', () => {
    const known = apply(owing, { is: 'declined', intentId: 'pi' })?.next as Conversation;
    expect(known.money).toEqual({ ...owing.money, intentId: 'pi' });
    expect(apply(known, { is: 'declined', intentId: 'pi' })).toBeUndefined();
    expect(apply(owing, { is: 'declined' })).toBeUndefined();
    expect(apply(undone(), { is: 'declined', intentId: 'pi' })).toBeUndefined();
  });

  test('owes its sender the refund that the bank refused twice, and alerts once', () => {
    const known = undone({ intentId: 'pi', owed: 'giveBack', ...pendingSince() });
    const once = apply({ ...known, expiresAt: A_MONTH_LATER }, charged({ refused: 1 }));
    expect(once?.next.money).toMatchObject({ owed: 'giveBack', unreturned: { amount: 2_500 } });
    expect(once?.next).not.toHaveProperty('expiresAt');
    const twice = apply(once?.next as Conversation, charged({ refused: 2 }));
    expect(twice?.next.money).toMatchObject({ state: 'CHARGED', unreturned: { refused: 2 } });
    expect(twice?.next.money).not.toHaveProperty('owed');
    expect(twice?.domainEvent).toEqual({ type: 'refund.failed', amountCents: 2_500 });
    expect(apply(twice?.next as Conversation, charged({ refused: 2 }))).toBeUndefined();
  });

  test.each([held, needsAction, charged()])('releases what appears late: %j', (status) => {
    const next = apply(undone(), status)?.next as Conversation;
    expect(next.money).toEqual({
      state: 'RELEASED',
      intentId: 'pi',
      owed: 'giveBack',
      ...pendingSince(),
    });
    expect(apply(next, status)).toBeUndefined();
    expect(apply(owing, status)?.next.money.intentId).toBe('pi');
  });
});

describe('a capture', () => {
  test.each([
    ['of an answered message', answered({ state: 'HELD', owed: 'capture' }), 'CHARGED'],
    ['of a report', reported({ owed: 'capture' }), 'IN_REVIEW'],
    ['of a pending message', inStatus('PENDING', { owed: 'capture' }), 'CHARGED'],
    ['in Stripe’s dashboard of a pending message', inStatus('PENDING'), 'CHARGED'],
  ] as const)('%s is done once the payment is charged', (_of, c, state) => {
    const change = apply(c, charged());
    expect(change?.next.money).toEqual({ state, intentId: 'pi' });
    expect(change?.next.history).toEqual([{ event: 'CAPTURED', at: NOW, moneyState: state }]);
    expect(change?.entry).toBeUndefined();
  });

  test('is known from its refund if the message was answered', () => {
    const c = answered({ state: 'HELD', owed: 'capture' });
    expect(apply(c, refunded)?.next.history).toMatchObject([{ event: 'CAPTURED' }]);
    // A pending message loses its money instead.
    expect(apply(inStatus('PENDING', { owed: 'capture' }), refunded)?.next.status).toBe('EXPIRED');
  });

  test('of a message whose claim was right meanwhile is refunded', () => {
    const byHand = { decided: 'GIVE_BACK', earning: ZERO } as const;
    const c = answered({ state: 'HELD', owed: 'capture', byHand });
    expect(apply(c, charged())?.next.money).toEqual({
      state: 'CHARGED',
      intentId: 'pi',
      byHand,
      owed: 'giveBack',
      ...pendingSince(),
    });
    expect(apply(c, refunded)?.next.money).not.toHaveProperty('owed');
  });

  test('stays pending while the payment is on hold', () => {
    expect(apply(answered({ state: 'HELD', owed: 'capture' }), held)).toBeUndefined();
    expect(apply(inStatus('PENDING'), held)).toBeUndefined();
  });
});

describe('a return to the sender', () => {
  const returning = (money: Partial<Money> = {}) =>
    inStatus('DECLINED', { state: 'REFUNDED', owed: 'giveBack', ...pendingSince(), ...money });

  test.each([
    [released, 'RELEASED'],
    [refunded, 'REFUNDED'],
    [charged({ refunded: 2_500 }), 'REFUNDED'],
  ] as const)('is done by %j', (status, state) => {
    const next = apply(returning(), status)?.next;
    expect(next?.money).toMatchObject({ state, intentId: 'pi' });
    expect(next?.money).not.toHaveProperty('owed');
    expect(next?.history).toMatchObject([{ event: 'RETURNED', at: NOW, moneyState: state }]);
  });

  test.each([held, charged(), charged({ refunded: 2_499 })])('stays pending at %j', (status) => {
    expect(apply(returning(), status)).toBeUndefined();
  });

  const manual = (of = answered) =>
    of({ owed: 'giveBack', byHand: { decided: 'GIVE_BACK', earning: ZERO } });
  const disputed = { chargedBack: 2_500, disputed: 2_500 };

  test('by a manual refund waits while the bank has the money of an open dispute', () => {
    const c = manual();
    expect(apply(c, charged({ ...disputed, dispute: 'OPEN' }))?.next.money.owed).toBe('giveBack');
    expect(apply(c, charged({ ...disputed, dispute: 'LOST' }))?.next.money).not.toHaveProperty(
      'owed',
    );
  });

  test.each([
    ['is stuck', { stuck: true, chargedBack: 400 }, 2_100, ['RETURN_FAILED']],
    ['was refused twice', { refused: 2 }, 2_500, ['RETURN_FAILED']],
  ])('by a manual refund that %s ends, and somebody has to act', (_why, amounts, left, events) => {
    const change = apply(manual(), charged(amounts));
    expect(change?.next.money).not.toHaveProperty('owed');
    expect(change?.next.money.state).toBe('CHARGED');
    expect(change?.next.history.map(({ event }) => event)).toEqual(events);
    expect(change?.domainEvent).toEqual({ type: 'refund.failed', amountCents: left });
    expect(apply(manual(reported), charged(amounts))?.next.money.state).toBe('IN_REVIEW');
  });

  test('by a manual refund is tried again after the bank refused it once', () => {
    expect(apply(manual(), charged({ refused: 1 }))?.next.money.owed).toBe('giveBack');
  });

  test('follows once a dispute of an ended message is decided and leaves money at Stripe', () => {
    const ended = inStatus('DECLINED', { state: 'REFUNDED', back: undefined });
    const owedAfter = (amounts: object, c = ended) => apply(c, charged(amounts))?.next.money.owed;
    expect(owedAfter({ dispute: 'WON' })).toBe('giveBack');
    expect(owedAfter({ dispute: 'LOST', chargedBack: 400 })).toBe('giveBack');
    expect(owedAfter({ dispute: 'OPEN', chargedBack: 400 })).toBeUndefined();
    expect(owedAfter({ dispute: 'LOST', chargedBack: 2_500 })).toBeUndefined();
    expect(owedAfter({ dispute: 'WON' }, answered({ state: 'REFUNDED' }))).toBeUndefined();
    expect(owedAfter({})).toBeUndefined();
  });
});

describe('a payment that is lost', () => {
  test.each([
    [released, 'RELEASED'],
    [refunded, 'REFUNDED'],
  ] as const)('before the answer expires the message: %j', (status, state) => {
    const change = apply(inStatus('PENDING'), status);
    expect(change?.next).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'HOLD_LAPSED',
      modifiedAt: NOW,
      history: [{ event: 'EXPIRED', at: NOW, moneyState: state }],
    });
    expect(change?.next.money).toEqual({ state, intentId: 'pi' });
    expect(change?.entry?.cause).toBe('returned:c');
  });

  test.each([
    [answered({ state: 'HELD', owed: 'capture' }), 'platform:disputes'],
    [answered(), 'platform:disputes'],
    [reported({ owed: 'capture' }), 'platform:review'],
  ] as const)('after it is borne by the platform: case %#', (c, account) => {
    const change = apply(c, released);
    expect(change?.next.money).toMatchObject({ state: 'RELEASED' });
    expect(change?.next.money).not.toHaveProperty('owed');
    expect(change?.next.history).toEqual([{ event: 'RETURNED', at: NOW, moneyState: 'RELEASED' }]);
    expect(change?.entry).toMatchObject({ cause: 'lost:c', postings: [{ account }, {}] });
    expect(change?.domainEvent).toEqual({ type: 'money.lost', amountCents: 2_500 });
  });

  test('by a refund that was not read in detail is booked when its details are', () => {
    expect(apply(answered(), refunded)).toBeUndefined();
    const change = apply(answered(), charged({ refunded: 2_500 }));
    expect(change).toMatchObject({
      next: { money: { state: 'REFUNDED', back: { gone: 2_500 } } },
      domainEvent: { type: 'money.lost' },
    });
    expect(change?.entry).toBeUndefined();
  });
});

describe('what is due by time', () => {
  test('is the capture of a pending message twelve hours before its hold lapses', () => {
    const at = later(captureBefore, -CAPTURE_MARGIN);
    expect(nextTransition(inStatus('PENDING'), later(at, -1))).toBeUndefined();
    expect(nextTransition(inStatus('PENDING'), at)?.next.money).toEqual({
      ...heldMoney,
      owed: 'capture',
      tryAt: at,
      tries: 0,
    });
    expect(nextTransition(inStatus('PENDING', { owed: 'capture' }), at)).toBeUndefined();
    expect(nextTransition(inStatus('PENDING', { captureBefore: undefined }), at)).toBeUndefined();
  });

  test('is the capture of a hold that lapses before the end of a clarifying question', () => {
    const at = later(captureBefore, -CAPTURE_MARGIN);
    const clarification = { until: at } as Conversation['clarification'];
    const asked = inStatus('NEEDS_INFO', {}, { clarification });
    expect(nextTransition(asked, at)?.next).toMatchObject({
      status: 'NEEDS_INFO',
      money: { owed: 'capture' },
    });
  });

  test('is the end of a message at its deadline', () => {
    const { deadlineAt } = paying;
    const charged = inStatus('PENDING', { state: 'CHARGED', captureBefore: undefined });
    expect(nextTransition(charged, later(deadlineAt, -1))).toBeUndefined();
    expect(nextTransition(charged, deadlineAt)?.next).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'RETURN_TO_SENDER',
      money: { state: 'REFUNDED', owed: 'giveBack' },
    });
    expect(nextTransition(answered(), deadlineAt)).toBeUndefined();
  });
});

test('a pending effect is tried again after 2, 4, 8, 16, 32 minutes, and then every hour', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 60].map((tries) => (nextTryAt(NOW, tries) - NOW) / MINUTE);
  expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60]);
  const first = postponePendingEffect(inStatus('DECLINED'), NOW).next;
  expect(first.money).toMatchObject({ tries: 1, tryAt: later(NOW, 2 * MINUTE) });
  expect(postponePendingEffect(first, NOW).next.money.tries).toBe(2);
  // Another effect begins with the shortest pause.
  expect(withPendingEffect(first.money, 'giveBack', NOW)).toMatchObject({ tries: 0 });
});

test('a free message has no money to return or to review', () => {
  const free: Money = { state: 'RELEASED' };
  expect([withReturnToSender(free, NOW), withReview(free, NOW)]).toEqual([free, free]);
});

test('a hold is released, a charge refunded, and a hold captured before its review', () => {
  expect(withReturnToSender(heldMoney, NOW)).toMatchObject({ state: 'RELEASED', owed: 'giveBack' });
  expect(withReturnToSender({ state: 'CHARGED' }, NOW)).toEqual({
    state: 'REFUNDED',
    owed: 'giveBack',
    ...pendingSince(),
  });
  expect(withReview(heldMoney, NOW)).toMatchObject({ state: 'IN_REVIEW', owed: 'capture' });
  expect(withReview({ state: 'CHARGED' }, NOW)).toEqual({ state: 'IN_REVIEW' });
});
