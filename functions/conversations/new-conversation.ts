import type { SentAttachment } from '#shared/rules/attachments/attachments.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import { earlierRequest } from '../idempotency.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import type { Message } from '../storage/conversations/messages.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableReader } from '../storage/table.ts';

/* Helpers for beginning a conversation, paid or free. */

/**
 * The conversation that an earlier call with the same Idempotency-Key made. Refuses a key that was used for another request.
 */
export async function earlierConversation(
  context: { readonly table: TableReader; readonly now: Instant },
  call: KeyedCall | undefined,
): Promise<Conversation | undefined> {
  const kept = await earlierRequest(context, call);
  return kept && conversationById(context.table, kept.made, context.now);
}

/** The first message of a conversation; `body` is sanitized HTML. */
export function questionOf(
  { id, questionId, sender, createdAt }: Conversation,
  body: string,
  attachments: readonly SentAttachment[] = [],
): Message {
  return {
    id: questionId,
    kind: 'QUESTION',
    conversationId: id,
    senderId: sender.id,
    body,
    sentAt: createdAt,
    ...(attachments.length > 0 && { attachments }),
  };
}
