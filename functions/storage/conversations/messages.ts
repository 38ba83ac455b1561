import type { SentAttachment } from '#shared/rules/attachments/attachments.ts';
import type { Person } from '#shared/rules/conversations/conversations.ts';
import type { MessageKind } from '#shared/rules/conversations/message-kinds.ts';
import type {
  Declaration,
  RecordingText,
  WritingCounts,
} from '#shared/rules/conversations/written-by.ts';
import { type Instant, instant } from '#shared/time.ts';
import { exists } from '../conditions.ts';
import { messageIndex } from '../index-keys.ts';
import {
  conversationPartition,
  hiddenPrefix,
  hiddenReplyKey,
  MESSAGE_PREFIX,
  messageKey,
  positionIn,
} from '../keys.ts';
import { allItems } from '../list-position.ts';
import { put, remove, type Step, type TableReader, update } from '../table.ts';

/** How an answer was written, and what its page to check it is. */
export type Written = {
  readonly verificationId: string;
  /** The hash of its statement (shared/rules/conversations/answer-statement.ts), which a signature signs. */
  readonly hash: string;
  readonly declaration?: Declaration | undefined;
  readonly counts?: WritingCounts | undefined;
  /** What its text is of its recording; absent without one. */
  readonly recordingText?: RecordingText | undefined;
};

/** A stored message; `body` is sanitized HTML. */
export type Message = {
  readonly id: string;
  readonly kind: MessageKind;
  readonly conversationId: string;
  readonly senderId: string;
  readonly body: string;
  readonly sentAt: Instant;
  /** Its pictures, PDFs and recording, in the order in which they are shown; absent without any. */
  readonly attachments?: readonly SentAttachment[];
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

/** The step that stores a reply where only the pages of its author look. */
export function writeHiddenReply(message: Message): Step<never> {
  return put({
    ...hiddenReplyKey(message.conversationId, message.senderId, message.id),
    ...message,
    ...messageIndex(message.id),
  });
}

/** The step that marks a message as signed. SIGNED: it is already. */
export function markSigned({ conversationId, id }: Message, now: Instant): Step<'SIGNED'> {
  return update(
    messageKey(conversationId, id),
    { set: { signedAt: now } },
    { when: { pk: exists, signedAt: undefined }, otherwise: 'SIGNED' },
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

/** A reply of an author that the other side does not see; undefined if there is none. */
export const hiddenReplyOf = (
  table: TableReader,
  conversationId: string,
  authorId: string,
  messageId: string,
): Promise<Message | undefined> =>
  table.get<Message>(hiddenReplyKey(conversationId, authorId, messageId));

type Place = { readonly before?: string; readonly skip?: number; readonly limit: number };
type MessagePage = { readonly messages: Message[]; readonly more: boolean };

/**
 * A page of messages, newest first, without the replies that only their author sees. `before`: only those older than this message.
 * Skipped messages are read too.
 */
export const messagesOf = (
  table: TableReader,
  conversationId: string,
  { skip = 0, limit, before }: Place,
): Promise<MessagePage> =>
  // One more than a page, to know whether there is a next page.
  newestOf(table, conversationId, MESSAGE_PREFIX, before, skip + limit + 1).then((found) =>
    pageOf(found, skip, limit),
  );

/** A page of the messages that a person sees, their own hidden replies included. `person`: their side as it is stored. */
export async function messagesSeenBy(
  table: TableReader,
  conversationId: string,
  { id, hidden }: Pick<Person, 'id' | 'hidden'>,
  place: Place,
): Promise<MessagePage> {
  if (!hidden) return messagesOf(table, conversationId, place);
  const { skip = 0, limit, before } = place;
  const wanted = skip + limit + 1;
  const lists = await Promise.all([
    newestOf(table, conversationId, MESSAGE_PREFIX, before, wanted),
    newestOf(table, conversationId, hiddenPrefix(id), before, wanted),
  ]);
  // Ids begin with the time.
  const found = lists.flat().toSorted((one, other) => (one.id < other.id ? 1 : -1));
  return pageOf(found, skip, limit);
}

const pageOf = (found: readonly Message[], skip: number, limit: number): MessagePage => ({
  messages: found.slice(skip, skip + limit),
  more: found.length > skip + limit,
});

/** Reads `wanted` messages whose keys have a prefix, newest first. */
async function newestOf(
  table: TableReader,
  conversationId: string,
  prefix: string,
  before: string | undefined,
  wanted: number,
): Promise<Message[]> {
  const found: Message[] = [];
  const partition = conversationPartition(conversationId);
  let from: Readonly<Record<string, unknown>> | undefined = before
    ? positionIn(partition, prefix, before)
    : undefined;
  do {
    const page = await table.query<Message>({
      partition,
      prefix,
      newestFirst: true,
      limit: wanted - found.length,
      from,
      consistent: true,
    });
    found.push(...page.items);
    from = page.next;
  } while (from && found.length < wanted);
  return found;
}

/** All messages of a conversation, oldest first, from all pages of the table. */
export const allMessagesOf = (table: TableReader, conversationId: string): Promise<Message[]> =>
  allItems(table, {
    partition: conversationPartition(conversationId),
    prefix: MESSAGE_PREFIX,
    consistent: true,
  });

/** All messages that a person sees, oldest first. `person`: their side as it is stored. */
export async function allMessagesSeenBy(
  table: TableReader,
  conversationId: string,
  { id, hidden }: Pick<Person, 'id' | 'hidden'>,
): Promise<Message[]> {
  if (!hidden) return allMessagesOf(table, conversationId);
  const [messages, replies] = await Promise.all([
    allMessagesOf(table, conversationId),
    allItems<Message>(table, {
      partition: conversationPartition(conversationId),
      prefix: hiddenPrefix(id),
      consistent: true,
    }),
  ]);
  return [...messages, ...replies].sort((one, other) => (one.id < other.id ? -1 : 1));
}

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
