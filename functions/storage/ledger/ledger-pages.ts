import type { Cents } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { owedChange } from '#shared/rules/ledger/ledger.ts';
import { userLedger } from '../index-keys.ts';
import { conversationKey, entryKey } from '../keys.ts';
import { allItems, itemsUpTo, positionAfter } from '../list-position.ts';
import type { TableReader } from '../table.ts';
import { type BookedEntry, entryIn, type ListedEntry } from './ledger.ts';

/* Pages of a person's ledger: the entries that changed the amount owed to them. */

/** The cursor of a ledger page: the index's sort key, made of a time and the cause of an entry. */
const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#([\w:-]{1,100})$/;

/**
 * A page of a person's entries, newest first. A cursor is applied to the caller's own ledger, so it reveals nothing of another
 * person's. Returns undefined for an invalid cursor.
 */
export async function ledgerPage(
  table: TableReader,
  userId: string,
  place: { readonly skip?: number | undefined; readonly cursor?: string | undefined },
  limit: number,
): Promise<{ entries: BookedEntry[]; cursor?: string } | undefined> {
  const partition = userLedger(userId);
  const list = { index: 'gsi1', partition, newestFirst: true } as const;
  const from = place.cursor
    ? cursorKey(place.cursor, partition)
    : await positionAfter(table, list, place.skip ?? 0);
  if (from === 'NONE') return undefined;
  if (from === 'END') return { entries: [] };
  // One more than a page, to know whether there is a next page.
  const items = await itemsUpTo<ListedEntry & { readonly gsi1sk: string }>(table, {
    ...list,
    from,
    limit: limit + 1,
  });
  const shown = items.slice(0, limit);
  const ended = items.length > limit ? shown.at(-1)?.gsi1sk : undefined;
  return {
    entries: shown.map(({ gsi1sk, ...listed }) => entryIn(listed, gsi1sk)),
    ...(ended !== undefined && { cursor: Buffer.from(ended).toString('base64url') }),
  };
}

function cursorKey(cursor: string, partition: string) {
  const sortKey = Buffer.from(cursor, 'base64url').toString('utf8');
  const cause = CURSOR.exec(sortKey)?.[1];
  return cause ? { ...entryKey(cause), gsi1pk: partition, gsi1sk: sortKey } : 'NONE';
}

/**
 * The conversations of these entries, by id: at most one read, however long the page. The names and the states of a line are those of
 * today, and an entry, which is never changed, keeps no name of a person who deletes their account. Eventually consistent.
 */
export async function conversationsOf(
  table: TableReader,
  entries: readonly BookedEntry[],
): Promise<ReadonlyMap<string, Conversation>> {
  const ids = [...new Set(entries.flatMap(({ conversationId }) => conversationId ?? []))];
  const found = await table.getMany<Conversation>(ids.map(conversationKey), 'eventual');
  return new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : [])));
}

/**
 * The earnings of a person's paid answers, in cents by conversation id. Reads the whole ledger of the person: one read unit for
 * about 20 entries, one query for about 2,500. Eventually consistent: an answer of the last moment may be missing.
 */
export async function earningsByConversation(
  table: TableReader,
  userId: string,
): Promise<ReadonlyMap<string, Cents>> {
  const earnings = new Map<string, Cents>();
  const entries = await allItems<ListedEntry & { readonly gsi1sk: string }>(table, {
    index: 'gsi1',
    partition: userLedger(userId),
  });
  for (const { gsi1sk, ...listed } of entries) {
    const { cause, conversationId, postings } = entryIn(listed, gsi1sk);
    if (conversationId && cause.startsWith('answered:'))
      earnings.set(conversationId, owedChange({ postings }, userId));
  }
  return earnings;
}
