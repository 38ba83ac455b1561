import { describe, expect, test } from '@jest/globals';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { deliveredAt, readAt } from '#shared/rules/conversations/counters.ts';
import { markDelivered, markRead } from '#shared/rules/conversations/read-receipts.ts';
import { instant, later } from '#shared/time.ts';

const SENT = instant(Date.UTC(2026, 10, 25));
const NOW = later(SENT, 1_000);
const EARLIER = later(SENT, -1);

const PAID = { event: 'PAID', at: EARLIER, moneyState: 'HELD' };
/** A conversation whose newest message is by one of its sides. */
const withMessageBy = (writer: 'sender' | 'recipient', change: object = {}) =>
  ({
    sender: { id: 's' },
    recipient: { id: 'r' },
    money: { state: 'HELD' },
    history: [PAID],
    lastMessageBy: writer === 'sender' ? 's' : 'r',
    lastMessageAt: SENT,
    ...change,
  }) as unknown as Conversation;

describe('a new message', () => {
  test('is recorded as delivered to the other side', () => {
    const toRecipient = withMessageBy('sender', { recipientDeliveredAt: EARLIER });
    expect(markDelivered(toRecipient, 'recipient', NOW)).toEqual({
      next: { ...toRecipient, recipientDeliveredAt: NOW },
    });
    const toSender = withMessageBy('recipient');
    const next = markDelivered(toSender, 'sender', NOW)?.next as Conversation;
    expect(next).toEqual({ ...toSender, senderDeliveredAt: NOW });
    expect([deliveredAt(next, 'sender'), deliveredAt(next, 'recipient')]).toEqual([NOW, undefined]);
  });

  test('is recorded as read, and as delivered, by the other side', () => {
    const toSender = withMessageBy('recipient', { senderReadAt: EARLIER });
    const next = markRead(toSender, 'sender', NOW)?.next as Conversation;
    expect(next).toEqual({ ...toSender, senderReadAt: NOW, senderDeliveredAt: NOW });
    expect([readAt(next, 'sender'), readAt(next, 'recipient')]).toEqual([NOW, undefined]);
  });

  test.each(['sender', 'recipient'] as const)('of the %s gets no receipt from them', (side) => {
    expect(markDelivered(withMessageBy(side), side, NOW)).toBeUndefined();
    expect(markRead(withMessageBy(side), side, NOW)).toBeUndefined();
  });

  test('that was delivered or read is not recorded again', () => {
    const delivered = withMessageBy('sender', { recipientDeliveredAt: SENT });
    expect(markDelivered(delivered, 'recipient', NOW)).toBeUndefined();
    const read = withMessageBy('sender', { recipientReadAt: SENT });
    expect(markRead(read, 'recipient', NOW)).toBeUndefined();
  });
});

test('the timeline says when the recipient opened the conversation first', () => {
  const event = { event: 'READ', at: NOW, moneyState: 'HELD' };
  const first = markRead(withMessageBy('sender'), 'recipient', NOW)?.next;
  expect(first).toMatchObject({ recipientReadAt: NOW, recipientDeliveredAt: NOW });
  expect(first?.history).toEqual([PAID, event]);
  const again = withMessageBy('sender', { recipientReadAt: EARLIER });
  expect(markRead(again, 'recipient', NOW)?.next.history).toEqual([PAID]);
  expect(markRead(withMessageBy('recipient'), 'sender', NOW)?.next.history).toEqual([PAID]);
});
