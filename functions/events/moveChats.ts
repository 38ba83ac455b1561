import { subscribers } from '../../shared/api/subscribers.ts';
import type { Fact } from '../../shared/domain-events.ts';
import { otherOf } from '../../shared/rules/chat/chats.ts';
import { serveSubscriber } from '../serve-work.ts';
import type { Seat } from '../storage/chat/chat-members.ts';
import { roomOf } from '../storage/chat/chats.ts';
import type { TableReader } from '../storage/table.ts';

/** Moves a chat with a new message up in the list of everybody in it. */
export const handler = serveSubscriber(subscribers.moveChats, ({ detail }, work) =>
  moveChat(work, detail),
);

/**
 * A message moves its chat up in the list of everybody in it. A newer message has a fact of its own that moves it further,
 * so a burst of them costs one move each; places only move up, so twice is once, and late is never too late.
 */
async function moveChat(
  {
    table,
    moveSeat,
  }: { readonly table: TableReader; readonly moveSeat: (seat: Seat) => Promise<unknown> },
  { chatId, messageAt }: Fact<'chat.messageSent'>['detail'],
): Promise<void> {
  const room = await roomOf(table, chatId);
  if (!room || room.newestAt > messageAt) return;
  const moves = Object.keys(room.members).map((userId) =>
    moveSeat({ userId, chatId, otherId: otherOf(room, userId), at: room.newestAt }),
  );
  // One that fails keeps none of the others; the bus brings the fact again.
  const failed = (await Promise.allSettled(moves)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
