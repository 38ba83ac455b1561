import { createHash, randomUUID } from 'node:crypto';
import { CHAT_PICTURE_SIDE } from '#shared/rules/chat/chats.ts';
import type { Instant } from '#shared/time.ts';
import type { ChatPictures } from '../gateways/media.ts';
import { cleanCaption } from '../html.ts';
import { earlierRequest } from '../idempotency.ts';
import { redrawUpload } from '../profiles/pictures.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableWriter } from '../storage/table.ts';
import { readForSending, type Sent, sentBefore, writeToChat } from './chat-messages.ts';
import { refuseEnded } from './message-changes.ts';

/* Pictures in chats. docs/product/chat.md#pictures */

type PictureContext = {
  readonly table: TableWriter;
  readonly chatPictures: ChatPictures;
  readonly now: Instant;
};

type PictureInput = {
  readonly chatId: string;
  /** A data URL. */
  readonly base64Image: string;
  /** The caption. */
  readonly messageText: string;
};

/**
 * Sends a picture with a caption or none. Refuses as `sendToChat` does, before the picture is decoded, and with INVALID_INPUT at
 * the field base64Image if it is not a picture or too large.
 *
 * The picture is stored before the message, so that no message shows a missing one. If the process stops between the two, an
 * object is left whose address nobody knows. Repeating the call with its key replaces that object and sends the message.
 */
export async function sendPicture(
  { table, chatPictures, now }: PictureContext,
  userId: string,
  { chatId, base64Image, messageText }: PictureInput,
  keyed: KeyedCall | undefined,
): Promise<Sent> {
  const [earlier, { room }] = await Promise.all([
    earlierRequest({ table, now }, keyed),
    readForSending(table, chatId, userId, now),
  ]);
  // Storing the picture again would restore one that was deleted meanwhile.
  if (earlier) return sentBefore(table, chatId, userId, earlier.made);
  const content = cleanCaption(messageText);
  await refuseEnded(table, room, userId, now);
  const { jpeg, width, height } = await redrawUpload(base64Image, CHAT_PICTURE_SIDE);
  const url = await chatPictures.keep(chatId, pictureName(keyed), jpeg);
  const picture = { url, width, height };
  return writeToChat({ table, now }, userId, { chatId, content, picture }, keyed);
}

/** An unguessable name. */
export const newPictureName = (): string => hashOf([randomUUID()]);

/**
 * The unguessable name of a call's picture, which is the same when the call is repeated. It also depends on the input, so a key
 * that is used for two pictures at the same time does not replace one with the other.
 */
const pictureName = (keyed: KeyedCall | undefined): string =>
  keyed ? hashOf([keyed.callerId, keyed.key, keyed.fingerprint]) : newPictureName();

const hashOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
