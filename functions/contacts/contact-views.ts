import type { viewUserContactRequests, viewUserContacts } from '#shared/api/contacts.ts';
import type { Output } from '#shared/api/operation.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { invalidInput } from '#shared/refusals.ts';
import { hasVerifiedBadge } from '#shared/rules/profiles/badge.ts';
import type { Instant } from '#shared/time.ts';
import { ifNotExpired, publicUserOf, type User, usersById } from '../storage/accounts/users.ts';
import type { ContactRelation } from '../storage/contacts/contact-item.ts';
import {
  blockedCountIn,
  contactCountsIn,
  invitersOf,
  listBlocked,
  listContacts,
  topContacts,
} from '../storage/contacts/contact-lists.ts';
import { listPricedContacts, termsOf } from '../storage/contacts/contact-prices.ts';
import { contactCountKey, contactKey, userKey } from '../storage/keys.ts';
import type { TableReader } from '../storage/table.ts';

/* Views of contacts, invitations and blocked people, with the current names and portraits. docs/product/contacts.md#lists */

type ContactView = Output<typeof viewUserContacts>['data'][number];
type InvitationView = Output<typeof viewUserContactRequests>['data'][number];

/** The page of a list that a caller asks for. */
type Paging = { readonly skip?: number | undefined; readonly cursor?: string | undefined };

/** The number of contacts in the row of recent ones. */
const RECENT_CONTACTS = 4;
/** The largest number of invitations shown, the latest first; older ones follow as these are answered. */
const INVITATIONS_SHOWN = 100;

export async function topContactsView(table: TableReader, userId: string, now: Instant) {
  const otherIds = await topContacts(table, userId, RECENT_CONTACTS);
  const { contacts, people } = await peopleAndCounts(table, userId, otherIds, now);
  return { pageTotal: contacts, data: people.map(contactView) };
}

/**
 * Returns a page of contacts by name. The order follows the names in the index, which are updated within moments of a
 * change of name.
 */
export async function contactsPage(
  table: TableReader,
  userId: string,
  { sortDirection, skip = 0, cursor }: Paging & { readonly sortDirection: 'asc' | 'desc' },
  now: Instant,
) {
  const descending = sortDirection === 'desc';
  const page = await listContacts(table, { userId, descending, skip, cursor, limit: PAGE_SIZE });
  if (!page) throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const { contacts, people } = await peopleAndCounts(table, userId, page.otherIds, now);
  return { pageTotal: contacts, data: people.map(contactView), cursor: page.cursor };
}

export async function invitationsOf(table: TableReader, userId: string, now: Instant) {
  const inviters = await invitersOf(table, userId, INVITATIONS_SHOWN);
  return { data: (await presentUsers(table, inviters, now)).map(invitationView) };
}

/** Returns a page of the people whom the user blocked, the latest first. */
export async function blockedPage(
  table: TableReader,
  userId: string,
  { skip = 0, cursor }: Paging,
  now: Instant,
) {
  const page = await listBlocked(table, userId, { skip, cursor, limit: PAGE_SIZE });
  if (!page) throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const { blocked, people } = await peopleAndCounts(table, userId, page.otherIds, now);
  return { pageTotal: blocked, data: people.map(invitationView), cursor: page.cursor };
}

/** Returns a page of the contacts with a price of their own, the last changed first. */
export async function pricedContactsPage(
  table: TableReader,
  userId: string,
  { skip = 0, cursor }: Paging,
  now: Instant,
) {
  const page = await listPricedContacts(table, userId, { skip, cursor, limit: PAGE_SIZE });
  if (!page) throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const { otherIds, total } = page;
  const keys = otherIds.flatMap((otherId) => [userKey(otherId), contactKey(userId, otherId)]);
  const found = keys.length > 0 ? await table.getMany<unknown>(keys, 'eventual') : [];
  const data = otherIds.flatMap((_, nth) => {
    const user = ifNotExpired(found[2 * nth] as User | undefined, now);
    const terms = termsOf(found[2 * nth + 1] as ContactRelation | undefined);
    // The index follows a change within moments.
    if (!user || !terms) return [];
    return [{ ...invitationView(user), price: terms.is === 'OWN' ? terms.price : null }];
  });
  return { pageTotal: total, data, cursor: page.cursor };
}

/**
 * The people of a page, and the user's counters. One call, eventually consistent, as the list itself is: its index follows a
 * change within moments too.
 */
async function peopleAndCounts(
  table: TableReader,
  userId: string,
  otherIds: readonly string[],
  now: Instant,
) {
  const keys = [contactCountKey(userId), ...otherIds.map(userKey)];
  const [found, ...users] = await table.getMany<unknown>(keys, 'eventual');
  const people = users.map((user) => ifNotExpired(user as User | undefined, now));
  return {
    contacts: contactCountsIn(found).contacts,
    blocked: blockedCountIn(found),
    people: people.filter((user) => user !== undefined),
  };
}

async function presentUsers(
  table: TableReader,
  ids: readonly string[],
  now: Instant,
): Promise<User[]> {
  if (ids.length === 0) return [];
  const users = await usersById(table, ids, now, 'eventual');
  return users.filter((user) => user !== undefined);
}

function contactView(user: User): ContactView {
  return { id: user.id, ...invitationView(user), trusted: hasVerifiedBadge(user) };
}

function invitationView(user: User): InvitationView {
  const { id: userContactId, fullName, username, avatarUrl: profileImageUrl } = publicUserOf(user);
  return { userContactId, fullName, username, profileImageUrl };
}
