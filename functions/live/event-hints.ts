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
import { type User, usersById } from '../storage/accounts/users.ts';
import { chatMessageAt } from '../storage/chat/chat-messages.ts';
import { roomOf } from '../storage/chat/chats.ts';
import type { TableReader } from '../storage/table.ts';
import { type LiveContext, permittedHints, publishEach } from './publish.ts';

/* The live hints of domain events. docs/product/live.md */

/**
 * Publishes the hints of a domain event. A blocked person is told only that the session has ended, because a subscription may
 * last some minutes longer, and a person without a paid plan gets no text of a chat.
 */
export async function publishEventHints(
  { table, ...context }: LiveContext & { readonly table: TableReader },
  event: HintedEvent,
): Promise<void> {
  const hints = isChatEvent(event) ? await messageHints(table, event) : hintsOf(event);
  const ids = [...new Set(hints.map(({ userId }) => userId))];
  if (ids.length === 0) return;
  // A block must not be missed; everything else may be.
  const consistency = event.type === 'user.named' ? undefined : 'eventual';
  const users = await usersById(table, ids, context.now, consistency);
  const byId = new Map(users.flatMap((user) => (user ? [[user.id, user]] : [])));
  await publishEach(
    context,
    hints.flatMap((one) => {
      const user = byId.get(one.userId);
      return user ? permitted(user, one, event.type) : [];
    }),
  );
}

/** The hint as its person may get it, or none. An account publishes `user.named` when it is blocked. */
function permitted(
  user: User,
  { userId, hint }: PersonalHint,
  type: HintedEvent['type'],
): readonly PersonalHint[] {
  if (user.blockedAt && type === 'user.named')
    return [{ userId, hint: { kind: 'sessionEnded', sessionId: null } }];
  return permittedHints(user, hint);
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
