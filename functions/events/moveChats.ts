import { subscribers } from '#shared/api/subscribers.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { otherOf } from '#shared/rules/chat/chats.ts';
import { serveSubscriber } from '../serve-work.ts';
import { type ChatMembership, moveMembership } from '../storage/chat/chat-members.ts';
import { roomOf } from '../storage/chat/chats.ts';
import type { TableReader } from '../storage/table.ts';

/** Moves a chat with a new message or announcement up in the lists of its members. */
export const handler = serveSubscriber(
  subscribers.moveChats,
  ({ detail }, work) => moveChat(work, detail),
  { gives: { moveMembership: (table) => (membership) => moveMembership(table, membership) } },
);

/**
 * Moves a chat to the time of its newest message in the lists of its members. If there is a newer message, its own event
 * does the work, so a burst of messages moves the chat once. Positions only move up, so repeated and late events do no
 * harm.
 */
async function moveChat(
  {
    table,
    moveMembership,
  }: {
    readonly table: TableReader;
    readonly moveMembership: (membership: ChatMembership) => Promise<unknown>;
  },
  { chatId, messageAt }: DomainEvent<'chat.messageSent' | 'chat.changed'>['detail'],
): Promise<void> {
  if (messageAt === undefined) return;
  const room = await roomOf(table, chatId);
  if (!room || room.newestAt > messageAt) return;
  const moves = Object.keys(room.members).map((userId) =>
    moveMembership({ userId, chatId, otherId: otherOf(room, userId), at: room.newestAt }),
  );
  // All moves are tried before an error is thrown, and EventBridge delivers the event again.
  const failed = (await Promise.allSettled(moves)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
