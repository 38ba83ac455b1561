import { newId } from '#shared/ids.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import {
  GROUP_MAX,
  isMember,
  MEMBERS_ARE_CONTACTS,
  NOT_WITH_YOURSELF,
  ONLY_CONTACTS,
  type Room,
  SELECT_MEMBERS,
  TOO_MANY_MEMBERS,
} from '#shared/rules/chat/chats.ts';
import type { Instant } from '#shared/time.ts';
import { onceForKey } from '../idempotency.ts';
import { directChatId, openDirect, openGroup } from '../storage/chat/chats.ts';
import { contactsAmong } from '../storage/contacts/contacts.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import { contactKey, roomKey, userKey } from '../storage/keys.ts';
import type { TableWriter } from '../storage/table.ts';
import { joinable } from './blocked-pairs.ts';
import { chatView, otherMemberFrom, roomFor } from './chat-views.ts';

/* Creating chats. docs/product/chat.md */

type ChatContext = { readonly table: TableWriter; readonly now: Instant };

/**
 * Returns the direct chat of two people, and creates it if they are contacts and have none. Refuses with INVALID_INPUT if
 * both are the caller, and with FORBIDDEN if the two are not contacts and have no chat.
 */
export async function openDirectChat({ table, now }: ChatContext, userId: string, otherId: string) {
  if (otherId === userId) throw invalidInput({ participantUserId: NOT_WITH_YOURSELF });
  const id = directChatId(userId, otherId);
  const [room, user, relation] = await table.getMany<unknown>([
    roomKey(id),
    userKey(otherId),
    contactKey(userId, otherId),
  ]);
  const other = otherMemberFrom(user, relation, now);
  if (room) return chatView(room as Room, userId, other);
  const opened = other.isContact ? await openDirect(table, [userId, otherId], now) : 'NOT_CONTACTS';
  if (opened === 'NOT_CONTACTS') throw new Refusal('FORBIDDEN', { message: ONLY_CONTACTS });
  return chatView(opened === 'EXISTS' ? await roomFor(table, id, userId) : opened, userId, other);
}

/**
 * Creates a group of the caller and some of their contacts. Of two who are not in one group because one blocked the other, only the one
 * who was named first is in it (docs/product/contacts.md#blocking). `keyed`: the call with its Idempotency-Key. Refuses with
 * INVALID_INPUT at the field participantUserIds.
 */
export async function openGroupChat(
  { table, now }: ChatContext,
  creatorId: string,
  input: { readonly participantUserIds: readonly string[]; readonly name: string },
  keyed: KeyedCall | undefined,
) {
  const others = input.participantUserIds.filter((id) => id !== creatorId);
  if (others.length === 0) throw invalidInput({ participantUserIds: SELECT_MEMBERS });
  if (others.length >= GROUP_MAX) throw invalidInput({ participantUserIds: TOO_MANY_MEMBERS });
  const open = async () => {
    const contacts = await contactsAmong(table, creatorId, others);
    if (contacts.size < others.length)
      throw invalidInput({ participantUserIds: MEMBERS_ARE_CONTACTS });
    const otherIds = await joinable(table, [creatorId], others);
    const group = { id: newId(now), name: input.name, ownerId: creatorId, otherIds };
    return openGroup(table, { ...group, keyed }, now);
  };
  const room = await onceForKey({ table, now }, keyed, open, (id) => roomFor(table, id, creatorId));
  return {
    data: [chatView(room, creatorId, undefined)],
    notAdded: others.filter((id) => !isMember(room, id)),
  };
}
