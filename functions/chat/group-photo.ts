import { Refusal } from '#shared/refusals.ts';
import type { Room } from '#shared/rules/chat/chats.ts';
import { AVATAR_SIDE } from '#shared/rules/profiles/pictures.ts';
import type { Instant } from '#shared/time.ts';
import type { ChatPictures } from '../gateways/media.ts';
import { earlierRequest, onceForKey } from '../idempotency.ts';
import type { Logger } from '../log.ts';
import { redrawUpload } from '../profiles/pictures.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableWriter } from '../storage/table.ts';
import { newPictureName } from './chat-pictures.ts';
import { roomFor } from './chat-views.ts';
import { changeGroup, type OwnersChange } from './group-changes.ts';
import { removeAtOnce } from './unused-files.ts';

/* The photos of groups. docs/product/chat.md#groups */

type PhotoContext = {
  readonly table: TableWriter;
  readonly chatPictures: ChatPictures;
  readonly now: Instant;
  readonly log: Logger;
};

type Upload = { readonly chatId: string; readonly base64Image: string };

/**
 * Sets the photo of a group and removes the previous one. Refuses with NOT_FOUND if the caller is not a member, with FORBIDDEN if
 * they are not the owner, and with INVALID_INPUT if the file is not a picture. `keyed`: the call with its Idempotency-Key.
 */
export async function changePhoto(
  context: PhotoContext,
  userId: string,
  upload: Upload,
  keyed: KeyedCall | undefined,
): Promise<Room> {
  const { chatId } = upload;
  const current = () => roomFor(context.table, chatId, userId);
  if (await earlierRequest(context, keyed)) return current();
  let photoUrl: string | undefined;
  let previous: string | undefined;
  const decide = async (room: Room): Promise<OwnersChange | undefined> => {
    photoUrl ??= await storePhoto(context, upload);
    // An earlier attempt was written, although its response was lost.
    if (room.photoUrl === photoUrl) return undefined;
    previous = room.photoUrl;
    return { photoUrl, announcement: { kind: 'photo', people: [] } };
  };
  const change = () => changeGroup(context, userId, chatId, decide, keyed);
  try {
    const room = await onceForKey(context, keyed, change, current);
    await removePhoto(context, chatId, room.photoUrl === photoUrl ? previous : photoUrl);
    return room;
  } catch (fault) {
    // After any other error the group may show the new photo already.
    if (fault instanceof Refusal) await removePhoto(context, chatId, photoUrl);
    throw fault;
  }
}

/** Re-encodes a picture, stores it, and returns its URL. */
async function storePhoto(
  { chatPictures }: PhotoContext,
  { chatId, base64Image }: Upload,
): Promise<string> {
  const { jpeg } = await redrawUpload(base64Image, AVATAR_SIDE);
  return chatPictures.keepPhoto(chatId, newPictureName(), jpeg);
}

/** Removes a photo that no group shows. */
async function removePhoto(
  context: PhotoContext,
  chatId: string,
  address: string | undefined,
): Promise<void> {
  if (address) await removeAtOnce(context, chatId, address);
}
