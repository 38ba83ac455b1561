import { invalidInput, Refusal } from '#shared/refusals.ts';
import type { Announcement } from '#shared/rules/chat/announcements.ts';
import {
  CANNOT_BE_ADDED,
  GROUP_MAX,
  groupChangeRefusal,
  isMember,
  MEMBERS_ARE_CONTACTS,
  ONLY_GROUPS_ARE_LEFT,
  OWNERS_LEAVE,
  ownerOf,
  type Room,
  SELECT_NEXT_OWNER,
  TOO_MANY_MEMBERS,
} from '#shared/rules/chat/chats.ts';
import type { Instant } from '#shared/time.ts';
import { ifNotExpired, type User, userById, usersById } from '../storage/accounts/users.ts';
import {
  ADDED_AT_ONCE,
  type GroupChange,
  removeLastMember,
  roomAfter,
  setMuted,
  writeGroupChange,
} from '../storage/chat/group-changes.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import { contactKey, roomKey, userKey } from '../storage/keys.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';
import { joinable } from './blocked-pairs.ts';
import { newMessage, readForSending } from './chat-messages.ts';
import { otherMemberFrom } from './chat-views.ts';

/* Changes of groups by their owners, leaving, and muting. docs/product/chat.md#groups */

type GroupContext = { readonly table: TableWriter; readonly now: Instant };

/** An attempt fails only if a message or another change was stored first. */
const ATTEMPTS = 20;

/** What an owner changes, and how it is announced. */
export type OwnersChange = Partial<Omit<GroupChange, 'message' | 'ownerId'>> & {
  readonly announcement: Announcement;
};

/** Refuses with FORBIDDEN everybody but the owner of a group, and both people of a direct chat. */
function requireOwner(room: Room, userId: string): void {
  const message = groupChangeRefusal(room, userId);
  if (message) throw new Refusal('FORBIDDEN', { message });
}

/**
 * Changes a group of the caller, and returns it. `decide` returns undefined if there is nothing to change. Refuses with NOT_FOUND
 * if the caller is not a member, and with FORBIDDEN if they are not the owner.
 */
export function changeGroup(
  { table, now }: GroupContext,
  userId: string,
  chatId: string,
  decide: (room: Room) => OwnersChange | undefined | Promise<OwnersChange | undefined>,
  keyed?: KeyedCall,
): Promise<Room | 'SAME_KEY'> {
  return untilWritten(async () => {
    const { room, writer } = await readForSending(table, chatId, userId, now);
    requireOwner(room, userId);
    const decided = await decide(room);
    if (!decided) return room;
    const { announcement, ...rest } = decided;
    const change = {
      addedIds: [],
      removedIds: [],
      ownerId: userId,
      ...rest,
      message: { ...newMessage(writer, room, { content: '' }, now), announcement },
    };
    const outcome = await writeGroupChange(table, room, change, keyed, now);
    if (outcome === 'NOT_CONTACTS') throw notContacts();
    return outcome === 'done' ? roomAfter(room, change) : outcome;
  });
}

async function untilWritten<Result>(attempt: () => Promise<Result | 'MOVED'>): Promise<Result> {
  for (let nth = 1; nth <= ATTEMPTS; nth += 1) {
    const outcome = await attempt();
    if (outcome !== 'MOVED') return outcome;
    // A random wait keeps the writers from colliding again.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * nth));
  }
  throw new Refusal('UNAVAILABLE');
}

const notContacts = () => invalidInput({ participantUserIds: MEMBERS_ARE_CONTACTS });

/** The result of a change without an Idempotency-Key, which is never SAME_KEY. */
const done = (room: Room | 'SAME_KEY'): Room => {
  if (room === 'SAME_KEY') throw new Error('a change without a key found one');
  return room;
};

/**
 * Adds contacts of the owner to a group. Refuses with INVALID_INPUT at the field participantUserIds, before anybody is added. At most
 * one person does not fit into the transaction and is added in a second one. If they are no longer a contact by then, that one is
 * refused, and the others stay added. Somebody who blocked a member, or whom a member blocked, is left out; if nobody is left, the call
 * is refused.
 */
export async function addMembers(
  context: GroupContext,
  userId: string,
  { chatId, participantUserIds }: { chatId: string; participantUserIds: readonly string[] },
): Promise<Room> {
  let leftOut: readonly string[] = [];
  const add = (ids: readonly string[]) =>
    changeGroup(context, userId, chatId, async (room) => {
      const newIds = ids.filter((id) => !isMember(room, id));
      if (Object.keys(room.members).length + newIds.length > GROUP_MAX)
        throw invalidInput({ participantUserIds: TOO_MANY_MEMBERS });
      if (newIds.length === 0) return undefined;
      const contacts = await contactsNamed(context, userId, newIds);
      const joining = new Set(await joinable(context.table, Object.keys(room.members), newIds));
      leftOut = newIds.filter((id) => !joining.has(id));
      if (joining.size === 0) throw invalidInput({ participantUserIds: CANNOT_BE_ADDED });
      const people = contacts.filter((one) => joining.has(one.userId)).slice(0, ADDED_AT_ONCE);
      return { addedIds: people.map((one) => one.userId), announcement: { kind: 'added', people } };
    });
  const room = done(await add(participantUserIds));
  // Nobody from the first transaction is added again, even if they have left since.
  const rest = participantUserIds.filter((id) => !isMember(room, id) && !leftOut.includes(id));
  return rest.length === 0 ? room : done(await add(rest));
}

/** The names of some contacts. Refuses with INVALID_INPUT if one of them is not a contact. */
async function contactsNamed(
  { table, now }: GroupContext,
  userId: string,
  ids: readonly string[],
): Promise<Announcement['people']> {
  const keys = ids.flatMap((id) => [userKey(id), contactKey(userId, id)]);
  const found = await table.getMany<unknown>(keys);
  return ids.map((id, nth) => {
    const { user, isContact } = otherMemberFrom(found[2 * nth], found[2 * nth + 1], now);
    if (!user || !isContact) throw notContacts();
    return { userId: id, fullName: user.fullName };
  });
}

/** Removes a member from a group. Refuses with FORBIDDEN to remove the owner. */
export async function removeMember(
  context: GroupContext,
  userId: string,
  { chatId, userId: removedId }: { chatId: string; userId: string },
): Promise<Room> {
  const { table, now } = context;
  return done(
    await changeGroup(context, userId, chatId, async (room) => {
      if (removedId === userId) throw new Refusal('FORBIDDEN', { message: OWNERS_LEAVE });
      if (!isMember(room, removedId)) return undefined;
      const removed = await userById(table, removedId, now);
      const people = removed ? [nameOf(removed)] : [];
      return { removedIds: [removedId], announcement: { kind: 'removed', people } };
    }),
  );
}

const nameOf = ({ id: userId, fullName }: User) => ({ userId, fullName });

export const renameGroup = async (
  context: GroupContext,
  userId: string,
  { chatId, name }: { readonly chatId: string; readonly name: string },
): Promise<Room> =>
  done(
    await changeGroup(context, userId, chatId, (room) =>
      room.name === name
        ? undefined
        : { name, announcement: { kind: 'renamed', people: [], name } },
    ),
  );

/**
 * Removes the caller from a group; their messages stay. If the owner leaves, another member becomes the owner: the one they name,
 * or the one with the oldest account. Succeeds if the caller is not a member: they may have left before, and a chat of others must
 * look like one that does not exist. Refuses with FORBIDDEN if the chat is a direct one, and with INVALID_INPUT if the named next
 * owner is not another member.
 */
export async function leaveGroup(
  { table, now }: GroupContext,
  userId: string,
  { chatId, nextOwnerUserId }: { chatId: string; nextOwnerUserId?: string | undefined },
): Promise<void> {
  await untilWritten(async () => {
    const found = await table.getMany<unknown>([roomKey(chatId), userKey(userId)]);
    const room = found[0] as Room | undefined;
    if (!room || !isMember(room, userId)) return 'done';
    if (room.direct) throw new Refusal('FORBIDDEN', { message: ONLY_GROUPS_ARE_LEFT });
    const writer = ifNotExpired(found[1] as User | undefined, now);
    if (!writer) throw new Refusal('UNAUTHENTICATED');
    const owner = ownerOf(room) ?? userId;
    const next =
      owner === userId ? await nextOwner(table, room, userId, nextOwnerUserId, now) : undefined;
    if (Object.keys(room.members).length === 1) return removeLastMember(table, room, userId, now);
    const people = next ? [nameOf(next)] : [];
    const message = {
      ...newMessage(writer, room, { content: '' }, now),
      announcement: { kind: 'left' as const, people },
    };
    const change = { addedIds: [], removedIds: [userId], ownerId: next?.id ?? owner, message };
    return writeGroupChange(table, room, change, undefined, now);
  });
}

/**
 * The next owner of a group: the member whom the owner names, otherwise the one with the oldest account. An account that operators
 * blocked is chosen only if all others are blocked too. Undefined if there is no other member.
 */
async function nextOwner(
  table: TableReader,
  { members }: Room,
  ownerId: string,
  namedId: string | undefined,
  now: Instant,
): Promise<User | undefined> {
  const ids = Object.keys(members).filter((id) => id !== ownerId);
  if (namedId !== undefined && !ids.includes(namedId)) throw noNextOwner();
  if (ids.length === 0) return undefined;
  const others = (await usersById(table, ids.sort(), now)).filter((user) => user !== undefined);
  const active = others.filter(({ blockedAt }) => blockedAt === undefined);
  const candidates = active.length > 0 ? active : others;
  if (namedId === undefined) return candidates[0];
  const named = candidates.find(({ id }) => id === namedId);
  if (!named) throw noNextOwner();
  return named;
}

const noNextOwner = () => invalidInput({ nextOwnerUserId: SELECT_NEXT_OWNER });

/** Turns the push notifications of a chat off or on for a member. Refuses with NOT_FOUND if the caller is not a member. */
export async function muteFor(
  table: TableWriter,
  userId: string,
  { chatId, muted }: { readonly chatId: string; readonly muted: boolean },
): Promise<void> {
  if ((await setMuted(table, chatId, userId, muted)) === 'GONE') throw new Refusal('NOT_FOUND');
}
