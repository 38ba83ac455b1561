import { Refusal } from '../../shared/refusals.ts';
import type {
  Conversation,
  ConversationStatus,
  Side,
} from '../../shared/rules/conversations/conversations.ts';
import { statusAt } from '../../shared/rules/conversations/state-machine.ts';
import type { Instant } from '../../shared/time.ts';

/* Who takes part in a conversation, and what they may do there. */

export type Part = { readonly side: Side; readonly status: ConversationStatus };

/**
 * Which side somebody is of a conversation that was paid for, and the status that decides what they may do now. Throws
 * NOT_FOUND for everybody else.
 */
export function partOf(
  { status, sender, recipient, deadlineAt }: Conversation,
  userId: string,
  now: Instant,
): Part {
  if (status === 'PAYING' || status === 'UNDONE') throw new Refusal('NOT_FOUND');
  if (userId !== sender.id && userId !== recipient.id) throw new Refusal('NOT_FOUND');
  const side = userId === sender.id ? 'sender' : 'recipient';
  return { side, status: statusAt(status, deadlineAt, now) };
}

/** Throws the refusal, where there is one. */
export function allow(refusal: Refusal | undefined): void {
  if (refusal) throw refusal;
}
