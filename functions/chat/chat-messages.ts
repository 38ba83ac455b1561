import { Refusal } from '#shared/refusals.ts';
import {
  chatMessageText,
  isMember,
  NOT_CONTACTS_ANY_MORE,
  nextSentAt,
  otherOf,
  type Room,
  TYPISTS_MAX,
  typingUntil,
  typistsAt,
} from '#shared/rules/chat/chats.ts';
import { type Instant, instant } from '#shared/time.ts';
import { refuseBlockedAccount } from '../accounts/blocked-accounts.ts';
import type { Live } from '../gateways/live.ts';
import { cleanMessage } from '../html.ts';
import { onceForKey } from '../idempotency.ts';
import { publishEach, publishToMembers } from '../live/publish.ts';
import type { Logger } from '../log.ts';
import { ifNotExpired, publicUserOf, type User } from '../storage/accounts/users.ts';
import {
  type ChatMessage,
  chatMessageAt,
  writeChatMessage,
} from '../storage/chat/chat-messages.ts';
import type { ChatReceipts } from '../storage/chat/typing-and-read-receipts.ts';
import type { ContactRelation } from '../storage/contacts/contact-item.ts';
import { stateOf } from '../storage/contacts/contacts.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import { contactKey, roomKey, userKey } from '../storage/keys.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';
import { readChatMessageId, roomFor, stateFor, typingView } from './chat-views.ts';

/* Sending messages, typing indicators and read receipts. docs/product/chat.md#messages */

/** An attempt fails only if another member's message was stored first; this many simultaneous messages are rare. */
const ATTEMPTS = 20;

type Text = { readonly chatId: string; readonly messageText: string };
/** A message to send. `content`: sanitized HTML. */
type NewMessage = Pick<ChatMessage, 'chatId' | 'content' | 'picture'>;
/** A stored message, and the state of the chat after it. */
export type Sent = { readonly message: ChatMessage; readonly room: Room };

/**
 * Sends a text. Refuses with INVALID_INPUT, with NOT_FOUND if the user is not a member, and with FORBIDDEN if the two
 * people of a direct chat are no longer contacts. `keyed`: the call with its Idempotency-Key.
 */
export async function sendToChat(
  context: { readonly table: TableWriter; readonly now: Instant },
  userId: string,
  { chatId, messageText }: Text,
  keyed: KeyedCall | undefined,
): Promise<Sent> {
  const content = cleanMessage(messageText, chatMessageText, 'messageText');
  return writeToChat(context, userId, { chatId, content }, keyed);
}

/** Writes a validated message, once for each Idempotency-Key. Refuses as `sendToChat` does. */
export async function writeToChat(
  { table, now }: { readonly table: TableWriter; readonly now: Instant },
  userId: string,
  written: NewMessage,
  keyed: KeyedCall | undefined,
): Promise<Sent> {
  const { chatId } = written;
  const send = async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { room, writer } = await readForSending(table, chatId, userId, now);
      const message = newMessage(writer, room, written, now);
      const outcome = await writeChatMessage(table, room, message, keyed, now);
      if (outcome === 'done') return { message, room: withMessage(room, message) };
      if (outcome === 'SAME_KEY') return outcome;
      if (outcome === 'NOT_CONTACTS')
        throw new Refusal('FORBIDDEN', { message: NOT_CONTACTS_ANY_MORE });
      // Another message was stored first. A random wait keeps the writers from colliding again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
    }
    throw new Refusal('UNAVAILABLE');
  };
  return onceForKey({ table, now }, keyed, send, (sentAt) =>
    sentBefore(table, chatId, userId, sentAt),
  );
}

/** Returns the message that an earlier call with the same key stored, found by its time. */
export const sentBefore = async (
  table: TableReader,
  chatId: string,
  userId: string,
  sentAt: string,
): Promise<Sent> => ({
  room: await roomFor(table, chatId, userId),
  message: await messageAt(table, chatId, sentAt),
});

/** Reads the chat and the writer in one call; the handler reads ahead for the first attempt. Refuses non-members with NOT_FOUND. */
export async function readForSending(
  table: TableReader,
  chatId: string,
  userId: string,
  now: Instant,
) {
  const found = await table.getMany<unknown>([roomKey(chatId), userKey(userId)]);
  const room = found[0] as Room | undefined;
  if (!room || !isMember(room, userId)) throw new Refusal('NOT_FOUND');
  const writer = ifNotExpired(found[1] as User | undefined, now);
  if (!writer) throw new Refusal('UNAUTHENTICATED');
  refuseBlockedAccount(writer);
  return { room, writer };
}

async function messageAt(table: TableReader, chatId: string, sentAt: string) {
  const message = await chatMessageAt(table, chatId, instant(Number(sentAt)));
  if (!message) throw new Error(`the message of an earlier request in chat ${chatId} is missing`);
  return message;
}

export function newMessage(
  writer: User,
  room: Room,
  { content, picture }: Omit<NewMessage, 'chatId'>,
  now: Instant,
): ChatMessage {
  const { id: userId, fullName, avatarUrl } = publicUserOf(writer);
  return {
    chatId: room.id,
    number: room.number + 1,
    userId,
    fullName,
    avatarUrl,
    content,
    ...(picture && { picture }),
    sentAt: nextSentAt(room, now),
    previousAt: room.newestAt,
  };
}

const withMessage = (room: Room, { userId, number, sentAt }: ChatMessage): Room => ({
  ...room,
  number,
  newestAt: sentAt,
  newestBy: userId,
  members: { ...room.members, [userId]: number },
});

type ReceiptContext = {
  readonly table: TableReader;
  readonly receipts: ChatReceipts;
  readonly live: Live;
  readonly now: Instant;
  readonly log: Logger;
};

/**
 * Marks the user as typing and returns who else is. It writes nothing if nobody would see it: when enough others are
 * typing, and when the two people are not contacts.
 */
export async function startTyping(
  { table, receipts, live, now, log }: ReceiptContext,
  chatId: string,
  userId: string,
) {
  const state = await stateFor(table, chatId, userId);
  const writing = typistsAt(state.room, state.typists, now);
  const others = writing.filter((one) => one.userId !== userId);
  if (others.length < TYPISTS_MAX) {
    // Of two people the relation is read at each sign: it may have ended since the first one.
    const known = state.room.direct ? undefined : writing.find((one) => one.userId === userId);
    const typist = known ?? (await readNewTypist(table, state.room, userId, now));
    if (!typist) return typingView(state, userId, now);
    const { avatarUrl } = typist;
    const forgotten = state.typists
      .map((one) => one.userId)
      .filter((id) => id !== userId && !others.some((one) => one.userId === id));
    const until = typingUntil(now);
    await receipts.markTyping(chatId, { userId, avatarUrl, until }, forgotten);
    const hint = { kind: 'chatTyping', chatId, userId, avatarUrl, until } as const;
    await publishToMembers({ live, now, log }, state.room, hint, { except: userId });
  }
  return typingView(state, userId, now);
}

/** Reads the portrait of a user who starts typing; undefined if the two people of a direct chat are no longer contacts. */
async function readNewTypist(table: TableReader, room: Room, userId: string, now: Instant) {
  const otherId = otherOf(room, userId);
  const keys = [userKey(userId), ...(otherId ? [contactKey(userId, otherId)] : [])];
  const [user, relation] = await table.getMany<unknown>(keys, 'eventual');
  if (otherId && stateOf(relation as ContactRelation | undefined, now) !== 'CONTACT')
    return undefined;
  const found = ifNotExpired(user as User | undefined, now);
  return { avatarUrl: found ? publicUserOf(found).avatarUrl : null };
}

/** Marks the user as no longer typing, and returns who else is. */
export async function stopTyping(
  { table, receipts, live, now, log }: ReceiptContext,
  chatId: string,
  userId: string,
) {
  const state = await stateFor(table, chatId, userId);
  if (state.typists.some((one) => one.userId === userId)) {
    await receipts.removeTyping(chatId, userId);
    const hint = { kind: 'chatTyping', chatId, userId, avatarUrl: null, until: null } as const;
    await publishToMembers({ live, now, log }, state.room, hint, { except: userId });
  }
  return typingView(state, userId, now);
}

/**
 * Marks the messages up to this one as read, and notifies the other members. The mark only moves forward; marking older messages
 * again succeeds. Costs one write, and a read only if the write changed nothing.
 */
export async function markReadUpTo(
  { table, receipts, ...context }: ReceiptContext,
  chatMessageId: string,
  userId: string,
): Promise<void> {
  const { chatId, number } = readChatMessageId(chatMessageId);
  const marked = await receipts.markRead(chatId, userId, number);
  if (marked !== 'STAYS') {
    const hint = { kind: 'chatRead', chatId, userId, upTo: number } as const;
    if (marked.frozenReads) return publishEach(context, [{ userId, hint }]);
    return publishToMembers(context, marked, hint);
  }
  const room = await roomFor(table, chatId, userId);
  if (number > room.number) throw new Refusal('NOT_FOUND');
}
