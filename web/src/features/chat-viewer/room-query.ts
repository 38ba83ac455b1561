import { queryOptions } from '@tanstack/react-query';
import {
  viewChat,
  viewChatMessages,
  viewChatMessagesSince,
  viewChatParticipants,
} from '../../../../shared/api/chat.ts';
import { call } from '../../api/client.ts';
import { query, queryClient, refresh } from '../../api/queries.ts';
import {
  type ChatMessage,
  type Room,
  roomOf,
  unknownTo,
  withNewest,
  withNews,
  withOlder,
  withOwn,
} from './room.ts';

/*
 * The messages of a chat in the app's cache: read once, kept fresh by asking for what came since, so that coming back
 * to a chat shows it at once. Answers are merged into what is there at that moment, never into what was there before.
 */

/** A chat nobody has looked at for this long (ms) is read anew. */
const KEPT = 10 * 60_000;

const keyOf = (chatId: string) => ['chatRoom', chatId] as const;

export function roomQuery(chatId: string) {
  return queryOptions({
    queryKey: keyOf(chatId),
    queryFn: async ({ signal }) => {
      const page = await call(viewChatMessages, { chatId }, { signal });
      // A notification has everything read anew, and the reader may be far up in older messages.
      const known = queryClient.getQueryData<Room>(keyOf(chatId));
      return known ? withNewest(known, page) : roomOf(page);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT,
  });
}

function change(chatId: string, how: (room: Room) => Room): void {
  queryClient.setQueryData<Room>(keyOf(chatId), (room) => room && how(room));
}

/** Reads the page before the oldest message, where there is one. */
export async function readOlder(chatId: string): Promise<void> {
  const cursor = queryClient.getQueryData<Room>(keyOf(chatId))?.older;
  if (cursor === undefined) return;
  const page = await call(viewChatMessages, { chatId, cursor });
  // Another turn has read it meanwhile: its cursor is the newer one.
  change(chatId, (room) => (room.older === cursor ? withOlder(room, page) : room));
}

/** Asks for what came since, until there is no more of it, and gives the messages that nobody here had. */
export async function readNews(
  chatId: string,
  signal: AbortSignal,
): Promise<readonly ChatMessage[]> {
  const fresh: ChatMessage[] = [];
  for (;;) {
    const room = queryClient.getQueryData<Room>(keyOf(chatId));
    if (!room) return fresh;
    const asked = { chatId, sinceTime: room.since };
    const news = await call(viewChatMessagesSince, asked, { signal });
    followMembers(chatId, news.reads.length);
    const now = queryClient.getQueryData<Room>(keyOf(chatId)) ?? room;
    fresh.push(...unknownTo(now, news.data));
    change(chatId, (latest) => withNews(latest, news));
    if (!news.more || news.sinceTime <= room.since) return fresh;
  }
}

/** Reloads who is in the chat when somebody joined or left. Each member has one read position, also with nothing read. */
function followMembers(chatId: string, memberCount: number): void {
  const known = queryClient.getQueryData(query(viewChat, { id: chatId }).queryKey)?.data[0];
  if (known && known.memberCount !== memberCount) void refresh(viewChat, viewChatParticipants);
}

/** The viewer leaves a chat whose messages were on the screen. */
export function noteShown(chatId: string): void {
  change(chatId, (room) => ({ ...room, wasShown: true }));
}

/** The server has a message that the viewer wrote. */
export function keepOwn(chatId: string, message: ChatMessage): void {
  change(chatId, (room) => withOwn(room, message));
}
