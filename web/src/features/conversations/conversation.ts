import type * as z from 'zod/mini';
import type { inboxListItem, orderListItem } from '#shared/api/conversation-entities.ts';
import type { conversationSeen } from '#shared/api/conversation-seen.ts';
import type { conversationMessage } from '#shared/api/message-entities.ts';
import type { ConversationStatus, Side } from '#shared/rules/conversations/conversations.ts';
import { statusAt } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';

export { firstName } from '#shared/first-name.ts';

/* The types of conversations after decoding, and which side the viewer is on. */

export type Conversation = z.output<typeof conversationSeen>;
export type Message = z.output<typeof conversationMessage>;
export type InboxRow = z.output<typeof inboxListItem>;
export type OrderRow = z.output<typeof orderListItem>;

/** The sender paid, the other person is the recipient; `viewerId` is the signed-in user. */
export function sideOf(conversation: Pick<Conversation, 'senderId'>, viewerId: string): Side {
  return conversation.senderId === viewerId ? 'sender' : 'recipient';
}

/**
 * The status that counts now, by the same rule as on the server: after the deadline a pending conversation has
 * expired, and after a pause it is pending again, even before the sweep. Rows of lists do not know when a pause ends.
 */
export function statusNow(
  {
    status,
    deadlineAt,
    clarification,
  }: Pick<Conversation, 'status' | 'deadlineAt'> & Partial<Pick<Conversation, 'clarification'>>,
  now: Instant,
): ConversationStatus {
  return statusAt(status, deadlineAt, now, clarification);
}

type Dated = Pick<Conversation, 'status' | 'deadlineAt' | 'moneyState'> &
  Partial<Pick<Conversation, 'clarification' | 'timeline'>>;

/**
 * The conversation in its current state. Between the deadline and the sweep a few minutes later it counts as expired
 * already, and its money as returned. After a pause that the sweep has not ended yet, it is pending.
 */
export function asOfNow<Known extends Dated>(conversation: Known, now: Instant): Known {
  const status = statusNow(conversation, now);
  if (status === conversation.status) return conversation;
  const { timeline, deadlineAt, moneyState, clarification } = conversation;
  if (status === 'PENDING' && clarification) {
    const at = clarification.until;
    const ended = { event: 'INFO_ENDED' as const, at, moneyState };
    return {
      ...conversation,
      status,
      clarification: { ...clarification, endedAt: at },
      ...(timeline && { timeline: [...timeline, ended] }),
    };
  }
  const expired = { event: 'EXPIRED' as const, at: deadlineAt, moneyState };
  return {
    ...conversation,
    status,
    reasonCode: 'RETURN_TO_SENDER',
    expiringSoon: false,
    moneyState: moneyState === 'CHARGED' ? 'REFUNDED' : 'RELEASED',
    ...(timeline && { timeline: [...timeline, expired] }),
  };
}
