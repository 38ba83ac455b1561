import type * as z from 'zod/mini';
import type { chatMessage } from '#shared/api/chat-entities.ts';
import type { viewChatMessages, viewChatMessagesSince } from '#shared/api/chat-messages.ts';
import type { Output } from '#shared/api/operation.ts';
import type { Instant } from '#shared/time.ts';

/*
 * The known messages of a chat. Responses overlap and arrive in any order: messages are merged by id, and a late response
 * never removes or repeats one. docs/product/chat.md#polling
 */

export type ChatMessage = z.output<typeof chatMessage>;
type Page = Output<typeof viewChatMessages>;
type News = Output<typeof viewChatMessagesSince>;

/** Somebody else who is typing; each response that says so makes a new object. */
export type Typing = {
  readonly userId: string;
  readonly avatarUrl: string | null;
  /** When that ends, by the server's clock; by default TYPING_TIME after it became known. */
  readonly until?: Instant;
};

export type Room = {
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  /** Up to here the messages are known without a gap: the next request asks for later ones. */
  readonly since: Instant;
  /** The number of changes of messages up to which the messages are current. */
  readonly revision: number;
  /** The cursor of the page before the oldest message; undefined if there is none. */
  readonly older: string | undefined;
  /** The number of the newest message that each person has read; it never decreases. */
  readonly reads: Readonly<Record<string, number>>;
  readonly typing: Typing | undefined;
  /** Whether the viewer had this chat on the screen. Its messages may load before that. */
  readonly wasShown?: true;
};

/** The room of a chat from its newest page. */
export function roomOf(page: Page): Room {
  return {
    messages: merged([], page.data),
    since: page.sinceTime,
    revision: page.revision,
    older: page.cursor,
    reads: furthest({}, page.reads),
    typing: typingIn(page),
  };
}

/**
 * Merges the newest page, loaded again while the chat is open. Keeps what is known, unless messages between the two
 * would be missing: then the chat starts with this page.
 */
export function withNewest(room: Room, page: Page): Room {
  const oldest = page.data.at(-1);
  if (page.cursor !== undefined && oldest && oldest.dateTimeSent > room.since) return roomOf(page);
  const late = page.sinceTime < room.since;
  return {
    ...room,
    messages: mergedPage(room, page),
    revision: Math.max(room.revision, page.revision),
    since: late ? room.since : page.sinceTime,
    reads: furthest(room.reads, page.reads),
    typing: late ? room.typing : typingIn(page),
  };
}

/** Merges the page before the oldest message, independent of newer ones that arrived meanwhile. */
export function withOlder(room: Room, page: Page): Room {
  return {
    ...room,
    messages: mergedPage(room, page),
    older: page.cursor,
    reads: furthest(room.reads, page.reads),
  };
}

/**
 * Merges newer messages. A late response adds its messages and does not move `since` back. Returns the same room if there
 * is nothing new.
 */
export function withNews(before: Room, news: News): Room {
  const room = news.changesLost ? before : withChanges(before, news.changed, news.revision);
  const late = news.sinceTime < room.since;
  const next = {
    messages: mergedPage(room, news),
    since: late ? room.since : news.sinceTime,
    reads: furthest(room.reads, news.reads),
    typing: late ? room.typing : typingIn(news),
  };
  const isSame =
    next.messages === room.messages &&
    next.since === room.since &&
    next.reads === room.reads &&
    next.typing === room.typing;
  return isSame ? room : { ...room, ...next };
}

/** Replaces messages that were changed, up to a revision. Those that are not loaded are current when they are. */
export function withChanges(room: Room, changed: readonly ChatMessage[], revision: number): Room {
  if (revision <= room.revision) return room;
  const byId = new Map(changed.map((message) => [message.id, message]));
  const messages =
    byId.size === 0 ? room.messages : room.messages.map((one) => byId.get(one.id) ?? one);
  return { ...room, messages, revision };
}

/** Merges a message that the viewer wrote. It does not move `since`: others may have written before it. */
export function withOwn(room: Room, message: ChatMessage): Room {
  return { ...room, messages: merged(room.messages, [message]) };
}

/** The number of the last message up to which all messages are known; 0 if there is none. */
export function knownUpTo({ messages, since }: Room): number {
  let place = messages.findLastIndex(({ dateTimeSent }) => dateTimeSent <= since);
  let known = messages[place]?.number ?? 0;
  for (; messages[place + 1]?.number === known + 1; place += 1) known += 1;
  return known;
}

/**
 * Merges a message that directly follows the known ones. Returns the same room if the message is known, and undefined if
 * messages in between would be missing.
 */
export function withNext(room: Room, message: ChatMessage): Room | undefined {
  const known = knownUpTo(room);
  if (message.number <= known) return room;
  if (message.number > known + 1) return undefined;
  const next = {
    ...room,
    messages: merged(room.messages, [message]),
    since: message.dateTimeSent,
    reads: furthest(room.reads, [{ userId: message.userId, upTo: message.number }]),
    typing: room.typing?.userId === message.userId ? undefined : room.typing,
  };
  // The messages that follow may be known already, such as the viewer's own.
  const last = next.messages.find(({ number }) => number === knownUpTo(next));
  return { ...next, since: last?.dateTimeSent ?? next.since };
}

/** Merges the read position of a person. */
export function withRead(room: Room, read: Page['reads'][number]): Room {
  const reads = furthest(room.reads, [read]);
  return reads === room.reads ? room : { ...room, reads };
}

/** Merges that a person is typing, or has stopped (`until` is null). */
export function withTyping(
  room: Room,
  { userId, avatarUrl, until }: Omit<Typing, 'until'> & { readonly until: Instant | null },
): Room {
  if (until !== null) return { ...room, typing: { userId, avatarUrl, until } };
  return room.typing?.userId === userId ? { ...room, typing: undefined } : room;
}

/** The messages of `next` that `room` does not have. */
export function unknownTo(room: Room, next: readonly ChatMessage[]): readonly ChatMessage[] {
  const known = new Set(room.messages.map(({ id }) => id));
  return next.filter(({ id }) => !known.has(id));
}

/** The people who have read a message, without its writer. */
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

/** Merges the messages of a response. A response from before the last change does not restore older versions of messages. */
const mergedPage = (room: Room, { data, revision }: Pick<News, 'data' | 'revision'>) =>
  merged(room.messages, revision < room.revision ? unknownTo(room, data) : data);

function merged(known: readonly ChatMessage[], more: readonly ChatMessage[]) {
  const first = more[0];
  if (!first) return known;
  // The usual case, which avoids sorting thousands of known messages.
  const isNewer = first.number > (known.at(-1)?.number ?? 0);
  const isSorted = more.every(({ number }, place) => number > (more[place - 1]?.number ?? 0));
  if (isNewer && isSorted) return [...known, ...more];
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...byId.values()].sort((one, other) => one.number - other.number);
}

function furthest(known: Room['reads'], marks: Page['reads']): Room['reads'] {
  if (marks.every(({ userId, upTo }) => upTo <= (known[userId] ?? -1))) return known;
  const next = { ...known };
  for (const { userId, upTo } of marks) next[userId] = Math.max(next[userId] ?? 0, upTo);
  return next;
}
