import type { Room, Typist } from '#shared/rules/chat/chats.ts';
import { HOUR, type Instant, later, toSeconds } from '#shared/time.ts';
import { atLeast, below, exists, within } from '../conditions.ts';
import { type Key, roomKey, typingKey } from '../keys.ts';
import { type Item, type TableWriter, update } from '../table.ts';

/*
 * Typing and read receipts. A read receipt is stored in the item of the chat, the typing members in an item of their own.
 * Each is written without reading those of others.
 */

/** The writes of a function with the capability `chats.mark`: typing and read receipts. */
export type ChatReceipts = {
  /** Moves a member's read receipt forward to the message of this number, and returns the chat. STAYS: there is nothing to move. */
  markRead(chatId: string, userId: string, number: number): Promise<Room | 'STAYS'>;
  /** Marks a user as typing, and removes the users in `forgotten` from the typing members. */
  markTyping(chatId: string, typist: Typist, forgotten: readonly string[]): Promise<unknown>;
  removeTyping(chatId: string, userId: string): Promise<unknown>;
};

/** The item is deleted this long after the last typing member in it expired. */
const RETENTION = HOUR;

export const chatReceipts = (table: Pick<TableWriter, 'write' | 'change'>): ChatReceipts => ({
  markRead: (chatId, userId, number) =>
    table.change<Room, 'STAYS'>(
      update(
        roomKey(chatId),
        { setIn: { members: { [userId]: number } } },
        {
          // Only messages that exist can be read. For a user who is not a member the attribute is missing, so the condition
          // fails.
          when: { members: within({ [userId]: below(number) }), number: atLeast(number) },
          otherwise: 'STAYS',
        },
      ),
    ),

  markTyping: (chatId, { userId, avatarUrl, until }, forgotten) =>
    table.write(
      update(typingKey(chatId), {
        set: { [userId]: { until, avatarUrl }, expiresAt: toSeconds(later(until, RETENTION)) },
        remove: forgotten,
      }),
    ),

  removeTyping: (chatId, userId) =>
    table.write(
      update(
        typingKey(chatId),
        { remove: [userId] },
        { when: { pk: exists }, otherwise: 'NOBODY' as const },
      ),
    ),
});

type StoredTypist = { readonly until: Instant; readonly avatarUrl: string | null };

/** The item of the typing members of a chat: one attribute for each, named by the user id, and `expiresAt` in epoch seconds. */
export type Typists = { readonly [userId: string]: StoredTypist | number };

/** Reads the typing members from their item, which has one attribute for each, named by the user id. */
export function typistsIn(item: Key | undefined): Typist[] {
  const { pk, sk, expiresAt, ...said } = (item ?? {}) as Partial<Item>;
  return Object.entries(said as Record<string, StoredTypist>).map(
    ([userId, { until, avatarUrl }]) => ({
      userId,
      until,
      avatarUrl,
    }),
  );
}
