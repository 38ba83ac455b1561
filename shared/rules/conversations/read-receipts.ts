import type { Instant } from '../../time.ts';
import type { Change, Conversation, Side } from './conversations.ts';
import { deliveredAt, readAt } from './counters.ts';

/* Read receipts: when each side received and opened the newest message. They only move forward, and are written only if new. */

/** Records that the other side's newest message was delivered to this side's list; undefined if nothing is new. */
export function markDelivered(
  conversation: Conversation,
  side: Side,
  now: Instant,
): Change | undefined {
  if (!hasNewMessage(conversation, side, deliveredAt(conversation, side))) return undefined;
  return { next: { ...conversation, [`${side}DeliveredAt`]: now } };
}

/**
 * Records that this side opened the conversation; undefined if nothing is new. The recipient's first time enters the
 * timeline.
 */
export function markRead(conversation: Conversation, side: Side, now: Instant): Change | undefined {
  const before = readAt(conversation, side);
  if (!hasNewMessage(conversation, side, before)) return undefined;
  const { history, money } = conversation;
  const first = side === 'recipient' && before === undefined;
  return {
    next: {
      ...conversation,
      [`${side}ReadAt`]: now,
      [`${side}DeliveredAt`]: now,
      history: first ? [...history, { event: 'READ', at: now, moneyState: money.state }] : history,
    },
  };
}

/** Whether the newest message is by the other side and was sent after `marked`. */
function hasNewMessage(
  conversation: Conversation,
  side: Side,
  marked: Instant | undefined,
): boolean {
  const { lastMessageBy, lastMessageAt } = conversation;
  return lastMessageBy !== conversation[side].id && (marked ?? 0) < lastMessageAt;
}
