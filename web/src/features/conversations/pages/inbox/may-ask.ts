import type { ConversationStatus, Side } from '#shared/rules/conversations/conversations.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import type { Conversation } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';

/** Whether the clarifying question is possible: once, and not for help tickets. */
export function mayAsk(
  conversation: Conversation,
  side: Side,
  status: ConversationStatus,
): boolean {
  const isAsked = conversation.clarification !== null;
  return may(side, 'askForInformation', status) && !isAsked && !isFree(conversation);
}
