import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { applyPaymentStatus } from '#shared/rules/conversations/apply-payment-status.ts';
import {
  askForInformation,
  CLARIFICATION_TIME,
  endClarification,
  giveInformation,
} from '#shared/rules/conversations/clarification.ts';
import type { Change, Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  consequencesOf,
  listEntryOf,
  mailboxChange,
} from '#shared/rules/conversations/counters.ts';
import { nextDue, nextTransition } from '#shared/rules/conversations/due.ts';
import { DEFAULT_FEES, feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { refundManually } from '#shared/rules/conversations/manual-refunds.ts';
import { clarificationText } from '#shared/rules/conversations/messages.ts';
import type { PaymentStatus } from '#shared/rules/conversations/payment-status.ts';
import { reminderStep } from '#shared/rules/conversations/reminders.ts';
import {
  ACTIONS,
  answer,
  begin,
  deadlineOf,
  type Ending,
  end,
  isExpiringSoon,
  may,
  statusAt,
} from '#shared/rules/conversations/state-machine.ts';
import { conversationDifferences } from '#shared/rules/ledger/reconciliation.ts';
import { DAY, HOUR, type Instant, instant, later, MINUTE } from '#shared/time.ts';
import { letters } from '../support/letters.ts';

const START = instant(Date.UTC(2026, 10, 21));
const DEADLINE = deadlineOf(START);
const person = (id: string) => ({ id, fullName: id, username: id, avatarUrl: null });
const held: PaymentStatus = { is: 'held', intentId: 'pi', captureBefore: later(START, 7 * DAY) };
const TERMS = feeTermsOf('FREE', DEFAULT_FEES);

const pending = (): Conversation => {
  const order = {
    id: 'c',
    sender: person('s'),
    recipient: person('r'),
    subject: 'A question',
    price: cents(2_500),
    feeTerms: TERMS,
    questionId: 'q',
    payment: { customerId: 'cus', paymentMethodId: 'pm', keepCard: false },
  };
  return (applyPaymentStatus(begin(order, START), held, START) as Change).next;
};

/** A message whose recipient asked this long after the payment. */
const paused = (after = DAY): Conversation =>
  askForInformation(pending(), later(START, after)).next;
const askedAt = (after = DAY): Instant => later(START, after);

describe('a clarifying question', () => {
  test('pauses the deadline for at most 72 hours', () => {
    const change = askForInformation(pending(), askedAt());
    expect(change.domainEvent).toEqual({ type: 'conversation.infoAsked' });
    expect(change.entry).toBeUndefined();
    expect(change.next).toMatchObject({
      status: 'NEEDS_INFO',
      clarification: { askedAt: askedAt(), until: later(askedAt(), CLARIFICATION_TIME) },
      deadlineAt: later(DEADLINE, CLARIFICATION_TIME),
      lastMessageBy: 'r',
      messageCount: 2,
    });
    expect(change.next.money).toEqual(pending().money);
    expect(change.next.history.at(-1)).toMatchObject({ event: 'INFO_ASKED', at: askedAt() });
  });

  test('is possible for the recipient of a pending message only', () => {
    expect(ACTIONS.askForInformation).toEqual({ by: ['recipient'], from: ['PENDING'] });
    expect(may('recipient', 'askForInformation', 'NEEDS_INFO')).toBe(false);
  });

  test('is unread for the sender, and stays under Pending in both lists', () => {
    const [before, after] = [pending(), paused()];
    expect(listEntryOf(after, 'sender')).toEqual({ filter: 'PENDING', inAll: true });
    expect(listEntryOf(after, 'recipient')).toEqual({ filter: 'PENDING', inAll: true });
    expect(mailboxChange(before, after, 'sender')).toEqual({ unread: 1 });
    // The recipient has read what they ask about.
    expect(mailboxChange(before, after, 'recipient')).toEqual({ unread: -1 });
  });

  test('keeps the lock of the pair and the place in the commitment, and earns nothing', () => {
    for (const [one, other] of [
      [pending(), paused()],
      [paused(), giveInformation(paused(), later(askedAt(), HOUR)).next],
    ] as const)
      expect(consequencesOf(one, other)).toEqual({
        freesLock: false,
        freesReservation: false,
        forgets: false,
        waitingCount: 0,
        responseRate: { endedCount: 0, upheldClaimCount: 0, answeredCount: 0 },
        chargedByReport: false,
      });
  });

  test('has 20 to 2,000 characters of text', () => {
    const ok = (text: string) => clarificationText.safeParse(`<p>${text}</p>`).success;
    expect([ok(letters(19)), ok(letters(20))]).toEqual([false, true]);
    expect([ok(letters(2_000)), ok(letters(2_001))]).toEqual([true, false]);
    expect(ok(' '.repeat(30))).toBe(false);
    expect(ok('<b></b>'.repeat(30))).toBe(false);
  });
});

describe('the end of the pause', () => {
  const ENDS = {
    'by the reply': (c: Conversation, at: Instant) => giveInformation(c, at),
    'by the sender': (c: Conversation, at: Instant) => endClarification(c, 'sender', at),
    'by the recipient': (c: Conversation, at: Instant) => endClarification(c, 'recipient', at),
    'by the schedule': (c: Conversation, at: Instant) => endClarification(c, undefined, at),
  } as const;

  for (const [name, ends] of Object.entries(ENDS))
    test(`${name} moves the deadline by exactly its length`, () => {
      for (const length of [0, 1, 7 * HOUR + 13, CLARIFICATION_TIME - 1, CLARIFICATION_TIME]) {
        const { next } = ends(paused(), later(askedAt(), length));
        expect(next).toMatchObject({
          status: 'PENDING',
          deadlineAt: later(DEADLINE, length),
          clarification: { askedAt: askedAt(), endedAt: later(askedAt(), length) },
        });
      }
    });

  test('by the reply is part of the timeline, and a new message of the sender', () => {
    const at = later(askedAt(), HOUR);
    const { next, domainEvent } = giveInformation(paused(), at);
    expect(domainEvent).toEqual({ type: 'conversation.infoGiven' });
    expect(next.history).toEqual([
      ...paused().history,
      { event: 'INFO_GIVEN', at, moneyState: 'HELD' },
    ]);
    expect(next).toMatchObject({ lastMessageBy: 's', lastMessageAt: at, messageCount: 3 });
  });

  test('is never later than 72 hours after the question, nor before it', () => {
    const late = endClarification(paused(), undefined, later(askedAt(), 5 * DAY)).next;
    expect(late.deadlineAt).toBe(later(DEADLINE, CLARIFICATION_TIME));
    expect(late.modifiedAt).toBe(later(askedAt(), CLARIFICATION_TIME));
    const behind = giveInformation(paused(), later(askedAt(), -3)).next;
    expect(behind.deadlineAt).toBe(DEADLINE);
  });

  test('happens once: a second end changes no deadline', () => {
    const { next } = giveInformation(paused(), later(askedAt(), HOUR));
    const again = endClarification(next, 'sender', later(askedAt(), 9 * HOUR)).next;
    expect(again.deadlineAt).toBe(later(DEADLINE, HOUR));
    expect(nextTransition(next, later(askedAt(), CLARIFICATION_TIME))).toBeUndefined();
  });

  test('without a reply is part of the timeline, and says who ended it', () => {
    const at = later(askedAt(), HOUR);
    for (const [by, byUserId] of [
      ['sender', 's'],
      ['recipient', 'r'],
      [undefined, undefined],
    ] as const) {
      const { next, domainEvent } = endClarification(paused(), by, at);
      expect(next.history.at(-1)).toMatchObject({ event: 'INFO_ENDED', at });
      expect(domainEvent?.type).toBe('conversation.infoEnded');
      expect(domainEvent?.byUserId).toBe(byUserId);
    }
  });

  test('lets the recipient answer until the later deadline, and not after it', () => {
    const { deadlineAt, status } = giveInformation(paused(), later(askedAt(), HOUR)).next;
    if (status !== 'PENDING') throw new Error('the pause goes on');
    expect(statusAt(status, deadlineAt, later(DEADLINE, HOUR - 1))).toBe('PENDING');
    expect(statusAt(status, deadlineAt, later(DEADLINE, HOUR))).toBe('EXPIRED');
  });
});

describe('a paused message', () => {
  test('counts as pending from the end of its 72 hours on, and as expired from its deadline on', () => {
    const { deadlineAt, clarification } = paused();
    const at = (now: Instant) => statusAt('NEEDS_INFO', deadlineAt, now, clarification);
    expect(at(later(askedAt(), CLARIFICATION_TIME - 1))).toBe('NEEDS_INFO');
    expect(at(later(askedAt(), CLARIFICATION_TIME))).toBe('PENDING');
    expect(at(later(DEADLINE, CLARIFICATION_TIME - 1))).toBe('PENDING');
    expect(at(later(DEADLINE, CLARIFICATION_TIME))).toBe('EXPIRED');
  });

  test('cannot expire, even if it was asked about a millisecond before the deadline', () => {
    const c = paused(10 * DAY - 1);
    const until = later(DEADLINE, CLARIFICATION_TIME - 1);
    const captured: Conversation = { ...c, money: { state: 'CHARGED', intentId: 'pi' } };
    expect(nextTransition(captured, later(until, -1))).toBeUndefined();
    expect(statusAt('NEEDS_INFO', c.deadlineAt, later(until, -1), c.clarification)).toBe(
      'NEEDS_INFO',
    );
    const resumed = nextTransition(captured, until)?.next as Conversation;
    expect(resumed).toMatchObject({ status: 'PENDING', deadlineAt: later(until, 1) });
    expect(nextTransition(resumed, until)).toBeUndefined();
    expect(nextTransition(resumed, later(until, 1))?.next).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'RETURN_TO_SENDER',
    });
  });

  test('expires at once if a schedule comes after the deadline, and was paused for 72 hours', () => {
    const expired = nextTransition(paused(), later(DEADLINE, 5 * DAY))?.next;
    expect(expired).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'RETURN_TO_SENDER',
      deadlineAt: later(DEADLINE, CLARIFICATION_TIME),
      clarification: { endedAt: later(askedAt(), CLARIFICATION_TIME) },
    });
    const captured: Conversation = { ...paused(), money: { state: 'CHARGED', intentId: 'pi' } };
    const before = later(DEADLINE, CLARIFICATION_TIME - 1);
    expect(nextTransition(captured, before)?.next.status).toBe('PENDING');
  });

  test('is due when its hold is about to lapse or when the 72 hours are over', () => {
    expect(nextDue(paused())).toEqual({
      job: 'CONVERSATION',
      at: later(askedAt(), CLARIFICATION_TIME),
    });
    const before = later(START, 7 * DAY - 12 * HOUR);
    const soon = paused(6 * DAY);
    expect(nextDue(soon)).toEqual({ job: 'CONVERSATION', at: before });
    const capturing = nextTransition(soon, before)?.next as Conversation;
    expect(capturing).toMatchObject({ status: 'NEEDS_INFO', money: { owed: 'capture' } });
    const charged: PaymentStatus = { is: 'charged', intentId: 'pi' };
    const captured = applyPaymentStatus(capturing, charged, before) as Change;
    expect(captured.next).toMatchObject({ status: 'NEEDS_INFO', money: { state: 'CHARGED' } });
    expect(captured.next.clarification).toEqual(soon.clarification);
    expect(nextDue(captured.next)?.at).toBe(later(START, 9 * DAY));
  });

  test('does not expire soon, and its reminder waits and follows the deadline', () => {
    const c = paused(9 * DAY);
    const now = later(START, 9.5 * DAY);
    expect(isExpiringSoon('NEEDS_INFO', c.deadlineAt, now)).toBe(false);
    expect(reminderStep(c, 'DAY_5', now)).toBe('wait');
    const early = giveInformation(paused(), later(askedAt(), DAY)).next;
    expect(reminderStep(early, 'DAY_5', later(START, 9 * DAY - 1))).toMatchObject({ isNew: false });
    expect(reminderStep(early, 'DAY_5', later(START, 9 * DAY))).toMatchObject({
      stage: 'HOURS_48',
      isNew: true,
    });
  });

  test.each<Ending>([
    { how: 'cancel', reasonCode: 'MISTAKE' },
    { how: 'decline' },
    { how: 'report', reasonCode: 'SPAM_PHISHING' },
    { how: 'expire', reasonCode: 'WITHDRAWN' },
    { how: 'expire', reasonCode: 'HOLD_LAPSED', gone: 'RELEASED' },
  ])('ends like a pending one: %o', (ending) => {
    const at = later(askedAt(), 5 * HOUR);
    const [one, other] = [end(paused(), ending, at), end(pending(), ending, at)];
    expect(one.next.status).toBe(other.next.status);
    expect(one.next.money).toEqual(other.next.money);
    expect(one.entry).toEqual(other.entry);
    expect(one.domainEvent).toEqual(other.domainEvent);
    expect(consequencesOf(paused(), one.next)).toEqual(consequencesOf(pending(), other.next));
    expect(one.next.clarification?.endedAt).toBe(at);
  });

  test('is answered like a pending one, which ends the pause', () => {
    const at = later(askedAt(), 5 * HOUR);
    const how = { choice: 'OPEN', termsToday: TERMS } as const;
    const [one, other] = [answer(paused(), how, at), answer(pending(), how, at)];
    expect(one.entry).toEqual(other.entry);
    expect(one.next).toMatchObject({
      status: 'OPEN',
      net: other.next.net,
      money: other.next.money,
      deadlineAt: later(DEADLINE, 5 * HOUR),
      clarification: { endedAt: at },
    });
    expect(consequencesOf(paused(), one.next)).toEqual(consequencesOf(pending(), other.next));
  });

  test('ends if its payment is lost, and its price is expected at Stripe until then', () => {
    const at = later(askedAt(), MINUTE);
    const lost = applyPaymentStatus(paused(), { is: 'released', intentId: 'pi' }, at) as Change;
    expect(lost.next).toMatchObject({ status: 'EXPIRED', reasonCode: 'HOLD_LAPSED' });
    const captured: Conversation = { ...paused(), money: { state: 'CHARGED', intentId: 'pi' } };
    const refunded = { is: 'refunded', intentId: 'pi' } as const;
    expect(applyPaymentStatus(captured, refunded, at)?.next).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'HOLD_LAPSED',
      money: { state: 'REFUNDED' },
    });
  });

  test('is reconciled like a pending one', () => {
    expect(conversationDifferences(paused(), [])).toEqual(conversationDifferences(pending(), []));
  });

  test('can be given back by support', () => {
    const decided = refundManually(paused(), 'platform', cents(0), later(askedAt(), HOUR));
    expect('change' in decided && decided.change.next).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'WITHDRAWN',
    });
  });
});
