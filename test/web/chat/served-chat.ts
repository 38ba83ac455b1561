import { viewChat, viewChatList, viewChatParticipants } from '#shared/api/chat.ts';
import {
  createChatRead,
  searchChatMessages,
  viewChatMessages,
  viewChatMessagesSince,
} from '#shared/api/chat-messages.ts';
import type { Output } from '#shared/api/operation.ts';
import { matchesSearch, searchWordsOf } from '#shared/rules/chat/message-search.ts';
import { instant, MINUTE } from '#shared/time.ts';
import type { ChatMessage } from '#web/features/chat/room.ts';
import { paths } from '#web/paths.ts';
import { answer, MORNING, message } from '../../support/chat-fixtures.ts';
import { type Call, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben } from '../screen-fixtures.ts';

/* A chat of Ana and Ben on a server, for the screen in jsdom. Nothing has a height there, so all that is mounted is in view. */

export const CHAT = '01J0000000000000000000000C';

const chat: Output<typeof viewChat>['data'][number] = {
  id: CHAT,
  name: ben.fullName,
  description: '',
  avatar: null,
  unread: 0,
  dateTimeModified: instant(MORNING),
  direct: true,
  userId: ben.id,
  deleted: false,
  blocked: false,
  memberCount: 2,
  ownerId: null,
  muted: false,
};

export type ServedChat = {
  /** The number of its messages, which Ben wrote. */
  readonly count: number;
  /** The number of the message up to which Ana has read. */
  readonly read?: number;
  readonly contentOf?: (number: number) => string;
  /** How many of the others cannot open chats now. */
  readonly cannotOpen?: number;
};

/** Serves a chat whose messages are a minute apart, so that each has its own row. */
export function serveChat({ count, read = count, contentOf, cannotOpen }: ServedChat): void {
  const messageOf = (number: number): ChatMessage =>
    message(number, {
      userId: ben.id,
      userName: ben.fullName,
      dateTimeSent: instant(MORNING + number * MINUTE),
      ...(contentOf && { content: contentOf(number) }),
    });
  /** The messages before a number, newest first. */
  const before = (end: number, size: number) =>
    Array.from({ length: Math.min(size, end - 1) }, (_, nth) => messageOf(end - 1 - nth));
  const state = {
    ...answer([]),
    sinceTime: instant(MORNING + count * MINUTE),
    reads: [
      { userId: ana.id, upTo: read },
      { userId: ben.id, upTo: count },
    ],
  };
  serve(viewChat, () => success(viewChat, { data: [{ ...chat, cannotOpen }] }));
  serve(viewChatList, () => success(viewChatList, { pageTotal: 0, data: [] }));
  serve(viewChatParticipants, () => success(viewChatParticipants, { data: [] }));
  serve(createChatRead, () => success(createChatRead, {}));
  serve(viewChatMessagesSince, () => success(viewChatMessagesSince, state));
  serve(viewChatMessages, ({ input }: Call) => {
    const end = Number(input.get('cursor') ?? count + 1);
    const data = before(end, Number(input.get('limit') ?? 20));
    const first = data.at(-1)?.number ?? 1;
    const cursor = first > 1 ? String(first) : undefined;
    return success(viewChatMessages, { ...state, pageTotal: count, data, cursor });
  });
  // A page that is searched has 100 messages.
  serve(searchChatMessages, ({ input }: Call) => {
    const end = Number(input.get('cursor') ?? count + 1);
    const page = before(end, 100);
    const words = searchWordsOf(input.get('searchText') ?? '');
    const data = page.filter((one) => matchesSearch(one, words));
    const cursor = end > 101 ? String(end - 100) : undefined;
    return success(searchChatMessages, { data, cursor });
  });
}

export const openChat = () => openScreen(paths.chatViewer(CHAT), ana);

/** The message with this number, if it is mounted. */
export const slipOf = (number: number) =>
  document.querySelector<HTMLElement>(`[data-number="${number}"]`);
