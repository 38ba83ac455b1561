import type { ContactTerms } from '../../../shared/rules/contacts/contact-terms.ts';
import type { Instant } from '../../../shared/time.ts';
import { contactList, contactPriceIndex } from '../index-keys.ts';
import { contactIn, contactKey, type Key, userKey } from '../keys.ts';
import { countItems, positionAfter } from '../list-position.ts';
import { type TableReader, type TableWriter, update } from '../table.ts';
import type { ContactRelation } from './contact-item.ts';

/*
 * The prices that people give to contacts. They are attributes of the relation, so the end of the contact and a block end them.
 * docs/product/contacts.md#prices-for-contacts
 */

/** The terms that a side of a relation gives to the other person; undefined for the usual ones. */
export const termsOf = (relation: ContactRelation | undefined): ContactTerms | undefined =>
  relation?.standing === 'CONTACT' ? relation.terms : undefined;

/**
 * Saves the terms that a user gives to a contact; undefined for the usual ones. Orders are begun on condition of
 * `offersVersion`, so none begins at a price that was read before. NOT_CONTACTS: the two are no contacts.
 */
export function saveTerms(
  table: TableWriter,
  userId: string,
  otherId: string,
  terms: ContactTerms | undefined,
  now: Instant,
): Promise<'done' | 'NOT_CONTACTS' | 'GONE'> {
  const place = contactPriceIndex(userId, otherId, now);
  return table.transact<'NOT_CONTACTS' | 'GONE'>(
    update(
      contactKey(userId, otherId),
      terms
        ? 'SET #terms = :terms, #gsi5pk = :gsi5pk, #gsi5sk = :gsi5sk'
        : 'REMOVE #terms, #gsi5pk, #gsi5sk',
      terms ? { terms, ...place } : {},
      {
        when: '#standing = :contact',
        values: { contact: 'CONTACT' },
        otherwise: 'NOT_CONTACTS',
      },
    ),
    update(
      userKey(userId),
      'ADD #offersVersion :one',
      { one: 1 },
      { when: 'attribute_exists(#pk)', otherwise: 'GONE' },
    ),
  );
}

/** The cursor: the sort key of the index, made of a time and the id of the contact. */
const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#([0-9A-HJKMNP-TV-Z]{26})$/;

/** Reads a page of the contacts with terms of their own, the last changed first. Undefined for an invalid cursor. */
export async function listPricedContacts(
  table: TableReader,
  userId: string,
  list: { readonly skip: number; readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ otherIds: string[]; total: number; cursor?: string } | undefined> {
  const page = { index: 'gsi5', partition: contactList(userId), newestFirst: true } as const;
  let from: Readonly<Record<string, unknown>> | undefined | 'END';
  if (list.cursor) {
    const gsi5sk = Buffer.from(list.cursor, 'base64url').toString('utf8');
    const otherId = CURSOR.exec(gsi5sk)?.[1];
    if (!otherId) return undefined;
    from = { ...contactKey(userId, otherId), gsi5pk: page.partition, gsi5sk };
  } else from = await positionAfter(table, page, list.skip);
  if (from === 'END') return { otherIds: [], total: await countItems(table, page) };
  // One more than a page, to know whether there is a next page.
  const { items } = await table.query<Key & { readonly gsi5sk: string }>({
    ...page,
    from,
    limit: list.limit + 1,
  });
  const isAll = from === undefined && items.length <= list.limit;
  const shown = items.slice(0, list.limit);
  const ended = items.length > list.limit ? shown.at(-1)?.gsi5sk : undefined;
  return {
    otherIds: shown.map(contactIn),
    total: isAll ? items.length : await countItems(table, page),
    ...(ended !== undefined && { cursor: Buffer.from(ended).toString('base64url') }),
  };
}
