import { Refusal } from '../../shared/refusals.ts';
import type { ConversationStatus, Side } from '../../shared/rules/conversations.ts';
import type { Conversation } from '../../shared/rules/course.ts';

/* Who takes part in a conversation, and what they may do there. */

/** Which side somebody is of a conversation that was paid for. Throws NOT_FOUND for everybody else. */
export function partOf(
  { status, sender, recipient }: Conversation,
  userId: string,
): { side: Side; status: ConversationStatus } {
  if (status === 'PAYING' || status === 'UNDONE') throw new Refusal('NOT_FOUND');
  if (sender.id === userId) return { side: 'sender', status };
  if (recipient.id === userId) return { side: 'recipient', status };
  throw new Refusal('NOT_FOUND');
}

/** Throws the refusal, where there is one. */
export function allow(refusal: Refusal | undefined): void {
  if (refusal) throw refusal;
}
