import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cents } from '#shared/money.ts';
import { applyPaymentStatus } from '#shared/rules/conversations/apply-payment-status.ts';
import {
  type Change,
  type Conversation,
  type ConversationAction,
  STATUSES,
} from '#shared/rules/conversations/conversations.ts';
import {
  consequencesOf,
  listEntryOf,
  mailboxChange,
} from '#shared/rules/conversations/counters.ts';
import { nextDue, nextTransition } from '#shared/rules/conversations/due.ts';
import { DEFAULT_FEES, feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { paidResponse, plainText, reply, subject } from '#shared/rules/conversations/messages.ts';
import type { PaymentStatus } from '#shared/rules/conversations/payment-status.ts';
import { postponePendingEffect } from '#shared/rules/conversations/pending-effect.ts';
import { netOf } from '#shared/rules/conversations/pricing.ts';
import { markDelivered, markRead } from '#shared/rules/conversations/read-receipts.ts';
import { isRefundedReport } from '#shared/rules/conversations/refunded-reports.ts';
import {
  ACTIONS,
  addReply,
  answer,
  begin,
  close,
  end,
  may,
  refusalOf,
  undo,
} from '#shared/rules/conversations/state-machine.ts';
import { timelineOf } from '#shared/rules/conversations/timeline.ts';
import { balancesOf, type LedgerEntry } from '#shared/rules/ledger/ledger.ts';
import { DAY, HOUR, type Instant, instant, later, MINUTE } from '#shared/time.ts';

const START = instant(Date.UTC(2026, 10, 21));
const person = (id: string) => ({ id, fullName: id, username: id, avatarUrl: null });

const begun = (): Conversation =>
  begin(
    {
      id: 'c',
      sender: person('s'),
      recipient: person('r'),
      subject: 'A question',
      price: cents(2_500),
      feeTerms: feeTermsOf('FREE', DEFAULT_FEES),
      payment: { customerId: 'cus', paymentMethodId: 'pm', keepCard: false },
      questionId: 'q',
    },
    START,
  );
const held: PaymentStatus = { is: 'held', intentId: 'pi', captureBefore: later(START, 7 * DAY) };
const pending = (): Conversation => (applyPaymentStatus(begun(), held, START) as Change).next;

describe('the allowed actions on a conversation', () => {
  test('are defined for both sides and every status', () => {
    for (const action of Object.keys(ACTIONS) as ConversationAction[])
      for (const status of STATUSES)
        for (const side of ['sender', 'recipient'] as const)
          expect(refusalOf(side, action, status) === undefined).toBe(may(side, action, status));
  });
  test('are answer, cancel, decline and report while it is pending, also during a pause', () => {
    for (const action of ['answer', 'cancel', 'decline', 'report'] as const)
      expect(ACTIONS[action].from).toEqual(['PENDING', 'NEEDS_INFO']);
    expect(ACTIONS.expire.from).toEqual(['PENDING']);
  });
  test('include three report reasons that refund the sender', () => {
    expect(isRefundedReport('SUICIDE_SELFINJURY')).toBe(true);
    expect(isRefundedReport('BULLYING_HARASSMENT')).toBe(false);
  });
});

describe('message text', () => {
  test('does not count invisible characters', () => {
    const unseen = '\u200b\u2060\ufeff\u00ad\u3164\ufe0f\ufe0f\u200d'.repeat(40);
    expect(plainText(`<p>${unseen}a&nbsp;b${unseen}</p>`)).toBe('a b');
    expect(paidResponse.safeParse(`<p>Sure.${unseen}</p>`).success).toBe(false);
    expect(reply.safeParse(`<p>${unseen}</p>`).success).toBe(false);
  });

  test('is one visible line if it is a subject', () => {
    expect(subject.safeParse('\u200b'.repeat(9)).error?.issues[0]?.message).toBe(
      'Enter a subject line',
    );
    expect(subject.parse(' Two\r\nlines\u0000and \u202eturned ')).toBe('Two lines and turned');
  });

  test('is never cut within an emoji', () => {
    for (const emoji of ['👩‍👩‍👧', '❤️‍🔥', '👍🏽', '🏳️‍🌈', '👩🏽‍🚒'])
      expect(plainText(emoji)).toBe(emoji);
  });
});

describe('an undone order whose late hold was captured and disputed', () => {
  const undone = (): Conversation => {
    const { next } = undo(begun(), true, START) as Change;
    return { ...next, money: { ...next.money, intentId: 'pi' } };
  };
  const disputed = (dispute: 'OPEN' | 'LOST' | 'WON'): PaymentStatus => ({
    is: 'charged',
    intentId: 'pi',
    chargeSummary: {
      received: cents(2_500),
      refunded: cents(0),
      fees: cents(1_500),
      dispute,
      chargedBack: cents(dispute === 'WON' ? 0 : 2_500),
      disputed: cents(dispute === 'WON' ? 0 : 2_500),
    },
  });
  const applied = (c: Conversation, status: PaymentStatus) =>
    (applyPaymentStatus(c, status, START) as Change).next;

  test.each(['OPEN', 'LOST'] as const)(
    'is kept and owes nothing while the dispute is %s, and is refunded if it is won',
    (dispute) => {
      expect(undone().money.owed).toBe('giveBack');
      const kept = applied(undone(), disputed(dispute));
      expect(kept.money.owed).toBeUndefined();
      expect(kept.expiresAt).toBeUndefined();
      expect(applied(kept, disputed('WON')).money.owed).toBe('giveBack');
    },
  );
});

describe('the next due date of a conversation', () => {
  test('is two minutes after an interrupted payment, or thirty if the bank is asked', () => {
    expect(nextDue(begun())).toEqual({ job: 'PAYMENT', at: later(START, 2 * MINUTE) });
    const asked = applyPaymentStatus(
      begun(),
      { is: 'needsAction', intentId: 'pi' },
      START,
    ) as Change;
    expect(nextDue(asked.next)).toEqual({ job: 'PAYMENT', at: later(START, 30 * MINUTE) });
  });
  test('is twelve hours before its hold lapses, then its deadline, while it is pending', () => {
    const first = nextDue(pending());
    expect(first).toEqual({ job: 'CONVERSATION', at: later(START, 7 * DAY - 12 * HOUR) });
    const deciding = nextTransition(pending(), first?.at as Instant) as Change;
    const charged = applyPaymentStatus(
      deciding.next,
      { is: 'charged', intentId: 'pi' },
      START,
    ) as Change;
    expect(charged.next.money).toEqual({ state: 'CHARGED', intentId: 'pi' });
    expect(nextDue(charged.next)).toEqual({ job: 'CONVERSATION', at: later(START, 10 * DAY) });
  });
  test('is undefined once everything is done', () => {
    const cancelled = end(pending(), { how: 'cancel', reasonCode: 'MISTAKE' }, START);
    expect(nextDue(cancelled.next)?.job).toBe('CONVERSATION');
    const done = applyPaymentStatus(
      cancelled.next,
      { is: 'released', intentId: 'pi' },
      START,
    ) as Change;
    expect(nextDue(done.next)).toBeUndefined();
  });
});

/** An event that can happen at any time and in any order. */
type Happening = (c: Conversation, now: Instant) => Change | undefined;
const onlyFrom =
  (action: ConversationAction, step: Happening): Happening =>
  (c, now) =>
    (ACTIONS[action].from as readonly string[]).includes(c.status) ? step(c, now) : undefined;
const terms = { termsToday: feeTermsOf('STARTER', DEFAULT_FEES) };

/** The events of the walk. Stripe's answers depend on earlier requests, so the walk keeps the state of Stripe. */
const happenings: Record<string, Happening> = {
  answer: onlyFrom('answer', (c, now) => answer(c, { choice: 'OPEN', ...terms }, now)),
  answerAndClose: onlyFrom('answer', (c, now) => answer(c, { choice: 'COMPLETED', ...terms }, now)),
  reply: onlyFrom('reply', (c, now) => addReply(c, 'sender', 'OPEN', now)),
  replyBack: onlyFrom('reply', (c, now) => addReply(c, 'recipient', 'COMPLETED', now)),
  close: onlyFrom('close', close),
  cancel: onlyFrom('cancel', (c, now) => end(c, { how: 'cancel', reasonCode: 'MISTAKE' }, now)),
  decline: onlyFrom('decline', (c, now) => end(c, { how: 'decline' }, now)),
  ignore: onlyFrom('report', (c, now) => end(c, { how: 'report', reasonCode: 'IGNORE' }, now)),
  spam: onlyFrom('report', (c, now) => end(c, { how: 'report', reasonCode: 'SPAM_PHISHING' }, now)),
  time: nextTransition,
  seen: (c, now) => (listEntryOf(c, 'recipient') ? markDelivered(c, 'recipient', now) : undefined),
  read: (c, now) => (listEntryOf(c, 'recipient') ? markRead(c, 'recipient', now) : undefined),
  readBySender: (c, now) => (listEntryOf(c, 'sender') ? markRead(c, 'sender', now) : undefined),
  silence: (c, now) => (nextDue(c) ? postponePendingEffect(c, now) : undefined),
  held: (c, now) => applyPaymentStatus(c, held, now),
  charged: (c, now) => applyPaymentStatus(c, { is: 'charged', intentId: 'pi' }, now),
  needsAction: (c, now) => applyPaymentStatus(c, { is: 'needsAction', intentId: 'pi' }, now),
  declined: (c, now) => applyPaymentStatus(c, { is: 'declined', intentId: 'pi' }, now),
  released: (c, now) => applyPaymentStatus(c, { is: 'released', intentId: 'pi' }, now),
  refunded: (c, now) => applyPaymentStatus(c, { is: 'refunded', intentId: 'pi' }, now),
  none: (c, now) => applyPaymentStatus(c, { is: 'none' }, now),
};

const walk = fc.array(
  fc.record({
    what: fc.constantFrom(...Object.keys(happenings)),
    after: fc.constantFrom(0, MINUTE, HOUR, DAY, 4 * DAY),
  }),
  { maxLength: 14 },
);

describe('random sequences of events', () => {
  test('book each cause once, hold only pending money, and keep the counters correct', () => {
    fc.assert(
      fc.property(walk, (steps) => {
        let [c, now] = [begun(), START];
        const entries: LedgerEntry[] = [];
        const box: Record<string, number> = {};
        let [locks, places, earned] = [1, 1, 0];
        for (const { what, after } of steps) {
          now = later(now, after);
          const step = happenings[what]?.(c, now);
          if (!step) continue;
          const follows = consequencesOf(c, step.next);
          if (follows.freesLock) locks -= 1;
          if (follows.freesReservation) places -= 1;
          earned += follows.earned?.net ?? 0;
          for (const [name, by] of Object.entries(mailboxChange(c, step.next, 'recipient')))
            box[name] = (box[name] ?? 0) + Number(by);
          if (step.entry) entries.push(step.entry);
          c = step.next;
        }
        const balances = balancesOf(entries);
        expect(new Set(entries.map(({ cause }) => cause)).size).toBe(entries.length);
        expect(balances.get('held')).toBe(c.status === 'PENDING' ? c.price : 0);
        expect(balances.get('user:r') ?? 0).toBe(earned);
        expect(locks).toBe(c.status === 'PAYING' || c.status === 'PENDING' ? 1 : 0);
        expect(places).toBe(c.status === 'UNDONE' || c.status === 'CANCELLED' ? 0 : 1);
        const place = listEntryOf(c, 'recipient');
        expect(box.ALL ?? 0).toBe(place ? 1 : 0);
        if (place) expect(box[place.filter]).toBe(1);
        expect(box.pendingNet ?? 0).toBe(c.status === 'PENDING' ? netOf(c.price, c.feeTerms) : 0);
        expect(Object.values(box).every((count) => count >= 0)).toBe(true);
        // Everything unfinished has a due date.
        if (c.status === 'PAYING' || c.status === 'PENDING' || c.money.owed)
          expect(nextDue(c)).toBeDefined();
        const moments = timelineOf(c, 'sender').map(({ at }) => at);
        expect(moments).toEqual([...moments].sort((one, other) => one - other));
      }),
      { numRuns: 2_000 },
    );
  });
});
