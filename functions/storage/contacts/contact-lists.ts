import {
  contactCountKey,
  contactIn,
  contactKey,
  contactList,
  invitationList,
  type Key,
} from '../keys.ts';
import { positionAfter } from '../list-position.ts';
import type { TableReader } from '../table.ts';

/* The lists of contacts and invitations: the ids of people, whose names are read as they are now. */

export type ContactCounts = { readonly contacts: number; readonly invitations: number };

/** What a record of counters says; whoever never had a contact has none. */
export function countsIn(found: unknown): ContactCounts {
  const { contacts = 0, invitations = 0 } = (found ?? {}) as Partial<ContactCounts>;
  return { contacts, invitations };
}

/** How many contacts somebody has, and how many invitations wait for them. One read. */
export async function contactCounts(table: TableReader, userId: string): Promise<ContactCounts> {
  return countsIn(await table.get(contactCountKey(userId)));
}

/** The contacts somebody had to do with last, the latest first. */
export async function topContacts(
  table: TableReader,
  userId: string,
  limit: number,
): Promise<string[]> {
  const partition = contactList(userId);
  const { items } = await table.query<Key>({ index: 'gsi2', partition, newestFirst: true, limit });
  return items.map(contactIn);
}

/** Who waits for an answer, the latest first. */
export async function invitersOf(
  table: TableReader,
  userId: string,
  limit: number,
): Promise<string[]> {
  const partition = invitationList(userId);
  const { items } = await table.query<Key>({ index: 'gsi2', partition, newestFirst: true, limit });
  return items.map(contactIn);
}

/** All contacts of somebody, so many at a time. */
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

/** Where a page ended: the name that orders it, and the person. */
const CURSOR = /^(?<name>\P{Surrogate}{0,200}) (?<otherId>[0-9A-HJKMNP-TV-Z]{26})$/su;

/**
 * A page of contacts by name. A cursor names a place in the caller's own list, so it shows nothing to anybody else.
 * Answers undefined for a cursor that is none.
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
  // One more than a page, to know whether there is another.
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
