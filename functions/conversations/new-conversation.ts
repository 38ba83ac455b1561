import type { Conversation } from '../../shared/rules/conversations/conversations.ts';
import type { Instant } from '../../shared/time.ts';
import { earlierRequest } from '../idempotency.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import type { Message } from '../storage/conversations/messages.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableReader } from '../storage/table.ts';

/* What every way to begin a conversation shares, whether or not it is paid for. */

/** The conversation that the same call made before, unless it came to nothing. Refuses a key that asked for another. */
export async function begunBefore(
  desk: { readonly table: TableReader; readonly now: Instant },
  call: KeyedCall | undefined,
): Promise<Conversation | undefined> {
  const kept = await earlierRequest(desk, call);
  return kept && conversationById(desk.table, kept.made, desk.now);
}

/** The message a conversation begins with; `body` is sanitised HTML. */
export function questionOf(
  { id, questionId, sender, createdAt }: Conversation,
  body: string,
): Message {
  return {
    id: questionId,
    kind: 'QUESTION',
    conversationId: id,
    senderId: sender.id,
    body,
    sentAt: createdAt,
  };
}
