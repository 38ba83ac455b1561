import { blockedList, contactList, invitationList } from '../index-keys.ts';
import { contactCountKey, contactIn, contactKey, type Key, userPartition } from '../keys.ts';
import { allItems } from '../list-position.ts';
import type { TableReader } from '../table.ts';
import type { ContactRelation } from './contact-item.ts';
import { BY_TIME, type ContactPage, contactPage, type PageRequest } from './contact-page.ts';

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

/** The sort keys of the list by name: the sort name and the id of the contact. */
const BY_NAME = /^(?<name>\P{Surrogate}{0,200}) (?<otherId>[0-9A-HJKMNP-TV-Z]{26})$/su;

/** Reads a page of contacts by name. Undefined for an invalid cursor. */
export function listContacts(
  table: TableReader,
  { userId, descending, ...page }: PageRequest & { userId: string; descending: boolean },
): Promise<ContactPage | undefined> {
  const partition = contactList(userId);
  const order = { index: 'gsi1', partition, newestFirst: descending, sortKey: BY_NAME } as const;
  return contactPage(table, userId, order, page);
}

/** Reads a page of the people whom a user blocked, the latest first. Undefined for an invalid cursor. */
export function listBlocked(
  table: TableReader,
  userId: string,
  page: PageRequest,
): Promise<ContactPage | undefined> {
  const partition = blockedList(userId);
  const order = { index: 'gsi2', partition, newestFirst: true, sortKey: BY_TIME } as const;
  return contactPage(table, userId, order, page);
}

type OwnRelation = Pick<ContactRelation, 'status' | 'at' | 'terms'> & {
  readonly personId: string;
};

/** Every relation of a person to others, from this person's side. */
export async function relationsOf(table: TableReader, userId: string): Promise<OwnRelation[]> {
  const { sk: prefix } = contactKey(userId, '');
  const list = { partition: userPartition(userId), prefix };
  const relations = await allItems<ContactRelation>(table, list);
  return relations.map(({ pk, sk, status, at, terms }) => ({
    personId: contactIn({ pk, sk }),
    status,
    at,
    ...(terms && { terms }),
  }));
}
