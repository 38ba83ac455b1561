import type { BoxName, Shelf } from '../../../shared/rules/conversations/counters.ts';
import { type Instant, later, toIso } from '../../../shared/time.ts';
import {
  conversationKey,
  conversationPartition,
  dueList,
  inboxList,
  type Job,
  ordersList,
  REVIEW_LIST,
} from '../keys.ts';
import { placeAfter } from '../skipping.ts';
import type { TableReader } from '../table.ts';
import { conversationIn, type Visible } from './conversations.ts';

/* The lists of conversations: the inbox of the recipient and the orders of the sender, newest first. */

/** The attributes of a conversation that its lists hold. */
export type ListedConversation = Omit<Visible, 'kind' | 'payment' | 'history'>;

/** Where a page of a list ended: the index's own sort key, which names a moment and a conversation. */
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)#([0-9A-HJKMNP-TV-Z]{26})$/;

/**
 * A page of one side's conversations, newest first. A cursor names a place in the caller's own list, so it shows
 * nothing to anybody else. `skip` counts through the narrow index without fetching. Answers undefined for a cursor
 * that is none.
 */
export async function listConversations(
  table: TableReader,
  list: {
    readonly userId: string;
    readonly box: BoxName;
    readonly shelf: Shelf | 'ALL';
    readonly skip: number;
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
): Promise<{ conversations: ListedConversation[]; cursor?: string } | undefined> {
  const { userId, box, shelf, limit } = list;
  const index = { INBOX: ['gsi1', 'gsi2'], ORDERS: ['gsi3', 'gsi4'] } as const;
  const indexName = index[box][shelf === 'ALL' ? 0 : 1];
  const listOf = box === 'INBOX' ? inboxList : ordersList;
  const partition = listOf(userId, shelf === 'ALL' ? undefined : shelf);
  const page = { index: indexName, partition, newestFirst: true } as const;

  let from: Readonly<Record<string, unknown>> | undefined | 'END';
  if (list.cursor) {
    const sortKey = Buffer.from(list.cursor, 'base64url').toString('utf8');
    const id = CURSOR.exec(sortKey)?.[2];
    if (!id) return undefined;
    from = { ...conversationKey(id), [`${indexName}pk`]: partition, [`${indexName}sk`]: sortKey };
  } else from = await placeAfter(table, page, list.skip);
  if (from === 'END') return { conversations: [] };
  // One more than a page, to know whether there is another.
  const request = { ...page, from, limit: limit + 1 };
  const { items } = await table.query<Record<string, unknown>>(request);
  const shown = items.slice(0, limit);
  const ended = items.length > limit ? shown.at(-1)?.[`${indexName}sk`] : undefined;
  return {
    conversations: shown.map((item) => conversationIn(item) as ListedConversation),
    ...(typeof ended === 'string' && { cursor: Buffer.from(ended).toString('base64url') }),
  };
}

/**
 * The conversations whose reported money waits for somebody to look, the longest waiting first, at most `limit`. The cost
 * follows what waits. The index may lag behind: whoever decides reads the conversation and decides by that.
 */
export async function waitingForReview(table: TableReader, limit: number): Promise<string[]> {
  const { items } = await table.query<{ readonly pk: string }>({
    index: 'gsi5',
    partition: REVIEW_LIST,
    limit,
  });
  return items.map(({ pk }) => pk.slice(conversationPartition('').length));
}

type Place = Readonly<Record<string, unknown>>;

/**
 * A slice of the conversations with something due for a job, the longest overdue first. The cost follows what is due,
 * never what exists. The index may lag behind: whoever acts reads the conversation and decides by that.
 */
export async function dueConversations(
  table: TableReader,
  job: Job,
  now: Instant,
  { limit, from }: { limit: number; from?: Place | undefined },
): Promise<{ ids: string[]; next: Place | undefined }> {
  const { items, next } = await table.query<{ pk: string }>({
    index: 'gsi5',
    partition: dueList(job),
    // Sort keys go on after the moment, so all of this millisecond are before the next one.
    upTo: toIso(later(now, 1)),
    limit,
    from,
  });
  return { ids: items.map(({ pk }) => pk.slice(conversationPartition('').length)), next };
}
