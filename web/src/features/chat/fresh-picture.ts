import { viewChatMessages } from '#shared/api/chat-messages.ts';
import { later, toIso } from '#shared/time.ts';
import { call } from '../../api/client.ts';
import type { ChatMessage } from './room.ts';

/**
 * Asks for a new address of the picture of a message, because the one that was loaded with it is valid for minutes. Undefined if the
 * message has no picture any more, or cannot be read.
 */
export async function freshPictureAddress({
  id,
  dateTimeSent,
}: Pick<ChatMessage, 'id' | 'dateTimeSent'>): Promise<string | undefined> {
  // A cursor is the time before which messages are read.
  const cursor = btoa(toIso(later(dateTimeSent, 1))).replace(/=+$/, '');
  const chatId = id.slice(0, id.lastIndexOf('-'));
  try {
    const { data } = await call(viewChatMessages, { chatId, cursor, limit: 1 });
    return data.find((message) => message.id === id)?.picture?.url;
  } catch {
    return undefined;
  }
}
