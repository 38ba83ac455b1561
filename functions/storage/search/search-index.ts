import {
  type IndexEntries,
  indexEntriesOf,
  SEARCH_FROM,
  searchPrefixOf,
} from '../../../shared/rules/search/search.ts';
import type { Instant } from '../../../shared/time.ts';
import { isPublic, userById } from '../accounts/users.ts';
import { searchEntryKey, searchRecordKey } from '../keys.ts';
import { put, remove, type Step, type TableReader, type TableWriter } from '../table.ts';

/*
 * The search index: an entry for each searchable suffix of a person's names, and one record with all entries of the person.
 * Entries and record change in one transaction, on the condition that the record is as it was read. So the record always
 * matches the entries, despite crashes and concurrent updates.
 */

/** The record of a person. */
type IndexRecord = { readonly version: number; readonly places: IndexEntries };

/** One transaction of an update of a person's entries. */
export type IndexUpdate = {
  readonly userId: string;
  readonly before: IndexRecord;
  readonly write: IndexEntries;
  readonly remove: readonly string[];
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
 * Updates the index entries of a person to their current names; an account that is not public has none. Safe to repeat, to
 * run late and to run concurrently: the names are read after the record, so the last write has the newest names. Costs two
 * reads if nothing changed; a new person with 15 entries costs 32 write units.
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
    };
    const user = await userById(table, userId, now);
    const wanted = user && isPublic(user) ? indexEntriesOf(user) : {};
    const step = nextUpdate(userId, before, wanted);
    if (!step) return;
    const outcome = await write(step);
    if (outcome === 'done' && step.isLast) return;
    if (outcome === 'MOVED') attempt += 1;
  }
  throw new Error(`the search index entries of ${userId} changed at every attempt`);
}

/** The missing and stale entries that fit into one transaction; undefined if there are none. */
function nextUpdate(
  userId: string,
  before: IndexRecord,
  wanted: IndexEntries,
): IndexUpdate | undefined {
  const stale = Object.keys(before.places).filter((entry) => !(entry in wanted));
  const missing = Object.entries(wanted).filter(([entry, from]) => before.places[entry] !== from);
  if (stale.length + missing.length === 0) return undefined;
  const removed = stale.slice(0, ENTRIES_PER_TRANSACTION);
  const written = missing.slice(0, ENTRIES_PER_TRANSACTION - removed.length);
  const isLast = removed.length + written.length === stale.length + missing.length;
  return { userId, before, write: Object.fromEntries(written), remove: removed, isLast };
}

/** Writes one transaction of an update. MOVED: the record has changed since it was read. */
export function writeIndexUpdate(
  table: Pick<TableWriter, 'transact'>,
  { userId, before, write, remove: stale }: IndexUpdate,
): Promise<'done' | 'MOVED'> {
  const left = Object.entries(before.places).filter(([entry]) => !stale.includes(entry));
  const record: IndexRecord = {
    version: before.version + 1,
    places: { ...Object.fromEntries(left), ...write },
  };
  return table.transact<'MOVED'>(
    put(
      { ...searchRecordKey(userId), ...record },
      {
        when: before.version === 0 ? 'attribute_not_exists(#pk)' : '#version = :version',
        values: before.version === 0 ? {} : { version: before.version },
        otherwise: 'MOVED',
      },
    ),
    ...stale.map((entry) => remove<never>(keyOf(entry, userId))),
    ...Object.entries(write).map(([entry, from]) => putEntry(entry, from, userId)),
  );
}

/** `from` is omitted if the entry matches texts of any length: most entries do, and a search reads hundreds of them. */
const putEntry = (entry: string, from: number, userId: string): Step<never> =>
  put({ ...keyOf(entry, userId), ...(from > SEARCH_FROM && { from }) });

const keyOf = (entry: string, userId: string) =>
  searchEntryKey(searchPrefixOf(entry.slice(1)), entry, userId);

/** Returns all index entries of a person as items, for bulk imports. */
export function indexItemsOf(names: Parameters<typeof indexEntriesOf>[0], userId: string) {
  return Object.entries(indexEntriesOf(names)).map(([entry, from]) => ({
    ...keyOf(entry, userId),
    ...(from > SEARCH_FROM && { from }),
  }));
}
