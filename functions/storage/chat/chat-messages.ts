import type { Fact } from '../../../shared/domain-events.ts';
import { newId } from '../../../shared/ids.ts';
import {
  otherOf,
  previewOf,
  type Room,
  type Typist,
  wholeSince,
} from '../../../shared/rules/chat/chats.ts';
import type { Instant } from '../../../shared/time.ts';
import { stillContacts } from '../contacts/contacts.ts';
import { present } from '../counters.ts';
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
import { positionAfter } from '../list-position.ts';
import { tell } from '../outbox.ts';
import { putNew, type TableReader, type TableWriter, update } from '../table.ts';
import { typistsIn } from './typing-and-read-receipts.ts';

/*
 * The messages of a chat, one after the other: each has the next number and a moment of its own, and names the moment of
 * the one before it. DynamoDB may show a message before one that was written earlier, even in a consistent query, since
 * what a transaction wrote becomes visible item by item; by these names a reader knows that one is missing and waits.
 */

/** A message as it is kept. */
export type ChatMessage = {
  readonly chatId: string;
  readonly number: number;
  readonly userId: string;
  /** Its writer, as they were called and looked when they wrote it. */
  readonly fullName: string;
  readonly avatarUrl: string | null;
  /** HTML that was sanitised. */
  readonly content: string;
  readonly sentAt: Instant;
  readonly previousAt: Instant;
};

/** How many messages one answer to "what came since" holds at most. */
export const NEWS_MAX = 100;

/** A chat at one moment: its room, and who said that they are writing. */
export type ChatState = { readonly room: Room; readonly said: readonly Typist[] };

/** The message of this moment. */
export function chatMessageAt(
  table: TableReader,
  chatId: string,
  sentAt: Instant,
): Promise<ChatMessage | undefined> {
  return table.get<ChatMessage>(chatMessageKey(chatId, sentAt));
}

/**
 * Writes a message: one transaction of the same size however many people are in the chat. `room` is what the message was
 * numbered by; MOVED when somebody else wrote, or the writer left, meanwhile. NOT_CONTACTS: the two were parted. SAME_KEY:
 * the same message is there already.
 */
export function writeChatMessage(
  table: TableWriter,
  room: Room,
  message: ChatMessage,
  keyed: KeyedCall | undefined,
  now: Instant,
): Promise<'done' | 'SAME_KEY' | 'MOVED' | 'NOT_CONTACTS'> {
  const { chatId, userId, number, sentAt, content } = message;
  const otherId = otherOf(room, userId);
  type Outcome = 'SAME_KEY' | 'MOVED' | 'NOT_CONTACTS';
  return table.transact<Outcome>(
    ...present<Outcome>([
      claimKey(keyed, String(sentAt), now),
      update(
        roomKey(chatId),
        `SET #number = :number, #newestAt = :sentAt, #newestBy = :userId, #preview = :preview, #members.#${userId} = :number`,
        { number, sentAt, userId, preview: previewOf(content) },
        {
          when: `#number = :read AND attribute_exists(#members.#${userId})`,
          values: { read: room.number },
          otherwise: 'MOVED',
        },
      ),
      putNew({ ...chatMessageKey(chatId, sentAt), ...message }, 'MOVED'),
      otherId ? stillContacts(userId, otherId) : undefined,
      tell(sentFact(message, otherId, now)),
    ]),
  );
}

function sentFact(
  { chatId, userId, sentAt }: ChatMessage,
  directUserId: string | undefined,
  now: Instant,
): Fact {
  return {
    id: newId(now),
    type: 'chat.messageSent',
    at: now,
    detail: { chatId, byUserId: userId, messageAt: sentAt, ...(directUserId && { directUserId }) },
  };
}

/**
 * What came after a moment, oldest first, with the state of the chat: one query, which costs half a unit where nothing
 * came. `more`: there is more than one answer holds. Undefined when there is no such chat.
 */
export async function newsSince(
  table: TableReader,
  chatId: string,
  since: Instant,
): Promise<(ChatState & { news: ChatMessage[]; more: boolean }) | undefined> {
  const { items, next } = await table.query<Key>({
    partition: chatPartition(chatId),
    after: chatMessageKey(chatId, since).sk,
    // The room and who is writing stand behind the messages.
    limit: NEWS_MAX + 2,
  });
  const found = sorted(items);
  const state = found.state ?? (next && (await stateOf(table, chatId, 'eventual')));
  if (!state) return undefined;
  const news = wholeSince(since, found.messages.slice(0, NEWS_MAX));
  // Cut off by the limit, not by a message that is on its way: that one is met by asking again later.
  const more = found.messages.length > news.length && news.length === NEWS_MAX;
  return { ...state, news, more: more || (!found.state && news.length === found.messages.length) };
}

/** The room and who is writing, without a message: half a unit, or one where it must be the newest. */
export async function stateOf(
  table: TableReader,
  chatId: string,
  consistency?: 'eventual',
): Promise<ChatState | undefined> {
  const { items } = await table.query<Key>({
    partition: chatPartition(chatId),
    after: AFTER_MESSAGES,
    consistent: consistency !== 'eventual',
  });
  return sorted(items).state;
}

/** The newest messages, newest first, with the state of the chat, in one query. */
export async function newestOf(
  table: TableReader,
  chatId: string,
  limit: number,
): Promise<(ChatState & { messages: ChatMessage[]; more: boolean }) | undefined> {
  const partition = chatPartition(chatId);
  const items = await take(table, { partition }, undefined, limit + 3);
  const { state, messages } = sorted(items);
  return state && { ...state, messages: messages.slice(0, limit), more: messages.length > limit };
}

/** Older messages, newest first: those before a moment, or after `skip` of them, which are counted and not fetched. */
export async function messagesBefore(
  table: TableReader,
  chatId: string,
  { before, skip, limit }: { before: Instant | undefined; skip: number; limit: number },
): Promise<{ messages: ChatMessage[]; more: boolean }> {
  const list = { partition: chatPartition(chatId), prefix: MESSAGE_PREFIX };
  const from =
    before === undefined
      ? await positionAfter(table, { ...list, newestFirst: true }, skip)
      : chatMessageKey(chatId, before);
  if (from === 'END') return { messages: [], more: false };
  const { messages } = sorted(await take(table, list, from, limit + 1));
  return { messages: messages.slice(0, limit), more: messages.length > limit };
}

/** As many as are wanted, newest first; long messages take more than one call. */
async function take(
  table: TableReader,
  list: { readonly partition: string; readonly prefix?: string },
  start: Readonly<Record<string, unknown>> | undefined,
  wanted: number,
): Promise<Key[]> {
  const found: Key[] = [];
  let from = start;
  do {
    const limit = wanted - found.length;
    const page = await table.query<Key>({
      ...list,
      newestFirst: true,
      limit,
      from,
      consistent: true,
    });
    found.push(...page.items);
    from = page.next;
  } while (from && found.length < wanted);
  return found;
}

/** What was found of a chat, by kind; the messages in the order in which they were found. */
function sorted(items: readonly Key[]): { messages: ChatMessage[]; state: ChatState | undefined } {
  const room = items.find(({ sk }) => sk === roomKey('').sk) as (Key & Room) | undefined;
  const typing = items.find(({ sk }) => sk === typingKey('').sk);
  return {
    messages: items.filter(({ sk }) => sk.startsWith(MESSAGE_PREFIX)) as (Key & ChatMessage)[],
    state: room && { room, said: typistsIn(typing) },
  };
}
