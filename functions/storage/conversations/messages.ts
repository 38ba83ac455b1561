import type { MessageKind } from '../../../shared/rules/conversations/message-kinds.ts';
import type { Declaration, WritingCounts } from '../../../shared/rules/conversations/written-by.ts';
import { type Instant, instant } from '../../../shared/time.ts';
import { messageIndex } from '../index-keys.ts';
import { conversationPartition, MESSAGE_PREFIX, messageKey } from '../keys.ts';
import { allItems } from '../list-position.ts';
import { put, remove, type Step, type TableReader, update } from '../table.ts';

/** How an answer was written, and what its page to check it is. */
export type Written = {
  readonly verificationId: string;
  /** The hash of its statement (shared/rules/conversations/answer-statement.ts), which a signature signs. */
  readonly hash: string;
  readonly declaration?: Declaration | undefined;
  readonly counts?: WritingCounts | undefined;
};

/** A stored message; `body` is sanitized HTML. */
export type Message = {
  readonly id: string;
  readonly kind: MessageKind;
  readonly conversationId: string;
  readonly senderId: string;
  readonly body: string;
  readonly sentAt: Instant;
  /** Only of paid answers; absent for older ones. */
  readonly written?: Written;
  /** When its author signed it with a passkey. */
  readonly signedAt?: Instant;
};

export function writeMessage(message: Message): Step<never> {
  return put({
    ...messageKey(message.conversationId, message.id),
    ...message,
    ...messageIndex(message.id),
  });
}

/** The step that marks a message as signed. SIGNED: it is already. */
export function markSigned({ conversationId, id }: Message, now: Instant): Step<'SIGNED'> {
  return update(
    messageKey(conversationId, id),
    'SET #signedAt = :now',
    { now },
    { when: 'attribute_exists(#pk) AND attribute_not_exists(#signedAt)', otherwise: 'SIGNED' },
  );
}

export function deleteMessage(conversationId: string, messageId: string): Step<never> {
  return remove(messageKey(conversationId, messageId));
}

/** One message of a conversation; undefined if there is none. */
export function messageOf(
  table: TableReader,
  conversationId: string,
  messageId: string,
): Promise<Message | undefined> {
  return table.get<Message>(messageKey(conversationId, messageId));
}

/** A page of messages, newest first. `before`: only those older than this message. Skipped messages are read too. */
export async function messagesOf(
  table: TableReader,
  conversationId: string,
  { before, skip = 0, limit }: { before?: string; skip?: number; limit: number },
): Promise<{ messages: Message[]; more: boolean }> {
  const found: Message[] = [];
  let from: Readonly<Record<string, unknown>> | undefined = before
    ? messageKey(conversationId, before)
    : undefined;
  // One more than a page, to know whether there is a next page.
  const wanted = skip + limit + 1;
  do {
    const page = await table.query<Message>({
      partition: conversationPartition(conversationId),
      prefix: MESSAGE_PREFIX,
      newestFirst: true,
      limit: wanted - found.length,
      from,
      consistent: true,
    });
    found.push(...page.items);
    from = page.next;
  } while (from && found.length < wanted);
  return { messages: found.slice(skip, skip + limit), more: found.length === wanted };
}

/** All messages of a conversation, oldest first, from all pages of the table. */
export const allMessagesOf = (table: TableReader, conversationId: string): Promise<Message[]> =>
  allItems(table, {
    partition: conversationPartition(conversationId),
    prefix: MESSAGE_PREFIX,
    consistent: true,
  });

/** The id of a message's conversation; undefined if there is no such message. The index may lag behind. */
export async function conversationOfMessage(
  table: TableReader,
  messageId: string,
): Promise<string | undefined> {
  const { gsi5pk: partition } = messageIndex(messageId);
  const { items } = await table.query<{ pk: string }>({ index: 'gsi5', partition, limit: 1 });
  return items[0]?.pk.slice(conversationPartition('').length);
}

/** When the other side read a message, by that side's `readAt`; null if it did not. */
export function readMoment(message: Message, readAt: Instant | undefined): Instant | null {
  return readAt !== undefined && readAt >= message.sentAt ? instant(readAt) : null;
}
