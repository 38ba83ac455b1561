import type * as z from 'zod';
import type {
  conversationMessage,
  conversationSeen,
  inboxListItem,
  orderListItem,
} from '../../../shared/api/entities.ts';
import {
  type ConversationStatus,
  type Side,
  statusAt,
} from '../../../shared/rules/conversations.ts';
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

/** `Ana` of `Ana Marković`: what running text calls a person. */
export function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? fullName;
}
