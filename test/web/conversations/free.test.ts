import { describe, expect, test } from '@jest/globals';
import { ZERO } from '#shared/money.ts';
import { type Side, STATUSES } from '#shared/rules/conversations/conversations.ts';
import { REPORT_REASONS } from '#shared/rules/conversations/report-reasons.ts';
import { NO_DEADLINE } from '#shared/rules/conversations/state-machine.ts';
import { instant } from '#shared/time.ts';
import type { Conversation } from '#web/features/conversations/conversation.ts';
import { dueWords, waitingMoney } from '#web/features/conversations/lists/inbox-summary.ts';
import { earningsWords, moneyStateWords } from '#web/features/conversations/money-words.ts';
import {
  inboxLabel,
  recipientBanner,
  senderBanner,
} from '#web/features/conversations/statuses/status-words.ts';
import { timelineOf } from '#web/features/conversations/thread/timeline.ts';

/* Help tickets are free: no text mentions an amount, a hold, earnings or a refund. */

const now = instant(new Date(2026, 10, 21, 9, 12).getTime());
const ticket: Conversation = {
  id: '01J0000000000000000000000A',
  subject: 'My card is refused',
  status: 'PENDING',
  senderId: 'ben',
  senderName: 'Ben Okafor',
  senderUsername: 'ben',
  senderAvatarUrl: null,
  recipientId: 'support',
  recipientName: 'ReplyPaid Support',
  recipientUsername: 'support',
  recipientAvatarUrl: null,
  price: ZERO,
  netEarnings: ZERO,
  timeReceived: now,
  expiringSoon: false,
  allowResponse: false,
  reasonCode: null,
  deadlineAt: NO_DEADLINE,
  modifiedAt: now,
  moneyState: 'RELEASED',
  note: null,
  claim: null,
  claimUntil: null,
  clarification: null,
  contactState: 'NONE',
  blocked: false,
  timeline: [{ event: 'SENT', at: now, moneyState: 'RELEASED' }],
};

const SIDES: readonly Side[] = ['sender', 'recipient'];
const MONEY =
  /\$|hold|earn|back to your card|\bpaid\b|payment|you have been charged|user was charged/i;

const said = (conversation: Conversation, side: Side) =>
  timelineOf(conversation, side, now)
    .map(({ lead, text }) => [lead, text].filter(Boolean).join(' '))
    .join('\n');

describe('a help ticket', () => {
  test('has no deadline in any sentence about it', () => {
    const row = { ...ticket, lastMessageUserId: 'ben', messageRead: false };
    const said = [
      inboxLabel(row, 'support', now).words,
      dueWords({ count: 1, deadlines: [NO_DEADLINE], net: ZERO }, now),
    ];
    expect(said).toEqual(['waiting', 'One answer due']);
  });

  test('shows Free in place of every amount', () => {
    for (const status of STATUSES) expect(earningsWords({ ...ticket, status })).toBe('Free');
    expect(moneyStateWords({ price: ZERO, moneyState: 'RELEASED' })).toBe('Free');
    expect(waitingMoney({ count: 2, deadlines: [], net: ZERO })).toBeUndefined();
  });

  test('has a timeline without any mention of money', () => {
    expect(said(ticket, 'sender')).toBe(
      'Delivered for free\nWhen ReplyPaid answers you read it here; until then it waits, however long that takes',
    );
    for (const side of SIDES) {
      expect(said(ticket, side)).not.toMatch(MONEY);
      for (const event of ['ANSWERED', 'CANCELLED', 'DECLINED', 'REPORTED', 'EXPIRED'] as const) {
        const timeline = [...ticket.timeline, { event, at: now, moneyState: 'RELEASED' } as const];
        expect(said({ ...ticket, status: 'OPEN', timeline }, side)).not.toMatch(MONEY);
      }
    }
  });

  test('never says that a user was charged, in any status', () => {
    for (const status of STATUSES)
      for (const reasonCode of [null, ...REPORT_REASONS]) {
        const facts = { ...ticket, status, reasonCode };
        for (const { title, note } of [senderBanner(facts), recipientBanner(facts)])
          expect(`${title} ${note}`).not.toMatch(/\$|charge|money|refund|hold|paid/i);
      }
  });

  test('has a banner without the word "paid"', () => {
    expect(recipientBanner(ticket).title).toBe('PENDING YOUR RESPONSE');
  });
});
