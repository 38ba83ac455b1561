import {
  beginningOf,
  type Places,
  placesOf,
  SEARCH_FROM,
} from '../../../shared/rules/search/search.ts';
import type { Instant } from '../../../shared/time.ts';
import { isPublic, userById } from '../accounts/users.ts';
import { findKey, placesKey } from '../keys.ts';
import { put, remove, type Step, type TableReader, type TableWriter } from '../table.ts';

/*
 * The search index: an entry for each searchable suffix of a person's names, and one record with all entries of the person.
 * Entries and record change in one transaction, on the condition that the record is as it was read. So the record always
 * matches the entries, despite crashes and concurrent updates.
 */

/** The record of a person. */
type Record = { readonly version: number; readonly places: Places };

/** One transaction of an update of a person's entries. */
export type PlacesMove = {
  readonly userId: string;
  readonly before: Record;
  readonly write: Places;
  readonly remove: readonly string[];
  /** Whether the update is complete after this transaction. */
  readonly isLast: boolean;
};

/** A DynamoDB transaction takes a hundred items; the record is one of them. */
const MOVED_AT_ONCE = 99;
/** An attempt fails only if a concurrent update succeeded. */
const ATTEMPTS = 20;

type Hands = {
  readonly table: TableReader;
  /** `movePlaces` with a table that may write. */
  readonly movePlaces: (move: PlacesMove) => Promise<'done' | 'MOVED'>;
};

/**
 * Updates the index entries of a person to their current names; an account that is not public has none. Safe to repeat, to
 * run late and to run concurrently: the names are read after the record, so the last write has the newest names. Costs two
 * reads if nothing changed; a new person with 15 entries costs 32 write units.
 */
export async function keepFindable(
  { table, movePlaces: move }: Hands,
  userId: string,
  now: Instant,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; ) {
    const before = (await table.get<Record>(placesKey(userId))) ?? { version: 0, places: {} };
    const user = await userById(table, userId, now);
    const wanted = user && isPublic(user) ? placesOf(user) : {};
    const step = nextMove(userId, before, wanted);
    if (!step) return;
    const outcome = await move(step);
    if (outcome === 'done' && step.isLast) return;
    if (outcome === 'MOVED') attempt += 1;
  }
  throw new Error(`the search index entries of ${userId} changed at every attempt`);
}

/** The missing and stale entries that fit into one transaction; undefined if there are none. */
function nextMove(userId: string, before: Record, wanted: Places): PlacesMove | undefined {
  const stale = Object.keys(before.places).filter((place) => !(place in wanted));
  const missing = Object.entries(wanted).filter(([place, from]) => before.places[place] !== from);
  if (stale.length + missing.length === 0) return undefined;
  const removed = stale.slice(0, MOVED_AT_ONCE);
  const written = missing.slice(0, MOVED_AT_ONCE - removed.length);
  const isLast = removed.length + written.length === stale.length + missing.length;
  return { userId, before, write: Object.fromEntries(written), remove: removed, isLast };
}

/** Writes one transaction of an update. MOVED: the record has changed since it was read. */
export function movePlaces(
  table: Pick<TableWriter, 'transact'>,
  { userId, before, write, remove: stale }: PlacesMove,
): Promise<'done' | 'MOVED'> {
  const left = Object.entries(before.places).filter(([place]) => !stale.includes(place));
  const record: Record = {
    version: before.version + 1,
    places: { ...Object.fromEntries(left), ...write },
  };
  return table.transact<'MOVED'>(
    put(
      { ...placesKey(userId), ...record },
      {
        when: before.version === 0 ? 'attribute_not_exists(#pk)' : '#version = :version',
        values: before.version === 0 ? {} : { version: before.version },
        otherwise: 'MOVED',
      },
    ),
    ...stale.map((place) => remove<never>(keyOf(place, userId))),
    ...Object.entries(write).map(([place, from]) => enter(place, from, userId)),
  );
}

/** `from` is omitted if the entry matches texts of any length: most entries do, and a search reads hundreds of them. */
const enter = (place: string, from: number, userId: string): Step<never> =>
  put({ ...keyOf(place, userId), ...(from > SEARCH_FROM && { from }) });

const keyOf = (place: string, userId: string) =>
  findKey(beginningOf(place.slice(1)), place, userId);

/** Returns all index entries of a person as items, for bulk imports. */
export function entriesOf(names: Parameters<typeof placesOf>[0], userId: string) {
  return Object.entries(placesOf(names)).map(([place, from]) => ({
    ...keyOf(place, userId),
    ...(from > SEARCH_FROM && { from }),
  }));
}
