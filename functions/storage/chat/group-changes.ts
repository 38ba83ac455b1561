import { announcementWords } from '#shared/rules/chat/announcement-words.ts';
import type { Announcement } from '#shared/rules/chat/announcements.ts';
import { PREVIEW_MAX, type Room } from '#shared/rules/chat/chats.ts';
import { truncateAtWord } from '#shared/rules/text.ts';
import type { Instant } from '#shared/time.ts';
import { exists, within } from '../conditions.ts';
import { requireContacts } from '../contacts/contacts.ts';
import { definedSteps } from '../counters.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import { chatMessageKey, roomKey } from '../keys.ts';
import { publishEvent } from '../outbox.ts';
import { putNew, type Step, type TableWriter, update } from '../table.ts';
import { addMembership, removeMembership } from './chat-members.ts';
import { type ChatMessage, memberAsRead } from './chat-messages.ts';
import { chatChangedEvent } from './chats.ts';
import { filesOfAbandonedChat, unusedFile } from './unused-files.ts';

/*
 * Changes of groups. Each is one transaction with its announcement, which takes the next number of the chat as a message does. So
 * of two changes at the same time one is written, and the other is decided again.
 */

export type GroupChange = {
  /** Its writer makes the change, and is a member before it. */
  readonly message: ChatMessage & { readonly announcement: Announcement };
  /** The owner after the change. It is always stored, because groups that were created before there were owners have none. */
  readonly ownerId: string;
  readonly addedIds: readonly string[];
  readonly removedIds: readonly string[];
  readonly name?: string | undefined;
  readonly photoUrl?: string | undefined;
};

/**
 * The largest number of people whom one change adds: each takes two of the hundred items of a transaction, the membership and the
 * check that they are a contact.
 */
export const ADDED_AT_ONCE = 48;

/** The group after a change. New members have read everything before its announcement. */
export function roomAfter(room: Room, change: GroupChange): Room {
  const { message, ownerId, addedIds, removedIds, name, photoUrl } = change;
  const { number, sentAt, userId } = message;
  const reads = new Map(Object.entries({ ...room.members, [userId]: number }));
  for (const id of addedIds) reads.set(id, number - 1);
  for (const id of removedIds) reads.delete(id);
  return {
    ...room,
    number,
    newestAt: sentAt,
    newestBy: userId,
    ownerId,
    preview: truncateAtWord(announcementWords(message.announcement, message), PREVIEW_MAX),
    members: Object.fromEntries(reads),
    ...(name !== undefined && { name }),
    ...(photoUrl !== undefined && { photoUrl }),
  };
}

/**
 * Writes a change of a group. `room`: the state that it was decided by. MOVED: a message or another change was written first, or
 * the writer is no longer a member. NOT_CONTACTS: an added person is no longer a contact of the writer. SAME_KEY: an earlier
 * request with the same key wrote it, whose announcement has the time that the key holds.
 */
export function writeGroupChange(
  table: TableWriter,
  room: Room,
  change: GroupChange,
  keyed: KeyedCall | undefined,
  now: Instant,
): Promise<'done' | 'SAME_KEY' | 'MOVED' | 'NOT_CONTACTS'> {
  const { message, addedIds, removedIds } = change;
  const { chatId, userId, sentAt } = message;
  type Outcome = 'SAME_KEY' | 'MOVED' | 'NOT_CONTACTS';
  return table.transact<Outcome>(
    ...definedSteps<Outcome>([
      claimKey(keyed, String(sentAt), now),
      changeRoom(room, change),
      putNew({ ...chatMessageKey(chatId, sentAt), ...message }, 'MOVED'),
      ...addedIds.flatMap((id): Step<Outcome>[] => [
        requireContacts(userId, id, 'NOT_CONTACTS'),
        addMembership({ userId: id, chatId, otherId: undefined, at: sentAt }),
      ]),
      ...removedIds.map((id) => removeMembership(id, chatId)),
      replacedPhoto(room, change, now),
      publishEvent(
        chatChangedEvent(
          {
            chatId,
            byUserId: userId,
            messageAt: sentAt,
            addedUserIds: addedIds,
            removedUserIds: removedIds,
          },
          now,
        ),
      ),
    ]),
  );
}

/** The step that marks the photo before the new one to be removed. */
const replacedPhoto = (
  { id, photoUrl }: Room,
  change: GroupChange,
  now: Instant,
): Step<never> | undefined =>
  photoUrl !== undefined && change.photoUrl !== undefined && change.photoUrl !== photoUrl
    ? unusedFile(id, photoUrl, now)
    : undefined;

/** The step that changes the item of the chat. */
function changeRoom(room: Room, change: GroupChange): Step<'MOVED'> {
  const { message, ownerId, addedIds, removedIds, name, photoUrl } = change;
  const { userId } = message;
  const after = roomAfter(room, change);
  const written = [userId, ...addedIds].filter((id) => !removedIds.includes(id));
  return update(
    roomKey(room.id),
    {
      set: {
        number: after.number,
        newestAt: after.newestAt,
        newestBy: after.newestBy,
        preview: after.preview,
        ownerId,
        name,
        photoUrl,
      },
      setIn: { members: Object.fromEntries(written.map((id) => [id, after.members[id]])) },
      removeIn: { members: removedIds },
      takeOut: { muted: removedIds.length > 0 ? new Set(removedIds) : undefined },
    },
    memberAsRead(room, userId),
  );
}

/**
 * Removes the last member of a group, which stays without members, without an announcement, and without its files, which a job removes.
 * MOVED: something was written meanwhile, perhaps because somebody was added, or they have left already.
 */
export function removeLastMember(
  table: TableWriter,
  room: Room,
  userId: string,
  now: Instant,
): Promise<'done' | 'MOVED'> {
  const { id: chatId } = room;
  const event = { chatId, byUserId: userId, addedUserIds: [], removedUserIds: [userId] };
  return table.transact<'MOVED'>(
    update(
      roomKey(chatId),
      { remove: ['ownerId', 'muted'], removeIn: { members: [userId] } },
      memberAsRead(room, userId),
    ),
    removeMembership(userId, chatId),
    filesOfAbandonedChat(chatId, now),
    publishEvent(chatChangedEvent(event, now)),
  );
}

/** Adds a member to those who get no push notifications of a chat, or removes them. GONE: they are not a member. */
export function setMuted(
  table: TableWriter,
  chatId: string,
  userId: string,
  muted: boolean,
): Promise<'done' | 'GONE'> {
  const self = new Set([userId]);
  return table.write(
    update(roomKey(chatId), muted ? { add: { muted: self } } : { takeOut: { muted: self } }, {
      when: { members: within({ [userId]: exists }) },
      otherwise: 'GONE',
    }),
  );
}
