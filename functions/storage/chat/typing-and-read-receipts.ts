import type { Typist } from '../../../shared/rules/chat/chats.ts';
import { HOUR, type Instant, later, toSeconds } from '../../../shared/time.ts';
import { type Key, roomKey, typingKey } from '../keys.ts';
import { type Item, type TableWriter, update } from '../table.ts';

/*
 * Marks in a chat: how far somebody has read, in its room, and who is writing, in an item of its own. Each is one write
 * that needs to know nothing of the others'.
 */

/** What a function that `uses` marks may write. */
export type ChatMarks = {
  /** Moves somebody's mark forward to the message of this number. STAYS where there is no such step. */
  markRead(chatId: string, userId: string, number: number): Promise<'done' | 'STAYS'>;
  /** Says that somebody is writing, and forgets those of `others` who said so. */
  markTyping(chatId: string, typist: Typist, forgotten: readonly string[]): Promise<unknown>;
  removeTyping(chatId: string, userId: string): Promise<unknown>;
};

/** Long after the last of them has stopped counting, the table forgets who was writing. */
const FORGOTTEN_AFTER = HOUR;

export const chatMarks = (table: Pick<TableWriter, 'write'>): ChatMarks => ({
  markRead: (chatId, userId, number) =>
    table.write(
      update(
        roomKey(chatId),
        `SET #members.#${userId} = :number`,
        { number },
        {
          // Nobody has read what was not written. A number that is no member's compares with nothing.
          when: `#members.#${userId} < :number AND #number >= :number`,
          otherwise: 'STAYS',
        },
      ),
    ),

  markTyping: (chatId, { userId, avatarUrl, until }, forgotten) =>
    table.write(
      update(
        typingKey(chatId),
        [
          `SET #${userId} = :said, #expiresAt = :expiresAt`,
          ...(forgotten.length > 0 ? [`REMOVE ${forgotten.map((id) => `#${id}`).join(', ')}`] : []),
        ].join(' '),
        { said: { until, avatarUrl }, expiresAt: toSeconds(later(until, FORGOTTEN_AFTER)) },
      ),
    ),

  removeTyping: (chatId, userId) =>
    table.write(
      update(
        typingKey(chatId),
        `REMOVE #${userId}`,
        {},
        { when: 'attribute_exists(#pk)', otherwise: 'NOBODY' as const },
      ),
    ),
});

type Said = { readonly until: Instant; readonly avatarUrl: string | null };

/** Who said that they are writing, as it stands in the item: an attribute for each, by their id. */
export function typistsIn(item: Key | undefined): Typist[] {
  const { pk, sk, expiresAt, ...said } = (item ?? {}) as Partial<Item>;
  return Object.entries(said as Record<string, Said>).map(([userId, { until, avatarUrl }]) => ({
    userId,
    until,
    avatarUrl,
  }));
}
