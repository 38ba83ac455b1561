import { describe, expect, test } from '@jest/globals';
import { CLARIFICATION_TIME } from '#shared/rules/conversations/clarification.ts';
import { deadlineOf } from '#shared/rules/conversations/state-machine.ts';
import { HOUR, type Instant, instant, later } from '#shared/time.ts';
import { asOfNow, type Conversation } from '#web/features/conversations/conversation.ts';
import { earningsWords } from '#web/features/conversations/money-words.ts';
import {
  inboxLabel,
  orderLabel,
  recipientBanner,
  senderBanner,
} from '#web/features/conversations/statuses/status-words.ts';
import { timelineOf } from '#web/features/conversations/thread/timeline.ts';
import { ana, ben, message } from '../screen-fixtures.ts';

/* The words about a clarifying question, on both sides. */

const at = (day: number, hour = 9): Instant => instant(new Date(2026, 10, day, hour, 12).getTime());
const [paidAt, askedAt] = [at(21), at(22)];
const open = { askedAt, until: later(askedAt, CLARIFICATION_TIME) };

const paused: Conversation = {
  ...message,
  status: 'NEEDS_INFO',
  timeReceived: paidAt,
  deadlineAt: deadlineOf(paidAt, open),
  clarification: { ...open, endedAt: null },
  timeline: [
    { event: 'PAID', at: paidAt, moneyState: 'HELD' },
    { event: 'INFO_ASKED', at: askedAt, moneyState: 'HELD' },
  ],
};
const closed = { ...open, endedAt: later(askedAt, 5 * HOUR) };
const replied: Conversation = {
  ...paused,
  status: 'PENDING',
  clarification: closed,
  deadlineAt: deadlineOf(paidAt, closed),
  timeline: [...paused.timeline, { event: 'INFO_GIVEN', at: closed.endedAt, moneyState: 'HELD' }],
};
const linesOf = (conversation: Conversation, side: 'sender' | 'recipient') =>
  timelineOf(conversation, side, at(22, 20)).map(({ lead, text }) => [lead, text].join(' ').trim());

describe('a paused message', () => {
  const row = { ...paused, lastMessageUserId: ana.id, messageRead: false };

  test('has a label of its own on each side', () => {
    expect(orderLabel(row, ben.id)).toMatchObject({ words: 'needs your reply', tone: 'due' });
    expect(inboxLabel(row, ana.id, at(22))).toMatchObject({ words: 'waiting for sender' });
    expect(inboxLabel(row, ben.id, at(22))).toMatchObject({ words: 'needs your reply' });
  });

  test('says until when the time is paused, and that the reply is free', () => {
    const until = 'until Wed, Nov 25, 9:12 AM at the latest';
    expect(recipientBanner(paused).note).toContain(until);
    expect(senderBanner(paused).note).toContain(until);
    expect(senderBanner(paused).note).toContain('Your reply is free');
  });

  test('still shows its earnings as waiting', () => {
    expect(earningsWords(paused)).toBe('$22.00 waiting');
  });

  test('shows in the timeline what was asked and the latest deadline', () => {
    expect(linesOf(paused, 'recipient')).toEqual([
      'Paid and delivered',
      'You asked Ben a question',
      'When Ben replies, or Wed, Nov 25, 9:12 AM your time to answer runs again',
      'When you answer you earn $22.00',
      'Fri, Dec 4, 9:12 AM at the latest no answer? Ben gets all $25.00 back automatically',
    ]);
    expect(linesOf(paused, 'sender')).toEqual(
      expect.arrayContaining([
        'Ana asked you a question',
        'When you reply, or Wed, Nov 25, 9:12 AM Ana’s time to answer runs again',
      ]),
    );
  });

  test('is shown as pending after 72 hours, and as expired after its deadline', () => {
    expect(asOfNow(paused, later(open.until, -1))).toBe(paused);
    const over = asOfNow(paused, open.until);
    expect(over).toMatchObject({
      status: 'PENDING',
      deadlineAt: paused.deadlineAt,
      clarification: { endedAt: open.until },
    });
    expect(over.timeline.at(-1)).toMatchObject({ event: 'INFO_ENDED', at: open.until });
    expect(asOfNow(paused, paused.deadlineAt)).toMatchObject({ status: 'EXPIRED' });
  });
});

test('after the reply the timeline shows the new deadline', () => {
  expect(linesOf(replied, 'recipient')).toEqual([
    'Paid and delivered',
    'You asked Ben a question',
    'Ben replied, the new deadline is Tue, Dec 1, 2:12 PM',
    'When you answer you earn $22.00',
    'Tue, Dec 1, 2:12 PM no answer? Ben gets all $25.00 back automatically',
  ]);
  expect(linesOf(replied, 'sender')).toContain(
    'You replied, the new deadline is Tue, Dec 1, 2:12 PM',
  );
});

test('an order whose recipient asked a question is labeled as read afterwards', () => {
  const row = { ...replied, lastMessageUserId: ana.id, messageRead: false };
  expect(orderLabel(row, ben.id).words).toBe('read');
});
