import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import {
  type Change,
  type Conversation,
  type ConversationAction,
  type ConversationStatus,
  STATUSES,
} from '#shared/rules/conversations/conversations.ts';
import { DEFAULT_FEES, feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { REPORT_REASONS } from '#shared/rules/conversations/report-reasons.ts';
import {
  addReply,
  answer,
  ask,
  begin,
  close,
  deadlineOf,
  end,
  isExpiringSoon,
  may,
  NO_DEADLINE,
  refusalOf,
  settle,
  statusAt,
  undo,
} from '#shared/rules/conversations/state-machine.ts';
import { DAY, HOUR, instant, later, MINUTE } from '#shared/time.ts';

/* Each transition of a message of $25.00, and who may make it in which status. */

const START = instant(Date.UTC(2026, 10, 21));
const NOW = later(START, HOUR);
const DEADLINE = later(START, 10 * DAY);
const person = (id: string) => ({ id, fullName: id, username: id, avatarUrl: null });
const order = {
  id: 'c',
  questionId: 'q',
  sender: person('s'),
  recipient: person('r'),
  subject: 'A question',
  price: cents(2_500),
  feeTerms: feeTermsOf('FREE', DEFAULT_FEES),
  payment: { customerId: 'cus', paymentMethodId: 'pm', keepCard: false },
};
const pending = (state: 'HELD' | 'CHARGED' = 'HELD') =>
  settle(begin(order, START), { state, intentId: 'pi' }, START).next;
const termsToday = feeTermsOf('STARTER', DEFAULT_FEES);
const answered = (choice: 'OPEN' | 'COMPLETED' = 'OPEN', state: 'HELD' | 'CHARGED' = 'HELD') =>
  answer(pending(state), { choice, termsToday }, NOW);
/** The events that a transition adds, each with the state of the money. */
const added = (before: Conversation, { next }: Change) =>
  next.history.slice(before.history.length).map(({ event, moneyState }) => [event, moneyState]);

describe('an action is allowed', () => {
  const rows: Readonly<
    Record<ConversationAction, readonly [sides: string, from: ConversationStatus[]]>
  > = {
    answer: ['recipient', ['PENDING', 'NEEDS_INFO']],
    reply: ['sender recipient', ['OPEN', 'INVITED']],
    close: ['recipient', ['OPEN', 'INVITED']],
    cancel: ['sender', ['PENDING', 'NEEDS_INFO']],
    decline: ['recipient', ['PENDING', 'NEEDS_INFO']],
    report: ['recipient', ['PENDING', 'NEEDS_INFO']],
    askForInformation: ['recipient', ['PENDING']],
    giveInformation: ['sender', ['NEEDS_INFO']],
    endClarification: ['sender recipient', ['NEEDS_INFO']],
    nudge: ['sender', ['PENDING']],
    invite: ['sender recipient', ['OPEN', 'INVITED']],
    expire: ['', ['PENDING']],
  };
  test.each(
    (Object.keys(rows) as ConversationAction[]).map((action) => [action, ...rows[action]] as const),
  )('%s, by "%s" in %j alone', (action, sides, from) => {
    for (const side of ['sender', 'recipient'] as const)
      for (const status of STATUSES) {
        const isSide = sides.includes(side);
        const allowed = isSide && from.includes(status);
        expect([side, status, may(side, action, status)]).toEqual([side, status, allowed]);
        const refusal = refusalOf(side, action, status);
        const code = isSide ? 'WRONG_STATUS' : 'FORBIDDEN';
        expect(refusal?.code).toBe(allowed ? undefined : code);
        if (!allowed && isSide) expect(refusal?.details).toEqual({ inboxStatus: status });
      }
  });
});

describe('time', () => {
  test('makes a pending message expire soon from 48 hours before its deadline', () => {
    const soon = later(DEADLINE, -48 * HOUR);
    expect(isExpiringSoon('PENDING', DEADLINE, later(soon, -1))).toBe(false);
    expect(isExpiringSoon('PENDING', DEADLINE, soon)).toBe(true);
    for (const status of STATUSES.filter((one) => one !== 'PENDING'))
      expect(isExpiringSoon(status, DEADLINE, soon)).toBe(false);
  });

  test('ends a pause when its time is over, and no other status', () => {
    const until = later(START, DAY);
    expect(statusAt('NEEDS_INFO', DEADLINE, later(until, -1), { until })).toBe('NEEDS_INFO');
    expect(statusAt('NEEDS_INFO', DEADLINE, until, { until })).toBe('PENDING');
    expect(statusAt('OPEN', DEADLINE, until, { until })).toBe('OPEN');
  });

  test('ends a pending message at its deadline, and no other status', () => {
    expect(statusAt('PENDING', DEADLINE, later(DEADLINE, -1))).toBe('PENDING');
    expect(statusAt('PENDING', DEADLINE, DEADLINE)).toBe('EXPIRED');
    expect(statusAt('OPEN', DEADLINE, DEADLINE)).toBe('OPEN');
  });

  test('gives the recipient ten days, and the pause of a clarifying question', () => {
    const clarification = { askedAt: START, until: later(START, 7 * DAY) };
    expect(deadlineOf(START)).toBe(DEADLINE);
    expect(deadlineOf(START, clarification)).toBe(later(DEADLINE, 7 * DAY));
    expect(deadlineOf(START, { ...clarification, endedAt: NOW })).toBe(later(DEADLINE, HOUR));
  });
});

test('an order begins as a conversation whose money is to be held', () => {
  expect(begin(order, START)).toMatchObject({
    kind: 'CONVERSATION',
    version: 1,
    status: 'PAYING',
    money: { state: 'HELD' },
    createdAt: START,
    paidAt: START,
    deadlineAt: DEADLINE,
    history: [],
    messageCount: 1,
    lastMessageBy: 's',
    lastMessageAt: START,
  });
});

test('a payment that is settled later begins the ten days, and the sender has read the message', () => {
  const { next, domainEvent } = settle(begin(order, START), { state: 'CHARGED' }, NOW);
  expect(next).toMatchObject({
    status: 'PENDING',
    money: { state: 'CHARGED' },
    deadlineAt: later(DEADLINE, HOUR),
    paidAt: NOW,
    modifiedAt: NOW,
    lastMessageAt: NOW,
    senderDeliveredAt: NOW,
    senderReadAt: NOW,
    history: [{ event: 'PAID', at: NOW, moneyState: 'CHARGED' }],
  });
  expect(domainEvent).toEqual({ type: 'conversation.paid', amountCents: 2_500 });
});

describe('an answer', () => {
  test('earns by the better terms, asks for the capture and has been read by its author', () => {
    const { next, entry, domainEvent } = answered();
    expect(next).toMatchObject({
      status: 'OPEN',
      net: 2_335,
      feeTerms: termsToday,
      lastMessageBy: 'r',
      messageCount: 2,
      modifiedAt: NOW,
      lastMessageAt: NOW,
      recipientDeliveredAt: NOW,
      recipientReadAt: NOW,
      senderReadAt: START,
      money: { state: 'HELD', owed: 'capture' },
    });
    expect(entry?.cause).toBe('answered:c');
    expect(domainEvent).toEqual({ type: 'conversation.answered', amountCents: 2_335 });
  });

  test('to a payment that is captured already asks for nothing', () => {
    expect(answered('OPEN', 'CHARGED').next.money).toEqual(pending('CHARGED').money);
  });

  test('closes the conversation only if its author chose that', () => {
    expect(added(pending(), answered('OPEN'))).toEqual([['ANSWERED', 'HELD']]);
    expect(answered('COMPLETED').next.status).toBe('COMPLETED');
    expect(added(pending(), answered('COMPLETED'))).toEqual([
      ['ANSWERED', 'HELD'],
      ['CLOSED', 'HELD'],
    ]);
  });
});

describe('a reply', () => {
  const open = () => answered('OPEN', 'CHARGED').next;
  const at = later(NOW, HOUR);

  test.each([
    ['sender', { lastMessageBy: 's', senderDeliveredAt: at, senderReadAt: at }, NOW],
    ['recipient', { lastMessageBy: 'r', recipientDeliveredAt: at, recipientReadAt: at }, START],
  ] as const)('of the %s leaves it open and unread by the other', (by, expected, othersRead) => {
    const { next, domainEvent } = addReply(open(), by, 'OPEN', at);
    expect(next).toMatchObject({ ...expected, status: 'OPEN', repliedAt: at, messageCount: 3 });
    expect(by === 'sender' ? next.recipientReadAt : next.senderReadAt).toBe(othersRead);
    expect(next.history).toEqual(open().history);
    expect(domainEvent).toEqual({ type: 'conversation.replied', byUserId: next.lastMessageBy });
  });

  test('closes the conversation if its author chose that, with the same change as closing it', () => {
    const replied = addReply(open(), 'recipient', 'COMPLETED', at);
    const closed = close(open(), at);
    for (const change of [replied, closed]) {
      expect(change.next).toMatchObject({ status: 'COMPLETED', modifiedAt: at });
      expect(added(open(), change)).toEqual([['CLOSED', 'CHARGED']]);
    }
    expect(closed.domainEvent).toEqual({ type: 'conversation.closed' });
  });
});

describe('an ending', () => {
  const refunded = ['NOT_ME', 'IGNORE', 'SUICIDE_SELFINJURY'];

  test.each(REPORT_REASONS)(
    'by a report of %s refunds the sender or keeps the money for review, by its reason',
    (reason) => {
      const change = end(pending(), { how: 'report', reasonCode: reason }, NOW);
      const isRefunded = refunded.includes(reason);
      expect(change.entry?.cause).toBe(isRefunded ? 'returned:c' : 'reported:c');
      expect(change.next.money.state).toBe(isRefunded ? 'RELEASED' : 'IN_REVIEW');
      expect(change.domainEvent).toEqual({
        type: 'conversation.reported',
        ...(isRefunded && { amountCents: 2_500 }),
      });
      expect(change.next).toMatchObject({
        status: 'REPORTED',
        reasonCode: reason,
        modifiedAt: NOW,
      });
    },
  );

  test('refunds a captured payment and releases a hold', () => {
    for (const [before, after] of [
      ['HELD', 'RELEASED'],
      ['CHARGED', 'REFUNDED'],
    ] as const) {
      const change = end(pending(before), { how: 'decline' }, NOW);
      expect(change.next.money).toMatchObject({ state: after, owed: 'giveBack' });
      expect(added(pending(before), change)).toEqual([['DECLINED', after]]);
      expect(change.entry?.cause).toBe('returned:c');
      expect(change.domainEvent).toEqual({ type: 'conversation.declined', amountCents: 2_500 });
    }
  });

  test('owes nothing if the hold lapsed already', () => {
    const how = { how: 'expire', reasonCode: 'HOLD_LAPSED', gone: 'RELEASED' } as const;
    expect(end(pending(), how, NOW).next.money).toEqual({ state: 'RELEASED', intentId: 'pi' });
  });

  test('keeps the words of its author, and has none without them', () => {
    const additionalInformation = 'It was a mistake.';
    const cancelled = { how: 'cancel', reasonCode: 'MISTAKE', additionalInformation } as const;
    expect(end(pending(), cancelled, NOW).next).toMatchObject({
      status: 'CANCELLED',
      reasonCode: 'MISTAKE',
      additionalInformation,
    });
    expect(end(pending(), { how: 'decline', note: 'No time.' }, NOW).next.note).toBe('No time.');
    const bare = end(pending(), { how: 'decline', note: '' }, NOW).next;
    for (const name of ['note', 'reasonCode', 'additionalInformation'])
      expect(bare).not.toHaveProperty(name);
  });
});

describe('an order that is undone', () => {
  const month = Math.floor((NOW + 30 * DAY) / 1_000);

  test('is deleted after a month, unless a hold may still have to be released', () => {
    const gone = undo(begin(order, START), false, NOW).next;
    expect(gone).toMatchObject({ status: 'UNDONE', modifiedAt: NOW, expiresAt: month });
    expect(gone.money).toEqual({ state: 'RELEASED' });
    const kept = undo(begin(order, START), true, NOW).next;
    expect(kept.money).toMatchObject({ state: 'RELEASED', owed: 'giveBack' });
    expect(kept).not.toHaveProperty('expiresAt');
  });

  test('is published once, by the transition out of PAYING', () => {
    const first = undo(begin(order, START), true, NOW);
    expect(first.domainEvent).toEqual({ type: 'order.undone' });
    expect(undo(first.next, false, later(NOW, MINUTE))).not.toHaveProperty('domainEvent');
  });
});

describe('a free question', () => {
  const { price: _price, feeTerms: _terms, payment: _payment, ...question } = order;

  test('is pending at once, without money, fee, card or deadline', () => {
    const { next, domainEvent } = ask(question, START);
    expect(next).toMatchObject({
      status: 'PENDING',
      price: ZERO,
      money: { state: 'RELEASED' },
      deadlineAt: NO_DEADLINE,
      feeTerms: { basisPoints: 0, fixed: 0 },
      senderDeliveredAt: START,
      senderReadAt: START,
      history: [{ event: 'SENT', at: START, moneyState: 'RELEASED' }],
    });
    expect(next.payment).toEqual({ customerId: '', paymentMethodId: '', keepCard: false });
    expect(domainEvent).toEqual({ type: 'conversation.asked' });
  });

  test('keeps the idempotency key of its request', () => {
    expect(ask({ ...question, requestKey: 'k' }, START).next.payment.requestKey).toBe('k');
  });
});
