import { viewMissedMessages } from '#shared/api/chat.ts';
import { isMember, type Room, unreadOf } from '#shared/rules/chat/chats.ts';
import { serve } from '../serve.ts';
import { membershipsOf } from '../storage/chat/chat-members.ts';
import { roomKey } from '../storage/keys.ts';

/** The most chats that are counted. */
const CHATS = 50;

/** Counts what waits in the chats of somebody whose plan has none. docs/product/chat.md#without-a-plan */
export const handler = serve(viewMissedMessages, async (_input, { table, caller }) => {
  const { userId } = caller;
  const page = await membershipsOf(table, userId, { skip: 0, limit: CHATS });
  const { memberships = [], cursor } = page ?? {};
  const keys = memberships.map(({ chatId }) => roomKey(chatId));
  const rooms = keys.length > 0 ? await table.getMany<Room>(keys, 'eventual') : [];
  const unread = rooms
    .map((room) => (room && isMember(room, userId) ? unreadOf(room, userId) : 0))
    .filter((count) => count > 0);
  const messages = unread.reduce((sum, count) => sum + count, 0);
  return { data: [{ messages, chats: unread.length, more: cursor !== undefined }] };
});
