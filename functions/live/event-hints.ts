import * as z from 'zod/mini';
import { chatMessage } from '../../shared/api/entities.ts';
import {
  type HintedEvent,
  hintsOf,
  isChatEvent,
  type PersonalHint,
} from '../../shared/rules/live/hinted-events.ts';
import { instant } from '../../shared/time.ts';
import { messageView } from '../chat/chat-views.ts';
import { usersById } from '../storage/accounts/users.ts';
import { chatMessageAt } from '../storage/chat/chat-messages.ts';
import { roomOf } from '../storage/chat/chats.ts';
import type { TableReader } from '../storage/table.ts';
import { type LiveContext, publishEach } from './publish.ts';

/* The live hints of domain events. docs/product/live.md */

/** Publishes the hints of a domain event. Blocked people get none: the subscriptions of their sessions may last some minutes. */
export async function publishEventHints(
  { table, ...context }: LiveContext & { readonly table: TableReader },
  event: HintedEvent,
): Promise<void> {
  const hints = isChatEvent(event) ? await messageHints(table, event) : hintsOf(event);
  const ids = [...new Set(hints.map(({ userId }) => userId))];
  if (ids.length === 0) return;
  const users = await usersById(table, ids, context.now, 'eventual');
  const reached = new Set(users.flatMap((user) => (user && !user.blockedAt ? [user.id] : [])));
  await publishEach(
    context,
    hints.filter(({ userId }) => reached.has(userId)),
  );
}

/** The hints of a chat message, for the members at this time. */
async function messageHints(
  table: TableReader,
  { detail: { chatId, messageAt } }: Extract<HintedEvent, { type: 'chat.messageSent' }>,
): Promise<readonly PersonalHint[]> {
  const [room, message] = await Promise.all([
    roomOf(table, chatId),
    chatMessageAt(table, chatId, instant(messageAt)),
  ]);
  if (!room || !message) return [];
  const { number } = message;
  const view = z.encode(chatMessage, messageView(message, room));
  return Object.keys(room.members).map((userId) => ({
    userId,
    hint: { kind: 'chatMessage', chatId, number, message: view },
  }));
}
