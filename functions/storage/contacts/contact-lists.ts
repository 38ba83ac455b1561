import { blockedList, contactList, invitationList } from '../index-keys.ts';
import { contactCountKey, contactIn, contactKey, type Key, userPartition } from '../keys.ts';
import { positionAfter } from '../list-position.ts';
import type { QueryRequest, TableReader } from '../table.ts';
import type { ContactRelation } from './contact-item.ts';

/* The lists of contacts, invitations and blocked people. They hold ids of people, whose current names are read separately. */

export type ContactCounts = { readonly contacts: number; readonly invitations: number };

/** Reads the counters from their item; zeros if there is none. */
export function contactCountsIn(found: unknown): ContactCounts {
  const { contacts = 0, invitations = 0 } = (found ?? {}) as Partial<ContactCounts>;
  return { contacts, invitations };
}

/** Reads the number of people whom a user blocked, from the item of the counters. */
export const blockedCountIn = (found: unknown): number =>
  (found as { readonly blocked?: number } | undefined)?.blocked ?? 0;

/** Reads the number of a user's contacts and unanswered invitations. One read. */
export async function contactCounts(table: TableReader, userId: string): Promise<ContactCounts> {
  return contactCountsIn(await table.get(contactCountKey(userId)));
}

/** Reads the most recent contacts of a user, the latest first. */
export async function topContacts(
  table: TableReader,
  userId: string,
  limit: number,
): Promise<string[]> {
  const partition = contactList(userId);
  const { items } = await table.query<Key>({ index: 'gsi2', partition, newestFirst: true, limit });
  return items.map(contactIn);
}

/** Reads the people whose invitations the user has not answered, the latest first. */
export async function invitersOf(
  table: TableReader,
  userId: string,
  limit: number,
): Promise<string[]> {
  const partition = invitationList(userId);
  const { items } = await table.query<Key>({ index: 'gsi2', partition, newestFirst: true, limit });
  return items.map(contactIn);
}

/** Reads all contacts of a user, `atOnce` at a time. */
export async function* everyContact(
  table: TableReader,
  userId: string,
  atOnce: number,
): AsyncGenerator<string[]> {
  const list = { index: 'gsi1', partition: contactList(userId), limit: atOnce } as const;
  let from: Readonly<Record<string, unknown>> | undefined;
  do {
    const { items, next } = await table.query<Key>({ ...list, from });
    yield items.map(contactIn);
    from = next;
  } while (from);
}

/** The cursor: the sort name and the id of the last person on the page. */
const CURSOR = /^(?<name>\P{Surrogate}{0,200}) (?<otherId>[0-9A-HJKMNP-TV-Z]{26})$/su;

/**
 * Reads a page of contacts by name. A cursor is only valid in the caller's own list, so it reveals nothing about others.
 * Undefined for an invalid cursor.
 */
export async function listContacts(
  table: TableReader,
  list: {
    readonly userId: string;
    readonly descending: boolean;
    readonly skip: number;
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
): Promise<{ otherIds: string[]; cursor?: string } | undefined> {
  const { userId, descending, skip, limit } = list;
  const page = {
    index: 'gsi1',
    partition: contactList(userId),
    newestFirst: descending,
  } as const;
  let from: Readonly<Record<string, unknown>> | undefined | 'END';
  if (list.cursor) {
    const gsi1sk = Buffer.from(list.cursor, 'base64url').toString('utf8');
    const otherId = CURSOR.exec(gsi1sk)?.groups?.otherId;
    if (!otherId) return undefined;
    from = { ...contactKey(userId, otherId), gsi1pk: page.partition, gsi1sk };
  } else from = await positionAfter(table, page, skip);
  if (from === 'END') return { otherIds: [] };
  // One more than a page, to know whether there is a next page.
  const { items } = await table.query<Key & { readonly gsi1sk: string }>({
    ...page,
    from,
    limit: limit + 1,
  });
  const shown = items.slice(0, limit);
  const ended = items.length > limit ? shown.at(-1)?.gsi1sk : undefined;
  return {
    otherIds: shown.map(contactIn),
    ...(ended !== undefined && { cursor: Buffer.from(ended).toString('base64url') }),
  };
}

/** The cursor of the list of blocked people: the sort key of the index, made of a time and the id of the person. */
const BLOCKED_CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#([0-9A-HJKMNP-TV-Z]{26})$/;

/** Reads a page of the people whom a user blocked, the latest first. Undefined for an invalid cursor. */
export async function listBlocked(
  table: TableReader,
  userId: string,
  list: { readonly skip: number; readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ otherIds: string[]; cursor?: string } | undefined> {
  const page = { index: 'gsi2', partition: blockedList(userId), newestFirst: true } as const;
  let from: Readonly<Record<string, unknown>> | undefined | 'END';
  if (list.cursor) {
    const gsi2sk = Buffer.from(list.cursor, 'base64url').toString('utf8');
    const otherId = BLOCKED_CURSOR.exec(gsi2sk)?.[1];
    if (!otherId) return undefined;
    from = { ...contactKey(userId, otherId), gsi2pk: page.partition, gsi2sk };
  } else from = await positionAfter(table, page, list.skip);
  if (from === 'END') return { otherIds: [] };
  // One more than a page, to know whether there is a next page.
  const { items } = await table.query<Key & { readonly gsi2sk: string }>({
    ...page,
    from,
    limit: list.limit + 1,
  });
  const shown = items.slice(0, list.limit);
  const ended = items.length > list.limit ? shown.at(-1)?.gsi2sk : undefined;
  return {
    otherIds: shown.map(contactIn),
    ...(ended !== undefined && { cursor: Buffer.from(ended).toString('base64url') }),
  };
}

type OwnRelation = Pick<ContactRelation, 'standing' | 'at' | 'terms'> & {
  readonly personId: string;
};

/** Every relation of a person to others, from this person's side. */
export async function relationsOf(table: TableReader, userId: string): Promise<OwnRelation[]> {
  const relations: OwnRelation[] = [];
  let from: QueryRequest['from'];
  do {
    const { sk: prefix } = contactKey(userId, '');
    const { items, next } = await table.query<ContactRelation>({
      ...{ partition: userPartition(userId), prefix, from },
    });
    for (const { pk, sk, standing, at, terms } of items)
      relations.push({ personId: contactIn({ pk, sk }), standing, at, ...(terms && { terms }) });
    from = next;
  } while (from);
  return relations;
}
