import type { Instant } from '../../time.ts';
import type { Change, Conversation, Side } from './conversations.ts';
import { deliveredAt, readAt } from './counters.ts';

/* New, seen and read, per person. Marks only ever move forward, and nothing is written where nothing is new. */

/** The newest message of the other side arrived in this side's list. */
export function markDelivered(
  conversation: Conversation,
  side: Side,
  now: Instant,
): Change | undefined {
  if (!isNews(conversation, side, deliveredAt(conversation, side))) return undefined;
  return { next: { ...conversation, [`${side}DeliveredAt`]: now } };
}

/** This side opened the conversation. The recipient's first look enters the timeline. */
export function markRead(conversation: Conversation, side: Side, now: Instant): Change | undefined {
  const before = readAt(conversation, side);
  if (!isNews(conversation, side, before)) return undefined;
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

function isNews(conversation: Conversation, side: Side, marked: Instant | undefined): boolean {
  const { lastMessageBy, lastMessageAt } = conversation;
  return lastMessageBy !== conversation[side].id && (marked ?? 0) < lastMessageAt;
}
