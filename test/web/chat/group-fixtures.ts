import { viewChat, viewChatParticipants } from '#shared/api/chat.ts';
import { viewChatMessages, viewChatMessagesSince } from '#shared/api/chat-messages.ts';
import type { Output } from '#shared/api/operation.ts';
import { answer, pageOf } from '../../support/chat-fixtures.ts';
import { refusal, serve, success } from '../open-screen.ts';
import { ana, ben, NOW } from '../screen-fixtures.ts';

/* A group of Ana, Ben and Cleo, as the server returns it to Ana. */

type Chat = Output<typeof viewChat>['data'][number];
type ChatMessage = Output<typeof viewChatMessages>['data'][number];

export const cleo = {
  ...ana,
  id: '01J0000000000000000000000C',
  fullName: 'Cleo Park',
  username: 'cleo.park',
};

export const group: Chat = {
  id: '01J0000000000000000000000G',
  name: 'Permits',
  description: '',
  avatar: null,
  unread: 0,
  dateTimeModified: NOW,
  direct: false,
  userId: null,
  deleted: false,
  blocked: false,
  memberCount: 3,
  ownerId: ana.id,
  muted: false,
};

/** Ana's chat with Ben. */
export const direct: Chat = {
  ...group,
  id: '01J0000000000000000000000D',
  name: ben.fullName,
  direct: true,
  userId: ben.id,
  memberCount: 2,
  ownerId: null,
};

type Member = Pick<typeof ana, 'id' | 'fullName' | 'username'>;

/** Serves a chat with these people and messages. */
export function serveChat(
  chat: Chat,
  people: readonly Member[] = [ana, ben, cleo],
  messages: readonly ChatMessage[] = [],
): void {
  serve(viewChat, () => success(viewChat, { data: [chat] }));
  serve(viewChatParticipants, () =>
    success(viewChatParticipants, {
      data: people.map(({ id, fullName, username }) => ({
        id,
        fullName,
        username,
        profileImageUrl: null,
      })),
    }),
  );
  serve(viewChatMessages, () =>
    success(viewChatMessages, {
      ...pageOf(messages.map(({ number }) => number)),
      data: [...messages].reverse(),
    }),
  );
  serve(viewChatMessagesSince, () =>
    success(viewChatMessagesSince, {
      ...answer([], messages.length),
      reads: people.map(({ id }) => ({ userId: id, upTo: 0 })),
    }),
  );
}

/** Refuses everything about chats, as the server does for somebody who is not in them. */
export function serveNoChat(): void {
  for (const operation of [viewChat, viewChatParticipants, viewChatMessages, viewChatMessagesSince])
    serve(operation, () => refusal('NOT_FOUND'));
}
