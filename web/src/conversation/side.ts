import type * as z from 'zod';
import type {
  conversationMessage,
  conversationSeen,
  inboxListItem,
  orderListItem,
} from '../../../shared/api/entities.ts';
import type {
  ConversationStatus,
  Side,
} from '../../../shared/rules/conversations/conversations.ts';
import { statusAt } from '../../../shared/rules/conversations/state-machine.ts';
import type { Instant } from '../../../shared/time.ts';

/* A conversation as the screens have it after decoding, and which of its two sides the reader is. */

export type Conversation = z.output<typeof conversationSeen>;
export type Message = z.output<typeof conversationMessage>;
export type InboxRow = z.output<typeof inboxListItem>;
export type OrderRow = z.output<typeof orderListItem>;

/** Whoever did not pay is the recipient; `viewerId` is the signed-in person. */
export function sideOf(conversation: Pick<Conversation, 'senderId'>, viewerId: string): Side {
  return conversation.senderId === viewerId ? 'sender' : 'recipient';
}

/** The status that decides what may be done now, as the server counts it: after the deadline nothing can, swept or not. */
export function statusNow(
  { status, deadlineAt }: Pick<Conversation, 'status' | 'deadlineAt'>,
  now: Instant,
): ConversationStatus {
  return statusAt(status, deadlineAt, now);
}

type Dated = Pick<Conversation, 'status' | 'deadlineAt' | 'moneyState'> & {
  readonly timeline?: Conversation['timeline'];
};

/**
 * The conversation as it counts at this moment. Between its deadline and the schedule that comes by a few minutes later
 * it has expired already: all screens say so, and that the money goes back.
 */
export function asOfNow<Known extends Dated>(conversation: Known, now: Instant): Known {
  const status = statusNow(conversation, now);
  if (status === conversation.status) return conversation;
  const { timeline, deadlineAt, moneyState } = conversation;
  const expired = { event: 'EXPIRED' as const, at: deadlineAt, moneyState };
  return {
    ...conversation,
    ...{ status, reasonCode: 'RETURN_TO_SENDER', expiringSoon: false },
    moneyState: moneyState === 'CHARGED' ? 'REFUNDED' : 'RELEASED',
    ...(timeline && { timeline: [...timeline, expired] }),
  };
}

/** `Ana` of `Ana Marković`: what running text calls a person. */
export function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? fullName;
}
