import { createHash } from 'node:crypto';
import type { DomainEvent } from '#shared/domain-events.ts';
import { ID_ALPHABET, newId } from '#shared/ids.ts';
import type { Room } from '#shared/rules/chat/chats.ts';
import type { Instant } from '#shared/time.ts';
import { exists } from '../conditions.ts';
import { requireContacts } from '../contacts/contacts.ts';
import { definedSteps } from '../counters.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import { roomKey } from '../keys.ts';
import { publishEvent } from '../outbox.ts';
import { type Item, putNew, type TableReader, type TableWriter, update } from '../table.ts';
import { addMembership } from './chat-members.ts';

/*
 * Chats. The item of a chat (`Room`) holds its shared state: its members, how far each has read, and the number and time of
 * the newest message. With fifty members it stays below four kilobytes, which is one read unit, unless most of them muted it.
 */

export async function roomOf(
  table: TableReader,
  chatId: string,
  consistency?: 'eventual',
): Promise<Room | undefined> {
  return table.get<Room>(roomKey(chatId), consistency);
}

/** The id of the direct chat of two people. It is derived from their ids, so that they can have only one. */
export function directChatId(userId: string, otherId: string): string {
  const pair = [userId, otherId].sort().join('#');
  const bits = BigInt(`0x${createHash('sha256').update(pair).digest('hex').slice(0, 32)}`);
  const letter = (nth: number) => ID_ALPHABET[Number((bits >> BigInt(5 * (25 - nth))) & 31n)];
  return Array.from({ length: 26 }, (_, nth) => letter(nth)).join('');
}

/**
 * Keeps the read receipts of a chat as they are for the other side, until the next message. NOTHING: the chat does not exist, or they
 * are kept already.
 */
export async function freezeReceipts(
  table: TableWriter,
  chatId: string,
): Promise<'done' | 'NOTHING'> {
  return table.write(
    update(
      roomKey(chatId),
      { copy: { frozenReads: 'members' } },
      { when: { pk: exists, frozenReads: undefined }, otherwise: 'NOTHING' },
    ),
  );
}

/** Creates the direct chat of two contacts and adds it to the lists of both. EXISTS: it was created before. */
export async function openDirect(
  table: TableWriter,
  [userId, otherId]: readonly [string, string],
  now: Instant,
): Promise<Room | 'EXISTS' | 'NOT_CONTACTS'> {
  const id = directChatId(userId, otherId);
  const room: Room = { ...emptyRoom(id, [userId, otherId], now), name: '', direct: true };
  const outcome = await table.transact<'EXISTS' | 'NOT_CONTACTS'>(
    putNew(itemOf(room), 'EXISTS'),
    requireContacts(userId, otherId, 'NOT_CONTACTS'),
    addMembership({ userId, chatId: id, otherId, at: now }),
    addMembership({ userId: otherId, chatId: id, otherId: userId, at: now }),
  );
  return outcome === 'done' ? room : outcome;
}

/**
 * Creates a group of its owner and others, and adds it to the lists of all members. SAME_KEY: an earlier request with the same key created
 * it.
 */
export async function openGroup(
  table: TableWriter,
  group: {
    readonly id: string;
    readonly name: string;
    readonly ownerId: string;
    readonly otherIds: readonly string[];
    readonly keyed: KeyedCall | undefined;
  },
  now: Instant,
): Promise<Room | 'SAME_KEY'> {
  const { id, name, ownerId, otherIds, keyed } = group;
  const memberIds = [ownerId, ...otherIds];
  const room: Room = { ...emptyRoom(id, memberIds, now), name, direct: false, ownerId };
  const event = { chatId: id, byUserId: ownerId, addedUserIds: otherIds, removedUserIds: [] };
  const outcome = await table.transact<'SAME_KEY' | 'TAKEN'>(
    ...definedSteps<'SAME_KEY' | 'TAKEN'>([
      claimKey(keyed, id, now),
      putNew(itemOf(room), 'TAKEN'),
      ...memberIds.map((userId) =>
        addMembership({ userId, chatId: id, otherId: undefined, at: now }),
      ),
      publishEvent(chatChangedEvent(event, now)),
    ]),
  );
  if (outcome === 'TAKEN') throw new Error(`the chat ${id} exists already`);
  return outcome === 'done' ? room : outcome;
}

function emptyRoom(id: string, memberIds: readonly string[], now: Instant) {
  const members = Object.fromEntries(memberIds.map((userId) => [userId, 0]));
  return { id, members, number: 0, createdAt: now, newestAt: now, preview: '' };
}

const itemOf = (room: Room): Item => ({ ...roomKey(room.id), ...room });

type ChangedGroup = Readonly<
  Pick<DomainEvent<'chat.changed'>['detail'], 'chatId' | 'byUserId' | 'messageAt'>
> & {
  readonly addedUserIds: readonly string[];
  readonly removedUserIds: readonly string[];
};

/** Makes the event of a group that was created or changed. */
export const chatChangedEvent = (
  { addedUserIds, removedUserIds, ...group }: ChangedGroup,
  now: Instant,
): DomainEvent<'chat.changed'> => ({
  id: newId(now),
  type: 'chat.changed',
  at: now,
  detail: { ...group, addedUserIds: [...addedUserIds], removedUserIds: [...removedUserIds] },
});
