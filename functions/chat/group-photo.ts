import { Refusal } from '../../shared/refusals.ts';
import type { Room } from '../../shared/rules/chat/chats.ts';
import { AVATAR_SIDE } from '../../shared/rules/profiles/pictures.ts';
import type { Instant } from '../../shared/time.ts';
import type { Media } from '../gateways/media.ts';
import { earlierRequest, onceForKey } from '../idempotency.ts';
import type { Logger } from '../log.ts';
import { redrawUpload } from '../profiles/pictures.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableWriter } from '../storage/table.ts';
import { newPictureName } from './chat-pictures.ts';
import { roomFor } from './chat-views.ts';
import { changeGroup, requireOwner } from './group-changes.ts';

/* The photos of groups. docs/product/chat.md#groups */

type PhotoContext = {
  readonly table: TableWriter;
  readonly media: Media;
  readonly now: Instant;
  readonly log: Logger;
};

/**
 * Sets the photo of a group and removes the previous one. Refuses with NOT_FOUND whoever is not a member, with FORBIDDEN whoever
 * is not the owner, and with INVALID_INPUT what is not a picture. `keyed`: the call with its Idempotency-Key.
 */
export async function changePhoto(
  context: PhotoContext,
  userId: string,
  { chatId, base64Image }: { readonly chatId: string; readonly base64Image: string },
  keyed: KeyedCall | undefined,
): Promise<Room> {
  const { table, media } = context;
  const [room, earlier] = await Promise.all([
    roomFor(table, chatId, userId),
    earlierRequest(context, keyed),
  ]);
  if (earlier) return room;
  requireOwner(room, userId);
  const { jpeg } = redrawUpload(base64Image, AVATAR_SIDE);
  const photoUrl = await media.keepChatPicture(chatId, newPictureName(), jpeg);
  return announcePhoto(context, userId, { chatId, photoUrl }, keyed);
}

/** Writes the address of a stored photo to its group, and removes the photo that is not shown then. */
async function announcePhoto(
  context: PhotoContext,
  userId: string,
  { chatId, photoUrl }: { readonly chatId: string; readonly photoUrl: string },
  keyed: KeyedCall | undefined,
): Promise<Room> {
  const { table } = context;
  let previous: string | undefined;
  const change = () =>
    changeGroup(
      context,
      userId,
      chatId,
      (room) => {
        // A request to the table may be repeated after it was done.
        if (room.photoUrl === photoUrl) return undefined;
        previous = room.photoUrl;
        return { photoUrl, announcement: { kind: 'photo', people: [] } };
      },
      keyed,
    );
  try {
    const room = await onceForKey(context, keyed, change, () => roomFor(table, chatId, userId));
    await removePhoto(context, chatId, room.photoUrl === photoUrl ? previous : photoUrl);
    return room;
  } catch (fault) {
    // After any other error the photo may have been announced.
    if (fault instanceof Refusal) await removePhoto(context, chatId, photoUrl);
    throw fault;
  }
}

/** Removes a photo that no group shows. If that fails, it stays in storage without a link to it. */
async function removePhoto(
  { media, log }: PhotoContext,
  chatId: string,
  address: string | undefined,
): Promise<void> {
  try {
    if (address) await media.removeChatPicture(chatId, address);
  } catch (fault) {
    log.warn('a picture stays behind', fault as Error);
  }
}
