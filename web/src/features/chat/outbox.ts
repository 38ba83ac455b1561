import * as z from 'zod/mini';
import { viewChat, viewChatList } from '#shared/api/chat.ts';
import { createChatMessage } from '#shared/api/chat-messages.ts';
import { call, isRefusal } from '../../api/client.ts';
import { outboxOf, type Unsent } from '../../api/outbox.ts';
import { refresh } from '../../api/queries.ts';
import { addOwnMessage } from './room-query.ts';

/* Chat messages in the outbox. Those of a chat are sent one after the other; a failed one holds back those behind it. */

const content = z.object({ chatId: z.string(), html: z.string() });

export type Outgoing = Unsent & z.infer<typeof content>;

/** The ids of messages that the server returned in the response to sending them. */
const answered = new Set<string>();

export const wasAnswered = (messageId: string): boolean => answered.has(messageId);

const outbox = outboxOf({
  name: 'chat',
  content,
  laneOf: ({ chatId }) => chatId,
  async send({ chatId, html, localId }) {
    const input = { chatId, messageText: html };
    const { data } = await call(createChatMessage, input, { idempotencyKey: localId });
    for (const message of data) {
      answered.add(message.id);
      void addOwnMessage(chatId, message);
    }
    void refresh(viewChatList);
  },
  refused(_, fault) {
    if (isRefusal(fault, 'FORBIDDEN', 'WRONG_STATUS', 'NOT_FOUND')) void refresh(viewChat);
  },
});

/** The viewer's unsent messages of a chat, oldest first. */
export function useOutbox(chatId: string, writerId: string): readonly Outgoing[] {
  return outbox
    .use()
    .filter((message) => message.chatId === chatId && message.writerId === writerId);
}

/** Adds a message to the outbox and sends it. */
export function sendChatMessage(chatId: string, writerId: string, html: string): void {
  outbox.keep({ chatId, html }, { writerId });
  void outbox.deliver(chatId);
}

/** Retries a failed message, and then those behind it. */
export const retryMessage = (message: Outgoing): void => void outbox.retry(message);

export function discardMessage({ localId, chatId }: Outgoing): void {
  outbox.remove((message) => message.localId === localId);
  void outbox.deliver(chatId);
}

/** Discards all unsent messages of a chat in which nothing can be written any more. */
export const discardAll = (chatId: string): void =>
  outbox.remove((message) => message.chatId === chatId);

/** Sends messages that were left when the page was closed or offline. */
export const sendOutbox = outbox.resume;
