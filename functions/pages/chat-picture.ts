import { systemFunctions } from '#shared/api/system-functions.ts';
import { isPaid } from '#shared/rules/billing/plans.ts';
import { isMember, type Room } from '#shared/rules/chat/chats.ts';
import type { Instant } from '#shared/time.ts';
import { DESK, type PictureOf, readPictureAddress } from '../chat/picture-addresses.ts';
import { messagePictureAt } from '../gateways/message-pictures.ts';
import { hashKey } from '../gateways/secrets.ts';
import { type PageAnswer, servePage } from '../serve-work.ts';
import { ifNotExpired, type User } from '../storage/accounts/users.ts';
import type { ChatMessage } from '../storage/chat/chat-messages.ts';
import { chatMessageKey, roomKey, userKey } from '../storage/keys.ts';
import type { TableReader } from '../storage/table.ts';

/** Only the browser keeps it, and not for long: the message may be deleted. */
const KEPT = 'private, max-age=300';
const NOT_KEPT = 'no-store';
const MISSING: PageAnswer = { status: 404, cache: NOT_KEPT, html: '' };

/**
 * Shows the picture of a message of a chat, at an address that was made for one member (functions/chat/picture-addresses.ts). 404 once
 * the address is over, the message is deleted, or the member has left the chat or cannot use it.
 */
export const handler = servePage(
  systemFunctions.showChatPicture,
  async (path, { table, now, log }): Promise<PageAnswer> => {
    const of = await readPictureAddress(path, now);
    const picture = of && (await pictureFor(table, of, now));
    const jpeg = picture && (await messagePictureAt(picture.url));
    // The message may have been deleted since it was read; otherwise the role or the bucket is wrong.
    if (picture && !jpeg) log.warn('the file of a picture cannot be read');
    return jpeg ? { status: 200, cache: KEPT, jpeg } : MISSING;
  },
  { gives: { hashKey } },
);

/** The picture of a message that is not deleted, if its reader may still see it. */
async function pictureFor(
  table: TableReader,
  { chatId, sentAt, readerId }: PictureOf,
  now: Instant,
): Promise<ChatMessage['picture']> {
  const keys = [chatMessageKey(chatId, sentAt), roomKey(chatId)];
  const [found, chat, account] = await table.getMany<unknown>(
    readerId === DESK ? keys : [...keys, userKey(readerId)],
  );
  const message = found as ChatMessage | undefined;
  if (!message || message.deletedAt !== undefined) return undefined;
  if (readerId === DESK) return message.picture;
  const room = chat as Room | undefined;
  const reader = ifNotExpired(account as User | undefined, now);
  const mayRead =
    room && isMember(room, readerId) && reader && !reader.blockedAt && isPaid(reader.licenseId);
  return mayRead ? message.picture : undefined;
}
