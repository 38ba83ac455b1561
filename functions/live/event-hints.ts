import * as z from 'zod/mini';
import { chatMessage } from '#shared/api/chat-entities.ts';
import type { Room } from '#shared/rules/chat/chats.ts';
import {
  type ChatEvent,
  type HintedEvent,
  hintsOf,
  isChatEvent,
  type PersonalHint,
} from '#shared/rules/live/hinted-events.ts';
import { type Instant, instant } from '#shared/time.ts';
import { messageView } from '../chat/chat-views.ts';
import { withPictureAddresses } from '../chat/picture-addresses.ts';
import { type User, usersById } from '../storage/accounts/users.ts';
import { type ChatMessage, chatMessageAt } from '../storage/chat/chat-messages.ts';
import { roomOf } from '../storage/chat/chats.ts';
import type { TableReader } from '../storage/table.ts';
import { type LiveContext, permittedHints, publishEach } from './publish.ts';

/* The live hints of domain events. docs/product/live.md */

/**
 * Publishes the hints of a domain event. A person whose account operators blocked is told only that the session has ended, because
 * a subscription may last some minutes longer. A person without a paid plan gets no text of a chat.
 */
export async function publishEventHints(
  { table, ...context }: LiveContext & { readonly table: TableReader },
  event: HintedEvent,
): Promise<void> {
  const hints = isChatEvent(event) ? await chatHints(table, event, context.now) : hintsOf(event);
  const ids = [...new Set(hints.map(({ userId }) => userId))];
  if (ids.length === 0) return;
  // The block of an account must not be missed; everything else may be.
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

/** The hint as its person may get it, or none. `user.named` is published when operators block an account, too. */
function permitted(
  user: User,
  { userId, hint }: PersonalHint,
  type: HintedEvent['type'],
): readonly PersonalHint[] {
  if (user.blockedAt && type === 'user.named')
    return [{ userId, hint: { kind: 'sessionEnded', sessionId: null } }];
  return permittedHints(user, hint);
}

/**
 * The hints of a chat. That of a message goes to the current members; that of a changed group also goes to those who were removed
 * from it.
 */
async function chatHints(
  table: TableReader,
  { detail }: ChatEvent,
  now: Instant,
): Promise<readonly PersonalHint[]> {
  const { chatId, messageAt } = detail;
  const [room, message] = await Promise.all([
    roomOf(table, chatId),
    messageAt === undefined ? undefined : chatMessageAt(table, chatId, instant(messageAt)),
  ]);
  if (!room) return [];
  const memberIds = Object.keys(room.members);
  const changed =
    'removedUserIds' in detail
      ? [...new Set([...memberIds, ...detail.addedUserIds, ...detail.removedUserIds])]
      : [];
  return [
    ...changed.map((userId): PersonalHint => ({ userId, hint: { kind: 'chat', chatId } })),
    ...(message ? await messageHints(memberIds, room, message, now) : []),
  ];
}

function messageHints(
  memberIds: readonly string[],
  room: Room,
  message: ChatMessage,
  now: Instant,
): Promise<PersonalHint[]> {
  const { chatId, number } = message;
  const view = messageView(message, room);
  return Promise.all(
    memberIds.map(async (userId) => {
      const [own = view] = await withPictureAddresses([view], userId, now);
      const hint = {
        kind: 'chatMessage',
        chatId,
        number,
        message: z.encode(chatMessage, own),
      } as const;
      return { userId, hint };
    }),
  );
}
