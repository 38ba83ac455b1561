import type { ContactTerms } from '#shared/rules/contacts/contact-terms.ts';
import type { Instant } from '#shared/time.ts';
import { exists } from '../conditions.ts';
import { contactList, contactPriceIndex } from '../index-keys.ts';
import { contactKey, userKey } from '../keys.ts';
import { countItems } from '../list-position.ts';
import { type TableReader, type TableWriter, update } from '../table.ts';
import type { ContactRelation } from './contact-item.ts';
import { BY_TIME, type ContactPage, contactPage, type PageRequest } from './contact-page.ts';

/*
 * The prices that people give to contacts. They are attributes of the relation, so the end of the contact and a block end them.
 * docs/product/contacts.md#prices-for-contacts
 */

/** The terms that a side of a relation gives to the other person; undefined for the usual ones. */
export const termsOf = (relation: ContactRelation | undefined): ContactTerms | undefined =>
  relation?.status === 'CONTACT' ? relation.terms : undefined;

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
      terms ? { set: { terms, ...place } } : { remove: ['terms', 'gsi5pk', 'gsi5sk'] },
      { when: { status: 'CONTACT' }, otherwise: 'NOT_CONTACTS' },
    ),
    update(
      userKey(userId),
      { add: { offersVersion: 1 } },
      { when: { pk: exists }, otherwise: 'GONE' },
    ),
  );
}

/** Reads a page of the contacts with terms of their own, the last changed first. Undefined for an invalid cursor. */
export async function listPricedContacts(
  table: TableReader,
  userId: string,
  wanted: PageRequest,
): Promise<(ContactPage & { readonly total: number }) | undefined> {
  const list = { index: 'gsi5', partition: contactList(userId), newestFirst: true } as const;
  const page = await contactPage(table, userId, { ...list, sortKey: BY_TIME }, wanted);
  return (
    page && {
      ...page,
      total: page.isWhole ? page.otherIds.length : await countItems(table, list),
    }
  );
}
