import type { ConversationStatus, Side } from '#shared/rules/conversations/conversations.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import type { Conversation } from './conversation.ts';

/** Whether a side may write a free reply now: the conversation is open, and they did not block the other side. */
export const mayReply = (
  { blocked }: Pick<Conversation, 'blocked'>,
  side: Side,
  status: ConversationStatus,
): boolean => !blocked && may(side, 'reply', status);

/** Why a reply cannot be sent, as a sentence of its form; undefined if it can. */
export function replyRefusal(
  conversation: Pick<Conversation, 'blocked' | 'status'>,
  side: Side,
): string | undefined {
  if (mayReply(conversation, side, conversation.status)) return undefined;
  return conversation.blocked ? BLOCKED_BY_YOU : CLOSED_MEANWHILE;
}

const CLOSED_MEANWHILE =
  'This conversation isn’t open anymore, so no one can write in it. Your text is kept here.';

const BLOCKED_BY_YOU =
  'You blocked this person, so nothing is sent to them. What you have written stays here. To reply, unblock them first.';
