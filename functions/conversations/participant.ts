import { Refusal } from '#shared/refusals.ts';
import type {
  Conversation,
  ConversationStatus,
  Side,
} from '#shared/rules/conversations/conversations.ts';
import { statusAt } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';

/* The participants of a conversation and their permissions. */

export type Participant = { readonly side: Side; readonly status: ConversationStatus };

/**
 * The side of a person in a settled conversation, and the status that decides which actions are allowed now. Throws NOT_FOUND
 * for everybody else.
 */
export function participantOf(
  { status, sender, recipient, deadlineAt, clarification }: Conversation,
  userId: string,
  now: Instant,
): Participant {
  if (status === 'PAYING' || status === 'UNDONE') throw new Refusal('NOT_FOUND');
  if (userId !== sender.id && userId !== recipient.id) throw new Refusal('NOT_FOUND');
  const side = userId === sender.id ? 'sender' : 'recipient';
  return { side, status: statusAt(status, deadlineAt, now, clarification) };
}

/** Throws a refusal, if there is one. */
export function throwIfRefused(refusal: Refusal | undefined): void {
  if (refusal) throw refusal;
}
