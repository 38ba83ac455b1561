import type { ListFilter } from '#shared/rules/conversations/conversations.ts';
import type { MailboxName } from '#shared/rules/conversations/counters.ts';
import type { Instant } from '#shared/time.ts';
import { type Cursor, dueItems, type Slice } from '../due-items.ts';
import { inboxList, type Job, ordersList, REVIEW_LIST } from '../index-keys.ts';
import { conversationKey, conversationPartition } from '../keys.ts';
import { itemsUpTo, positionAfter } from '../list-position.ts';
import type { TableReader } from '../table.ts';
import { conversationIn, type Visible } from './conversations.ts';

/* The lists of conversations: the recipient's inbox and the sender's orders, newest first. */

/** A conversation with the attributes that the index projects. */
export type ListedConversation = Omit<Visible, 'kind' | 'payment' | 'history' | 'claim'>;

/** The cursor of a list: the index's sort key, made of a time and a conversation's id. */
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)#([0-9A-HJKMNP-TV-Z]{26})$/;

/**
 * A page of one side's conversations, newest first. A cursor is applied to the caller's own list, so it reveals nothing of
 * another person's. `skip` is counted in the index without reading items. Returns undefined for an invalid cursor.
 */
export async function listConversations(
  table: TableReader,
  list: {
    readonly userId: string;
    readonly mailbox: MailboxName;
    readonly filter: ListFilter | 'ALL';
    readonly skip: number;
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
): Promise<{ conversations: ListedConversation[]; cursor?: string } | undefined> {
  const { userId, mailbox, filter, limit } = list;
  const index = { INBOX: ['gsi1', 'gsi2'], ORDERS: ['gsi3', 'gsi4'] } as const;
  const indexName = index[mailbox][filter === 'ALL' ? 0 : 1];
  const listOf = mailbox === 'INBOX' ? inboxList : ordersList;
  const partition = listOf(userId, filter === 'ALL' ? undefined : filter);
  const page = { index: indexName, partition, newestFirst: true } as const;

  let from: Readonly<Record<string, unknown>> | undefined | 'END';
  if (list.cursor) {
    const sortKey = Buffer.from(list.cursor, 'base64url').toString('utf8');
    const id = CURSOR.exec(sortKey)?.[2];
    if (!id) return undefined;
    from = { ...conversationKey(id), [`${indexName}pk`]: partition, [`${indexName}sk`]: sortKey };
  } else from = await positionAfter(table, page, list.skip);
  if (from === 'END') return { conversations: [] };
  // One more than a page, to know whether there is a next page.
  const request = { ...page, from, limit: limit + 1 };
  const items = await itemsUpTo<Record<string, unknown>>(table, request);
  const shown = items.slice(0, limit);
  const ended = items.length > limit ? shown.at(-1)?.[`${indexName}sk`] : undefined;
  return {
    conversations: shown.map((item) => conversationIn(item) as ListedConversation),
    ...(typeof ended === 'string' && { cursor: Buffer.from(ended).toString('base64url') }),
  };
}

/**
 * The ids of conversations whose money is under review, the most harmful first and then the oldest, at most `limit`. The index may lag
 * behind, so the caller reads each conversation before it decides.
 */
export async function conversationsInReview(table: TableReader, limit: number): Promise<string[]> {
  const { items } = await table.query<{ readonly pk: string }>({
    index: 'gsi5',
    partition: REVIEW_LIST,
    limit,
  });
  return items.map(({ pk }) => pk.slice(conversationPartition('').length));
}

/**
 * A slice of the ids of conversations that are due for a job, the longest overdue first. Only due ones are read. The index may
 * lag behind, so the caller reads each conversation before it acts.
 */
export async function dueConversations(
  table: TableReader,
  job: Job,
  now: Instant,
  slice: Slice,
): Promise<{ ids: string[]; next: Cursor | undefined }> {
  const { items, next } = await dueItems(table, job, now, slice);
  return { ids: items.map(({ pk }) => pk.slice(conversationPartition('').length)), next };
}
