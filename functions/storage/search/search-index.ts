import { isDeepStrictEqual } from 'node:util';
import type { Outcomes } from '#shared/rules/profiles/odds.ts';
import {
  isListed,
  type Listing,
  listingsOf,
  listsOf,
  sitemapPageOf,
} from '#shared/rules/search/browsing.ts';
import { type IndexEntries, SEARCH_FROM, searchPrefixOf } from '#shared/rules/search/search.ts';
import { entriesOf } from '#shared/rules/search/topics.ts';
import type { Instant } from '#shared/time.ts';
import { ifNotExpired, isPublic, type User } from '../accounts/users.ts';
import {
  browseKey,
  oddsKey,
  searchEntryKey,
  searchRecordKey,
  sitemapList,
  userKey,
} from '../keys.ts';
import { type Item, put, remove, type TableReader, type TableWriter } from '../table.ts';
import { findableOf } from './findable.ts';

/*
 * The search index and the lists of browsing: an entry for each searchable part of a person's names and topics, an entry in each
 * list that they are in, and one record with all entries of the person. Entries and record change in one transaction, on the
 * condition that the record is as it was read. So the record always matches the entries, despite crashes and concurrent updates.
 */

/** The entries of browsing, by list and place. */
type Listings = Readonly<Record<string, Listing | { readonly username: string }>>;

/** All entries of a person. */
type Entries = { readonly places: IndexEntries; readonly listings: Listings };

/** The record of a person. */
export type IndexRecord = {
  readonly version: number;
  readonly places: IndexEntries;
  readonly listings: Listings;
};

/** One transaction of an update of a person's entries. */
export type IndexUpdate = {
  readonly userId: string;
  readonly before: IndexRecord;
  readonly write: Entries;
  readonly remove: { readonly places: readonly string[]; readonly listings: readonly string[] };
  /** Whether the update is complete after this transaction. */
  readonly isLast: boolean;
};

/** A DynamoDB transaction takes a hundred items; the record is one of them. */
const ENTRIES_PER_TRANSACTION = 99;
/** An attempt fails only if a concurrent update succeeded. */
const ATTEMPTS = 20;

type IndexContext = {
  readonly table: TableReader;
  /** `writeIndexUpdate` with a table that may write. */
  readonly writeIndexUpdate: (write: IndexUpdate) => Promise<'done' | 'MOVED'>;
};

/**
 * Updates the index entries of a person to their current account and odds; an account that is not public has none. Safe to
 * repeat, to run late and to run concurrently: the account is read after the record, so the last write has the newest one. Costs
 * two calls if nothing changed; a new person with 15 entries costs 32 write units.
 */
export async function updateSearchIndex(
  { table, writeIndexUpdate: write }: IndexContext,
  userId: string,
  now: Instant,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; ) {
    const before = (await table.get<IndexRecord>(searchRecordKey(userId))) ?? {
      version: 0,
      places: {},
      listings: {},
    };
    const step = nextUpdate(userId, before, await entriesNow(table, userId, now));
    if (!step) return;
    const outcome = await write(step);
    if (outcome === 'done' && step.isLast) return;
    if (outcome === 'MOVED') attempt += 1;
  }
  throw new Error(`the search index entries of ${userId} changed at every attempt`);
}

/** The entries that a person should have. */
async function entriesNow(table: TableReader, userId: string, now: Instant): Promise<Entries> {
  const [found, ended] = await table.getMany<unknown>([userKey(userId), oddsKey(userId)]);
  const user = ifNotExpired(found as User | undefined, now);
  if (!user || !isPublic(user)) return { places: {}, listings: {} };
  const outcomes = (ended as { outcomes?: Outcomes } | undefined)?.outcomes ?? {};
  return {
    places: entriesOf(findableOf(user)),
    listings: listingEntriesOf(user, outcomes, now),
  };
}

/** The entries of a public account in the lists of browsing and in the sitemap; none if it is not listed. */
function listingEntriesOf(user: User, outcomes: Outcomes, now: Instant): Listings {
  if (!isListed(user)) return {};
  const listings = Object.entries(listingsOf(user, outcomes, now));
  const inLists = listsOf(user).flatMap((list) =>
    listings.map(([place, listing]) => [`${list} ${place}`, listing] as const),
  );
  const { id, username } = user;
  return {
    ...Object.fromEntries(inLists),
    [`${sitemapList(sitemapPageOf(id))} ${id}`]: { username },
  };
}

/** The missing and stale entries that fit into one transaction; undefined if there are none. */
function nextUpdate(userId: string, before: IndexRecord, wanted: Entries): IndexUpdate | undefined {
  const names = differenceOf(before.places, wanted.places, ENTRIES_PER_TRANSACTION);
  const listed = differenceOf(
    before.listings,
    wanted.listings,
    ENTRIES_PER_TRANSACTION - names.count,
  );
  if (names.isSame && listed.isSame) return undefined;
  return {
    userId,
    before,
    write: { places: names.written, listings: listed.written },
    remove: { places: names.removed, listings: listed.removed },
    isLast: names.isLast && listed.isLast,
  };
}

/** The stale and the missing entries of one kind, at most `max` of them. */
function differenceOf<Value>(
  before: Readonly<Record<string, Value>>,
  wanted: Readonly<Record<string, Value>>,
  max: number,
) {
  const stale = Object.keys(before).filter((entry) => !(entry in wanted));
  const missing = Object.entries(wanted).filter(
    ([entry, value]) => !isDeepStrictEqual(before[entry], value),
  );
  const removed = stale.slice(0, max);
  const written = missing.slice(0, max - removed.length);
  const count = removed.length + written.length;
  return {
    removed,
    count,
    written: Object.fromEntries(written) as Record<string, Value>,
    isSame: stale.length + missing.length === 0,
    isLast: count === stale.length + missing.length,
  };
}

/** Writes one transaction of an update. MOVED: the record has changed since it was read. */
export function writeIndexUpdate(
  table: Pick<TableWriter, 'transact'>,
  { userId, before, write, remove: stale }: IndexUpdate,
): Promise<'done' | 'MOVED'> {
  const record: IndexRecord = {
    version: before.version + 1,
    places: { ...without(before.places, stale.places), ...write.places },
    listings: { ...without(before.listings, stale.listings), ...write.listings },
  };
  return table.transact<'MOVED'>(
    put(
      { ...searchRecordKey(userId), ...record },
      {
        when: { version: before.version === 0 ? undefined : before.version },
        otherwise: 'MOVED',
      },
    ),
    ...stale.places.map((entry) => remove(keyOf(entry, userId))),
    ...stale.listings.map((entry) => remove(listingKey(entry))),
    ...Object.entries(write.places).map(([entry, from]) => put(indexItem(entry, from, userId))),
    ...Object.entries(write.listings).map(([entry, listing]) =>
      put({ ...listingKey(entry), ...listing }),
    ),
  );
}

const without = <Value>(all: Readonly<Record<string, Value>>, entries: readonly string[]) =>
  Object.fromEntries(Object.entries(all).filter(([entry]) => !entries.includes(entry)));

const listingKey = (entry: string) => {
  const [list = '', place = ''] = entry.split(' ');
  return browseKey(list, place);
};

/** The item of an entry. `from` is omitted if it matches texts of any length: most entries do, and a search reads hundreds of them. */
export const indexItem = (entry: string, from: number, userId: string): Item => ({
  ...keyOf(entry, userId),
  ...(from > SEARCH_FROM && { from }),
});

const keyOf = (entry: string, userId: string) =>
  searchEntryKey(searchPrefixOf(entry.slice(1)), entry, userId);
