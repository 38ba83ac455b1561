import { isMember, ownerOf, type Room } from '#shared/rules/chat/chats.ts';
import type { Instant } from '#shared/time.ts';
import { userById } from '../storage/accounts/users.ts';
import { groupIdsOf } from '../storage/chat/chat-members.ts';
import { directChatId, freezeReceipts, roomOf } from '../storage/chat/chats.ts';
import { isBlocking } from '../storage/contacts/contacts.ts';
import type { TableWriter } from '../storage/table.ts';
import { leaveGroup, removeMember } from './group-changes.ts';

/*
 * The effects of a block on chats. The person who blocked leaves the groups that both are in, as anybody can at any time; from a group of
 * their own they remove the other, as an owner can. A group that is made or changed later leaves out one of the two
 * (blocked-pairs.ts). In their chat of two nothing can be written any more, and read receipts stay as they are.
 */

/** Ends what two people share in chats after one blocked the other. Safe to repeat at any time, also after the block ended. */
export async function endCommonChats(
  context: { readonly table: TableWriter; readonly now: Instant },
  { blockerId, blockedId }: { readonly blockerId: string; readonly blockedId: string },
): Promise<void> {
  const { table, now } = context;
  if (!(await isBlocking(table, blockerId, blockedId))) return;
  await freezeReceipts(table, directChatId(blockerId, blockedId));
  // Nobody reads or writes with an account that operators blocked or that is deleted.
  const blocker = await userById(table, blockerId, now);
  if (!blocker || blocker.blockedAt !== undefined) return;
  for (const chatId of await groupIdsOf(table, blockerId)) {
    const room = await roomOf(table, chatId);
    if (room && isMember(room, blockerId) && isMember(room, blockedId))
      await endCommonGroup(context, room, blockerId, blockedId);
  }
}

async function endCommonGroup(
  context: { readonly table: TableWriter; readonly now: Instant },
  room: Room,
  blockerId: string,
  blockedId: string,
): Promise<void> {
  const { id: chatId } = room;
  if (ownerOf(room) === blockerId)
    await removeMember(context, blockerId, { chatId, userId: blockedId });
  else await leaveGroup(context, blockerId, { chatId });
}
