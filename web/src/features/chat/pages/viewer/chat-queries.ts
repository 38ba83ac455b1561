import { viewChat, viewChatParticipants } from '#shared/api/chat.ts';
import { query } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';
import { roomQuery } from '../../room-query.ts';

/* The queries of an open chat. */

export const chatQueries = (chatId: string) => ({
  chat: query(viewChat, { id: chatId }),
  people: query(viewChatParticipants, { chatId }),
  room: roomQuery(chatId),
});

export const chatViewerQueries = ({ params: { chatId = '' } }: Pick<Address, 'params'>) =>
  chatQueries(chatId);

/** The queries of the pages of a chat that show no messages. */
export const chatPeopleQueries = ({ params: { chatId = '' } }: Pick<Address, 'params'>) => {
  const { chat, people } = chatQueries(chatId);
  return { chat, people };
};
