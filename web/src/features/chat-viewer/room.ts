import type * as z from 'zod';
import type { viewChatMessages, viewChatMessagesSince } from '../../../../shared/api/chat.ts';
import type { chatMessage } from '../../../../shared/api/entities.ts';
import type { Output } from '../../../../shared/api/operation.ts';
import type { Instant } from '../../../../shared/time.ts';

/*
 * What is known of a chat's messages. Answers come in any order and overlap; messages merge by id, and none is ever
 * taken away or shown twice by an answer that is late. docs/product/chat.md#polling
 */

export type ChatMessage = z.output<typeof chatMessage>;
type Page = Output<typeof viewChatMessages>;
type News = Output<typeof viewChatMessagesSince>;

/** Somebody else who was writing when an answer was given: a new object with each answer that says so. */
export type Typing = { readonly userId: string; readonly avatarUrl: string | null };

export type Room = {
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  /** How far the messages are known without a gap: what is asked for next came after it. */
  readonly since: Instant;
  /** Where the page before the oldest begins; undefined where there is none. */
  readonly older: string | undefined;
  /** The number of the newest message that each person has read; it only grows. */
  readonly reads: Readonly<Record<string, number>>;
  readonly typing: Typing | undefined;
  /** The viewer had it on the screen before. Its messages may come before the screen does. */
  readonly wasShown?: true;
};

/** A chat as its newest page tells it. */
export function roomOf(page: Page): Room {
  return {
    messages: merged([], page.data),
    since: page.sinceTime,
    older: page.cursor,
    reads: furthest({}, page.reads),
    typing: typingIn(page),
  };
}

/**
 * The newest page, read anew while the chat is on the screen: it brings what it has and takes nothing away. Only where
 * something would be missing between the two does the chat begin with it.
 */
export function withNewest(room: Room, page: Page): Room {
  const oldest = page.data.at(-1);
  if (page.cursor !== undefined && oldest && oldest.dateTimeSent > room.since) return roomOf(page);
  const late = page.sinceTime < room.since;
  return {
    ...room,
    messages: merged(room.messages, page.data),
    since: late ? room.since : page.sinceTime,
    reads: furthest(room.reads, page.reads),
    typing: late ? room.typing : typingIn(page),
  };
}

/** The page before the oldest. Wherever the newest messages have got to meanwhile, it says nothing of them. */
export function withOlder(room: Room, page: Page): Room {
  return {
    ...room,
    messages: merged(room.messages, page.data),
    older: page.cursor,
    reads: furthest(room.reads, page.reads),
  };
}

/** What came since. An answer that is late brings what it has and turns nothing back. */
export function withNews(room: Room, news: News): Room {
  const late = news.sinceTime < room.since;
  return {
    ...room,
    messages: merged(room.messages, news.data),
    since: late ? room.since : news.sinceTime,
    reads: furthest(room.reads, news.reads),
    typing: late ? room.typing : typingIn(news),
  };
}

/**
 * A message that the viewer wrote and the server has. It does not move `since`: others may have written before it, and
 * are still to be asked for.
 */
export function withOwn(room: Room, message: ChatMessage): Room {
  return { ...room, messages: merged(room.messages, [message]) };
}

/** Those of `next` that `room` does not have. */
export function unknownTo(room: Room, next: readonly ChatMessage[]): readonly ChatMessage[] {
  const known = new Set(room.messages.map(({ id }) => id));
  return next.filter(({ id }) => !known.has(id));
}

/** Who has read a message, its writer left out. */
export function readersOf({ reads }: Room, message: ChatMessage): readonly string[] {
  const byMark = Object.entries(reads).flatMap(([userId, upTo]) =>
    upTo >= message.number ? [userId] : [],
  );
  const readers = new Set([...message.readUserIds, ...byMark]);
  readers.delete(message.userId);
  return [...readers];
}

function typingIn({ typingUserId, typingAvatarUrl }: Page | News): Typing | undefined {
  return typingUserId === null ? undefined : { userId: typingUserId, avatarUrl: typingAvatarUrl };
}

function merged(known: readonly ChatMessage[], more: readonly ChatMessage[]) {
  if (more.length === 0) return known;
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...byId.values()].sort((one, other) => one.number - other.number);
}

function furthest(known: Room['reads'], marks: Page['reads']): Room['reads'] {
  const next = { ...known };
  for (const { userId, upTo } of marks) next[userId] = Math.max(next[userId] ?? 0, upTo);
  return next;
}
