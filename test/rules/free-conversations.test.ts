import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '#shared/ids.ts';
import { applyPaymentStatus } from '#shared/rules/conversations/apply-payment-status.ts';
import type { Change } from '#shared/rules/conversations/conversations.ts';
import { consequencesOf, mailboxChange } from '#shared/rules/conversations/counters.ts';
import { nextDue, nextTransition } from '#shared/rules/conversations/due.ts';
import { DEFAULT_FEES, feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { REPORT_REASONS } from '#shared/rules/conversations/report-reasons.ts';
import {
  addReply,
  answer,
  ask,
  close,
  end,
  statusAt,
} from '#shared/rules/conversations/state-machine.ts';
import { DAY, instant, later } from '#shared/time.ts';

/* Free conversations: they use the same transitions as paid ones, and no transition moves money. */

const now = instant(Date.UTC(2026, 10, 21));
const participant = (username: string) => ({
  id: newId(now),
  fullName: username,
  username,
  avatarUrl: null,
});
const asked = () =>
  ask(
    {
      id: newId(now),
      questionId: newId(now),
      sender: participant('ben'),
      recipient: participant('support'),
      subject: 'My card is refused',
    },
    now,
  );

const termsToday = feeTermsOf('FREE', DEFAULT_FEES);
const first = (change: Change): ((at: typeof now) => Change)[] => [
  (at) => answer(change.next, { choice: 'OPEN', termsToday }, at),
  (at) => answer(change.next, { choice: 'COMPLETED', termsToday }, at),
  (at) => end(change.next, { how: 'cancel', reasonCode: 'MISTAKE' }, at),
  (at) => end(change.next, { how: 'decline' }, at),
  (at) => end(change.next, { how: 'expire', reasonCode: 'RETURN_TO_SENDER' }, at),
  ...REPORT_REASONS.map(
    (reasonCode) => (at: typeof now) => end(change.next, { how: 'report', reasonCode }, at),
  ),
];

const moves = ({ entry }: Change) => (entry?.postings ?? []).length > 0;

describe('a free conversation', () => {
  test('is pending at once without ledger entries, and has no deadline', () => {
    const change = asked();
    expect(change).toMatchObject({
      next: { status: 'PENDING', price: 0, money: { state: 'RELEASED' } },
      domainEvent: { type: 'conversation.asked' },
    });
    expect(change.entry).toBeUndefined();
    expect(nextDue(change.next)).toBeUndefined();
    expect(mailboxChange(undefined, change.next, 'recipient')).toEqual({
      PENDING: 1,
      ALL: 1,
      unread: 1,
    });
    expect(mailboxChange(undefined, change.next, 'sender')).toEqual({ PENDING: 1, ALL: 1 });
  });

  test('has no ledger entries, debts or earnings, and does not change the response rate', () => {
    fc.assert(
      fc.property(fc.nat(first(asked()).length - 1), fc.nat(20), fc.nat(2), (which, days, more) => {
        const before = asked();
        const at = later(now, days * DAY);
        const step = first(before)[which];
        if (!step) throw new Error('no such step');
        const after = step(at);
        const follows = consequencesOf(before.next, after.next);
        expect(moves(after)).toBe(false);
        expect(after.next.money).toEqual({ state: 'RELEASED' });
        expect(follows).toMatchObject({
          freesLock: true,
          freesReservation: false,
          responseRate: { endedCount: 0, answeredCount: 0 },
        });
        expect(follows.earned).toBeUndefined();
        expect(nextDue(after.next)).toBeUndefined();
        if (after.next.status !== 'OPEN') return;
        const further =
          more === 0 ? close(after.next, at) : addReply(after.next, 'sender', 'OPEN', at);
        expect(moves(further)).toBe(false);
        expect(consequencesOf(after.next, further.next).earned).toBeUndefined();
      }),
    );
  });

  test('never expires', () => {
    const { next } = asked();
    for (const days of [9, 10, 10_000]) {
      const at = later(now, days * DAY);
      expect(nextTransition(next, at)).toBeUndefined();
      expect(statusAt('PENDING', next.deadlineAt, at)).toBe('PENDING');
    }
  });

  test('ignores every payment status', () => {
    const { next } = asked();
    for (const is of ['charged', 'released', 'refunded'] as const)
      expect(applyPaymentStatus(next, { is, intentId: 'pi_1' }, now)).toBeUndefined();
    expect(applyPaymentStatus(next, { is: 'none' }, now)).toBeUndefined();
  });
});
