import type { Instant } from '#shared/time.ts';
import { below } from '../conditions.ts';
import { chatList, chatMembershipIndex, chatMembershipKey, type Key } from '../keys.ts';
import { allItems, countItems, itemsUpTo, positionAfter } from '../list-position.ts';
import { put, remove, type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * Chat memberships: one item for each member of a chat, with the position of the chat in the member's list. What the list
 * shows is read from the chats, so a membership that is moved up late shows nothing wrong.
 */

export type ChatMembership = {
  readonly userId: string;
  readonly chatId: string;
  /** The other person of a direct chat. */
  readonly otherId: string | undefined;
  /** The last activity of the chat. */
  readonly at: Instant;
};

/** The item of a membership. */
export type StoredMembership = { readonly activeAt: Instant };

export function addMembership(membership: ChatMembership): Step<never> {
  const { userId, chatId, at } = membership;
  return put({
    ...chatMembershipKey(userId, chatId),
    activeAt: at,
    ...chatMembershipIndex(userId, membership),
  });
}

export function removeMembership(userId: string, chatId: string): Step<never> {
  return remove(chatMembershipKey(userId, chatId));
}

/** Moves a chat up in a member's list. STAYS: it is up to date already, or the member has left. */
export function moveMembership(
  table: Pick<TableWriter, 'write'>,
  membership: ChatMembership,
): Promise<'done' | 'STAYS'> {
  const { userId, chatId, at } = membership;
  const { gsi5sk } = chatMembershipIndex(userId, membership);
  return table.write(
    update(
      chatMembershipKey(userId, chatId),
      { set: { activeAt: at, gsi5sk } },
      { when: { activeAt: below(at) }, otherwise: 'STAYS' },
    ),
  );
}

/** The cursor: the sort key of the index, which consists of a time, a chat and, in a direct chat, the other person. */
const ID = '([0-9A-HJKMNP-TV-Z]{26})';
const CURSOR = new RegExp(String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#${ID}(?:#${ID})?$`);

type IndexEntry = Key & { readonly gsi5sk: string };

/**
 * Reads a page of a user's chats, the most recently active first, and the number of all. A cursor is only valid in the
 * caller's own list. The total is not stored: if there is more than one page, a count query reads the index, some 6,000
 * entries a call. Undefined for an invalid cursor.
 */
export async function membershipsOf(
  table: TableReader,
  userId: string,
  list: { readonly skip: number; readonly cursor?: string | undefined; readonly limit: number },
): Promise<
  | { memberships: Pick<ChatMembership, 'chatId' | 'otherId'>[]; total: number; cursor?: string }
  | undefined
> {
  const { gsi5pk } = chatMembershipIndex(userId, {
    chatId: '',
    otherId: undefined,
    at: 0 as Instant,
  });
  const query = { index: 'gsi5', partition: gsi5pk, newestFirst: true } as const;
  const from = list.cursor
    ? cursorKey(userId, gsi5pk, list.cursor)
    : await positionAfter(table, query, list.skip);
  if (list.cursor && !from) return undefined;
  if (from === 'END') return { memberships: [], total: await countItems(table, query) };
  // One more than a page, to know whether there is a next page.
  const request = { ...query, from, limit: list.limit + 1 };
  const items = await itemsUpTo<IndexEntry>(table, request);
  const shown = items.slice(0, list.limit);
  const hasMore = items.length > list.limit;
  const isWhole = !hasMore && !list.cursor;
  const ended = hasMore ? shown.at(-1)?.gsi5sk : undefined;
  return {
    memberships: shown.map(({ gsi5sk }) => {
      const [, chatId = '', otherId] = CURSOR.exec(gsi5sk) ?? [];
      return { chatId, otherId };
    }),
    total: isWhole ? list.skip + shown.length : await countItems(table, query),
    ...(ended && { cursor: Buffer.from(ended).toString('base64url') }),
  };
}

/** The ids of all groups and of all direct chats of a user. */
export async function chatIdsOf(
  table: TableReader,
  userId: string,
): Promise<{ readonly groups: readonly string[]; readonly directChats: readonly string[] }> {
  const list = { partition: chatList(userId), consistent: true };
  const entries = await allItems<IndexEntry>(table, list);
  const chats = entries.map(({ gsi5sk }) => CURSOR.exec(gsi5sk) ?? []);
  const idsOf = (direct: boolean) =>
    chats.flatMap(([, chatId, otherId]) =>
      chatId && (otherId !== undefined) === direct ? [chatId] : [],
    );
  return { groups: idsOf(false), directChats: idsOf(true) };
}

/** The ids of all groups of a user. */
export const groupIdsOf = async (table: TableReader, userId: string): Promise<readonly string[]> =>
  (await chatIdsOf(table, userId)).groups;

function cursorKey(userId: string, gsi5pk: string, cursor: string) {
  const gsi5sk = Buffer.from(cursor, 'base64url').toString('utf8');
  const chatId = CURSOR.exec(gsi5sk)?.[1];
  return chatId ? { ...chatMembershipKey(userId, chatId), gsi5pk, gsi5sk } : undefined;
}
