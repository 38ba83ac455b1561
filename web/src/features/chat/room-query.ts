import { queryOptions } from '@tanstack/react-query';
import { viewChat, viewChatParticipants } from '#shared/api/chat.ts';
import { viewChatMessages, viewChatMessagesSince } from '#shared/api/chat-messages.ts';
import type { ReadHint } from '#shared/live.ts';
import { MESSAGE_PAGE_MAX } from '#shared/rules/chat/chats.ts';
import { instant } from '#shared/time.ts';
import { call } from '../../api/client.ts';
import { invalidate, query, queryClient, refresh } from '../../api/queries.ts';
import { isPolled, requestPolls } from '../../api/requested-polls.ts';
import {
  type ChatMessage,
  knownUpTo,
  type Room,
  roomOf,
  unknownTo,
  withChanges,
  withNewest,
  withNews,
  withNext,
  withOlder,
  withOwn,
  withRead,
  withTyping,
} from './room.ts';

/*
 * The messages of a chat in the query cache: loaded once, then updated with newer messages, so that a chat opens at
 * once when it is opened again. Responses are merged into the current state, never into the state before the request.
 */

/** How long (ms) an unused chat stays in the cache. */
const KEPT = 10 * 60_000;

const keyOf = (chatId: string) => ['chatRoom', chatId] as const;

export function roomQuery(chatId: string) {
  return queryOptions({
    queryKey: keyOf(chatId),
    queryFn: async ({ signal }) => {
      const page = await call(viewChatMessages, { chatId }, { signal });
      // A notification invalidates every query, and the reader may be far up in older messages.
      const known = queryClient.getQueryData<Room>(keyOf(chatId));
      return known ? withNewest(known, page) : roomOf(page);
    },
    // Sharing would compare all messages with each other, and keep the typing indicator of the previous response.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT,
  });
}

function change(chatId: string, how: (room: Room) => Room): void {
  queryClient.setQueryData<Room>(keyOf(chatId), (room) => room && how(room));
}

/** Loads the page before the oldest message, if there is one. `limit`: the number of its messages. */
export async function readOlder(
  chatId: string,
  { limit, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const cursor = queryClient.getQueryData<Room>(keyOf(chatId))?.older;
  if (cursor === undefined) return;
  const page = await call(viewChatMessages, { chatId, cursor, limit }, { signal });
  // Another tab or request may have loaded it meanwhile; then the cursor differs.
  change(chatId, (room) => (room.older === cursor ? withOlder(room, page) : room));
}

/** How many messages a jump loads before the one it goes to. */
const BEFORE_TARGET = 20;

/** Whether a message, and those after it, are loaded. */
export function isLoaded(chatId: string, number: number): boolean {
  const room = queryClient.getQueryData<Room>(keyOf(chatId));
  const oldest = room?.messages[0]?.number ?? 0;
  return oldest <= number || room?.older === undefined;
}

/** Loads older messages until the one with this number is loaded, in pages as large as the server allows. */
export async function readBackTo(
  chatId: string,
  number: number,
  signal: AbortSignal,
): Promise<void> {
  while (!isLoaded(chatId, number)) {
    const oldest = queryClient.getQueryData<Room>(keyOf(chatId))?.messages[0]?.number ?? 0;
    const limit = Math.min(oldest - number + BEFORE_TARGET, MESSAGE_PAGE_MAX);
    await readOlder(chatId, { limit, signal });
  }
}

/** Loads newer messages until there are no more, and returns those that were unknown. */
export async function readNews(
  chatId: string,
  signal: AbortSignal,
): Promise<readonly ChatMessage[]> {
  const fresh: ChatMessage[] = [];
  for (;;) {
    const room = queryClient.getQueryData<Room>(keyOf(chatId));
    if (!room) return fresh;
    const asked = { chatId, sinceTime: room.since, sinceRevision: room.revision };
    const news = await call(viewChatMessagesSince, asked, { signal });
    const now = queryClient.getQueryData<Room>(keyOf(chatId)) ?? room;
    const unknown = unknownTo(now, news.data);
    fresh.push(...unknown);
    if (unknown.some(({ announcement }) => announcement)) reloadHead();
    else followMembers(chatId, news.reads.length);
    change(chatId, (latest) => withNews(latest, news));
    if (news.changesLost) await loadAnew(chatId, signal);
    if (!news.more || news.sinceTime <= room.since) return fresh;
  }
}

/** Replaces all known messages by the newest ones, when the server no longer has every change since the last response. */
async function loadAnew(chatId: string, signal: AbortSignal): Promise<void> {
  const page = await call(viewChatMessages, { chatId }, { signal });
  change(chatId, ({ wasShown }) => ({ ...roomOf(page), ...(wasShown && { wasShown }) }));
}

/** Reloads the name, the photo and the people of the open chat, which polls do not contain. */
const reloadHead = () => void refresh(viewChat, viewChatParticipants);

/**
 * Reloads the people of a chat when somebody joined or left. Every member has one read position, even if they read
 * nothing.
 */
function followMembers(chatId: string, memberCount: number): void {
  const known = queryClient.getQueryData(query(viewChat, { id: chatId }).queryKey)?.data[0];
  if (known && known.memberCount !== memberCount) reloadHead();
}

/** Called when the viewer leaves a chat whose messages were on the screen. */
export function markShown(chatId: string): void {
  change(chatId, (room) => ({ ...room, wasShown: true }));
}

/** Waits for the first load of a chat if it is running: its response may be older than what the caller is going to add. */
async function firstLoad(chatId: string): Promise<void> {
  const query = roomQuery(chatId);
  const state = queryClient.getQueryState(query.queryKey);
  if (state?.fetchStatus === 'fetching' && !state.data)
    await queryClient.ensureQueryData(query).catch(() => undefined);
}

/** Adds a message of the viewer that the server has stored. */
export async function addOwnMessage(chatId: string, message: ChatMessage): Promise<void> {
  await firstLoad(chatId);
  change(chatId, (room) => withOwn(room, message));
}

/** Called with messages that were added by a hint. */
type Listener = (messages: readonly ChatMessage[]) => void;

const listeners = new Map<string, Set<Listener>>();

/** Subscribes to messages of a chat that hints add. Returns the function that unsubscribes. */
export function followHintedMessages(chatId: string, listener: Listener): () => void {
  const all = listeners.get(chatId) ?? new Set();
  listeners.set(chatId, all.add(listener));
  return () => {
    all.delete(listener);
    if (all.size === 0) listeners.delete(chatId);
  };
}

/**
 * Adds the message of a hint to a cached chat. Returns false if the caller has to request the messages up to this number. A chat
 * that is not on the screen is then also marked as stale, so it is loaded again when it is opened.
 */
export function addHintedMessage(
  chatId: string,
  number: number,
  message: ChatMessage | undefined,
): boolean {
  const { queryKey } = roomQuery(chatId);
  const state = queryClient.getQueryState(queryKey);
  if (!state) return true;
  const room = state.data;
  // The first messages are loading, perhaps without this one.
  if (!room) {
    void readAfterFirst(chatId, (first) => number > knownUpTo(first));
    return true;
  }
  const next = message && withNext(room, message);
  if (next && next !== room) {
    queryClient.setQueryData<Room>(queryKey, next);
    const fresh = unknownTo(room, [message]);
    if (fresh.length > 0) for (const listener of listeners.get(chatId) ?? []) listener(fresh);
  }
  if (next || number <= knownUpTo(room)) return true;
  if (!isPolled(chatId)) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  return false;
}

/** Waits for the first load of a chat, and requests what is new if that load lacks what a hint announced meanwhile. */
async function readAfterFirst(chatId: string, lacks: (first: Room) => boolean): Promise<void> {
  await firstLoad(chatId);
  const room = queryClient.getQueryData<Room>(keyOf(chatId));
  if (!room || !lacks(room)) return;
  await readNews(chatId, new AbortController().signal).catch(() => undefined);
}

/** Adds the read position of a member from a hint. */
export async function addHintedRead(
  chatId: string,
  { userId, upTo }: Kind<'chatRead'>,
): Promise<void> {
  await firstLoad(chatId);
  change(chatId, (room) => withRead(room, { userId, upTo }));
}

/** Adds from a hint that a member is typing or has stopped. */
export function addHintedTyping(chatId: string, typing: Kind<'chatTyping'>): void {
  const { userId, avatarUrl, until } = typing;
  const ends = until === null ? null : instant(until);
  change(chatId, (room) => withTyping(room, { userId, avatarUrl, until: ends }));
}

/**
 * Replaces a message that was changed, by a hint or by the viewer. Returns whether the chat has all changes up to this one;
 * if not, the caller has to request them.
 */
export function addChangedMessage(
  chatId: string,
  revision: number,
  message: ChatMessage | undefined,
): boolean {
  const room = queryClient.getQueryData<Room>(keyOf(chatId));
  if (!room) void readAfterFirst(chatId, (first) => revision > first.revision);
  if (!room || revision <= room.revision) return true;
  if (!message || revision > room.revision + 1) return false;
  change(chatId, (latest) => withChanges(latest, [message], revision));
  return true;
}

/** Changes how a loaded message is shown. */
export function showChange(
  chatId: string,
  messageId: string,
  how: (message: ChatMessage) => ChatMessage,
): void {
  change(chatId, (room) => ({
    ...room,
    messages: room.messages.map((one) => (one.id === messageId ? how(one) : one)),
  }));
}

/**
 * Sends the viewer's change of a message and shows the message of the response. The next poll updates the revision. If other
 * changes arrived meanwhile, the response may be older than what is shown, so a poll is requested instead.
 */
export async function sendOwnChange(
  chatId: string,
  send: () => Promise<{ readonly data: readonly ChatMessage[] }>,
): Promise<void> {
  const before = revisionIn(chatId);
  const [message] = (await send()).data;
  if (!message) return;
  if (revisionIn(chatId) === before) showChange(chatId, message.id, () => message);
  else if (!isShown(chatId, message)) void requestPolls(chatId).catch(() => undefined);
}

/** Whether the chat shows this version of a message already, as after the hint about the viewer's own change. */
function isShown(chatId: string, message: ChatMessage): boolean {
  const room = queryClient.getQueryData<Room>(keyOf(chatId));
  const shown = room?.messages.find(({ id }) => id === message.id);
  return JSON.stringify(shown) === JSON.stringify(message);
}

const revisionIn = (chatId: string) => queryClient.getQueryData<Room>(keyOf(chatId))?.revision;

/** Makes chats that are not on the screen load again when they are opened, because hints about them may be missing. */
export function invalidateClosedRooms(): void {
  void invalidate({ queryKey: ['chatRoom'], type: 'inactive', refetchType: 'none' });
}

type Kind<K extends ReadHint['kind']> = Omit<Extract<ReadHint, { kind: K }>, 'kind'>;
