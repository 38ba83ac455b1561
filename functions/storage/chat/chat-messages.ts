import { PAGE_SIZE } from '#shared/api/paging.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import type { Announcement } from '#shared/rules/chat/announcements.ts';
import {
  contiguousSince,
  messagePreview,
  otherOf,
  type Room,
  type Typist,
} from '#shared/rules/chat/chats.ts';
import type { Reaction } from '#shared/rules/chat/message-changes.ts';
import type { Instant } from '#shared/time.ts';
import { type Condition, exists, within } from '../conditions.ts';
import { requireContacts } from '../contacts/contacts.ts';
import { definedSteps } from '../counters.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import {
  AFTER_MESSAGES,
  chatMessageKey,
  chatPartition,
  type Key,
  MESSAGE_PREFIX,
  roomKey,
  typingKey,
} from '../keys.ts';
import { allItems, positionAfter } from '../list-position.ts';
import { publishEvent } from '../outbox.ts';
import { putNew, type TableReader, type TableWriter, update } from '../table.ts';
import { typistsIn } from './typing-and-read-receipts.ts';

/*
 * The messages of a chat. Each has the next number and a time of its own, and holds the time of the previous message.
 * DynamoDB may return a message before an earlier one, even in a consistent query, since the items of a transaction become
 * visible one by one. By the previous time a reader notices that a message is missing, and waits for it.
 */

/** A message as it is stored. */
export type ChatMessage = {
  readonly chatId: string;
  readonly number: number;
  readonly userId: string;
  /** The writer's name and portrait at the time of writing. */
  readonly fullName: string;
  readonly avatarUrl: string | null;
  /** Sanitized HTML. */
  readonly content: string;
  readonly sentAt: Instant;
  readonly previousAt: Instant;
  readonly editedAt?: Instant;
  /** The content is empty then. */
  readonly deletedAt?: Instant;
  /** Its content is the caption then, which may be empty. */
  readonly picture?: ChatPicture;
  /** By the id of the person. */
  readonly reactions?: Readonly<Record<string, Reaction>>;
  /** What the writer did to the group. The content is empty then. */
  readonly announcement?: Announcement;
};

/** A stored picture, with its size in pixels. */
type ChatPicture = { readonly url: string; readonly width: number; readonly height: number };

/** The largest number of messages in one response to a poll. */
const NEW_MESSAGES_MAX = 100;
/** The number of items after which a page needs no further query: a usual page, the chat and its typing members. */
const ENOUGH = PAGE_SIZE + 3;

/** A chat at one point in time: its state, and who is typing. */
export type ChatState = { readonly room: Room; readonly typists: readonly Typist[] };

/** Reads the message that was sent at this time. */
export function chatMessageAt(
  table: TableReader,
  chatId: string,
  sentAt: Instant,
): Promise<ChatMessage | undefined> {
  return table.get<ChatMessage>(chatMessageKey(chatId, sentAt));
}

/**
 * Writes a message in a transaction whose size does not depend on the number of members. `room`: the chat state that the
 * message was numbered by. MOVED: another message was written, or the writer has left. NOT_CONTACTS: the two people are no
 * longer contacts. SAME_KEY: an earlier request with the same key wrote it.
 */
export function writeChatMessage(
  table: TableWriter,
  room: Room,
  message: ChatMessage,
  keyed: KeyedCall | undefined,
  now: Instant,
): Promise<'done' | 'SAME_KEY' | 'MOVED' | 'NOT_CONTACTS'> {
  const { chatId, userId, number, sentAt } = message;
  const otherId = otherOf(room, userId);
  type Outcome = 'SAME_KEY' | 'MOVED' | 'NOT_CONTACTS';
  return table.transact<Outcome>(
    ...definedSteps<Outcome>([
      claimKey(keyed, String(sentAt), now),
      update(
        roomKey(chatId),
        {
          set: { number, newestAt: sentAt, newestBy: userId, preview: messagePreview(message) },
          setIn: { members: { [userId]: number } },
          remove: room.frozenReads ? ['frozenReads'] : [],
        },
        memberAsRead(room, userId),
      ),
      putNew({ ...chatMessageKey(chatId, sentAt), ...message }, 'MOVED'),
      otherId ? requireContacts(userId, otherId, 'NOT_CONTACTS') : undefined,
      publishEvent(messageSentEvent(message, otherId, now)),
    ]),
  );
}

/** The condition that a chat has no message since it was read, and that a person is its member. */
export const memberAsRead = ({ number }: Room, userId: string): Condition<Room, 'MOVED'> => ({
  when: { number, members: within({ [userId]: exists }) },
  otherwise: 'MOVED',
});

function messageSentEvent(
  { chatId, userId, sentAt }: ChatMessage,
  directUserId: string | undefined,
  now: Instant,
): DomainEvent {
  return {
    id: newId(now),
    type: 'chat.messageSent',
    at: now,
    detail: { chatId, byUserId: userId, messageAt: sentAt, ...(directUserId && { directUserId }) },
  };
}

/**
 * Reads the messages after a given time, oldest first, with the state of the chat: one query, which costs half a read unit
 * if there are none. `more`: there are more than one response holds. Undefined if the chat does not exist.
 */
export async function messagesSince(
  table: TableReader,
  chatId: string,
  since: Instant,
): Promise<(ChatState & { messages: ChatMessage[]; more: boolean }) | undefined> {
  const { items, next } = await table.query<Key>({
    partition: chatPartition(chatId),
    after: chatMessageKey(chatId, since).sk,
    // The items of the chat and of its typing members are sorted after the messages.
    limit: NEW_MESSAGES_MAX + 2,
  });
  const found = groupByKind(items);
  const state = found.state ?? (next && (await stateOf(table, chatId, 'eventual')));
  if (!state) return undefined;
  const messages = contiguousSince(since, found.messages.slice(0, NEW_MESSAGES_MAX));
  // More only if the limit cut the list. A message that is not visible yet is found by the next poll.
  const more = found.messages.length > messages.length && messages.length === NEW_MESSAGES_MAX;
  return {
    ...state,
    messages,
    more: more || (!found.state && messages.length === found.messages.length),
  };
}

/** Reads the chat and its typing members without messages: half a read unit, or one for a consistent read. */
export async function stateOf(
  table: TableReader,
  chatId: string,
  consistency?: 'eventual',
): Promise<ChatState | undefined> {
  const items = await allItems<Key>(table, {
    partition: chatPartition(chatId),
    after: AFTER_MESSAGES,
    consistent: consistency !== 'eventual',
  });
  return groupByKind(items).state;
}

/** Reads the newest messages, newest first, with the state of the chat, in one query. */
export async function newestOf(
  table: TableReader,
  chatId: string,
  limit: number,
): Promise<(ChatState & MessagePage) | undefined> {
  const partition = chatPartition(chatId);
  const found = await queryNewest(table, { partition }, undefined, limit + 3);
  const { state } = groupByKind(found.items);
  return state && { ...state, ...pageOf(found, limit) };
}

/** Messages, newest first, and whether there are older ones. */
type MessagePage = { readonly messages: ChatMessage[]; readonly more: boolean };

/**
 * Reads older messages, newest first: those before a given time, or after the first `skip`, which are counted and not
 * fetched.
 */
export async function messagesBefore(
  table: TableReader,
  chatId: string,
  { before, skip, limit }: { before: Instant | undefined; skip: number; limit: number },
): Promise<MessagePage> {
  const list = { partition: chatPartition(chatId), prefix: MESSAGE_PREFIX };
  const from =
    before === undefined
      ? await positionAfter(table, { ...list, newestFirst: true }, skip)
      : chatMessageKey(chatId, before);
  if (from === 'END') return { messages: [], more: false };
  return pageOf(await queryNewest(table, list, from, limit + 1), limit);
}

/**
 * Reads messages for a search, newest first: as many before a given time as one query returns, which is a megabyte. It is
 * eventually consistent, at half the cost, so it may miss messages of the last second, which are on the screen anyway.
 */
export async function messagesToSearch(
  table: TableReader,
  chatId: string,
  before: Instant | undefined,
): Promise<MessagePage> {
  const { items, next } = await table.query<ChatMessage>({
    partition: chatPartition(chatId),
    prefix: MESSAGE_PREFIX,
    newestFirst: true,
    from: before === undefined ? undefined : chatMessageKey(chatId, before),
    consistent: false,
  });
  return { messages: items, more: next !== undefined };
}

type NewestItems = { readonly items: readonly Key[]; readonly isCut: boolean };

const pageOf = ({ items, isCut }: NewestItems, limit: number): MessagePage => {
  const { messages } = groupByKind(items);
  return { messages: messages.slice(0, limit), more: isCut || messages.length > limit };
};

/**
 * Queries `wanted` items, newest first. Long messages take more than one call, because DynamoDB limits a page to 1 MB; after a
 * page of messages it is cut there, because a response has at most 6 MB.
 */
async function queryNewest(
  table: TableReader,
  list: { readonly partition: string; readonly prefix?: string },
  start: Readonly<Record<string, unknown>> | undefined,
  wanted: number,
): Promise<NewestItems> {
  const items: Key[] = [];
  let from = start;
  do {
    const limit = wanted - items.length;
    const page = await table.query<Key>({
      ...list,
      newestFirst: true,
      limit,
      from,
      consistent: true,
    });
    items.push(...page.items);
    from = page.next;
  } while (from && items.length < Math.min(wanted, ENOUGH));
  return { items, isCut: from !== undefined && items.length < wanted };
}

/** Groups the items of a chat by kind; messages keep their order. */
function groupByKind(items: readonly Key[]): {
  messages: ChatMessage[];
  state: ChatState | undefined;
} {
  const room = items.find(({ sk }) => sk === roomKey('').sk) as (Key & Room) | undefined;
  const typing = items.find(({ sk }) => sk === typingKey('').sk);
  return {
    messages: items.filter(({ sk }) => sk.startsWith(MESSAGE_PREFIX)) as (Key & ChatMessage)[],
    state: room && { room, typists: typistsIn(typing) },
  };
}
