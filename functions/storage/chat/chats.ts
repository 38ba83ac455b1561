import { createHash } from 'node:crypto';
import type { Room } from '../../../shared/rules/chat/chats.ts';
import type { Instant } from '../../../shared/time.ts';
import { requireContacts } from '../contacts/contacts.ts';
import { definedSteps } from '../counters.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import { roomKey } from '../keys.ts';
import { type Item, putNew, type TableReader, type TableWriter, update } from '../table.ts';
import { addMembership, removeMembership } from './chat-members.ts';

/*
 * Chats. The item of a chat (`Room`) holds its shared state: its members, how far each has read, and the number and time of
 * the newest message. With fifty members it stays below four kilobytes, which is one read unit.
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
  const letter = (nth: number) => CROCKFORD[Number((bits >> BigInt(5 * (25 - nth))) & 31n)];
  return Array.from({ length: 26 }, (_, nth) => letter(nth)).join('');
}

/** The alphabet of ULIDs. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

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
    requireContacts(userId, otherId),
    addMembership({ userId, chatId: id, otherId, at: now }),
    addMembership({ userId: otherId, chatId: id, otherId: userId, at: now }),
  );
  return outcome === 'done' ? room : outcome;
}

/** Creates a group and adds it to the lists of all members. SAME_KEY: an earlier request with the same key created it. */
export async function openGroup(
  table: TableWriter,
  group: {
    readonly id: string;
    readonly name: string;
    readonly memberIds: readonly string[];
    readonly keyed: KeyedCall | undefined;
  },
  now: Instant,
): Promise<Room | 'SAME_KEY'> {
  const { id, name, memberIds, keyed } = group;
  const room: Room = { ...emptyRoom(id, memberIds, now), name, direct: false };
  const outcome = await table.transact<'SAME_KEY' | 'TAKEN'>(
    ...definedSteps<'SAME_KEY' | 'TAKEN'>([
      claimKey(keyed, id, now),
      putNew(itemOf(room), 'TAKEN'),
      ...memberIds.map((userId) =>
        addMembership({ userId, chatId: id, otherId: undefined, at: now }),
      ),
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

/** Removes a member from a group, and the group from their list. GONE: they are not a member. */
export function leaveGroup(
  table: TableWriter,
  chatId: string,
  userId: string,
): Promise<'done' | 'GONE'> {
  return table.transact<'GONE'>(
    update(
      roomKey(chatId),
      `REMOVE #members.#${userId}`,
      {},
      { when: `attribute_exists(#members.#${userId})`, otherwise: 'GONE' },
    ),
    removeMembership(userId, chatId),
  );
}
