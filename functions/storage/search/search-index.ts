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
 * Where people are found: an entry for each place of their names, and one record of all places of a person. Entries
 * and record change in one transaction that only holds while the record is the one that was read, so the record never
 * says anything but what there is, whatever crashes and whoever else is at it.
 */

/** What the record of a person says. */
type Record = { readonly version: number; readonly places: Places };

/** From one state of a person's places to the next. */
export type PlacesMove = {
  readonly userId: string;
  readonly before: Record;
  readonly write: Places;
  readonly remove: readonly string[];
  /** Nothing is left to be done after it. */
  readonly isLast: boolean;
};

/** A transaction takes a hundred items, and the record is one of them. */
const MOVED_AT_ONCE = 99;
/** Each failed attempt means that another one succeeded. */
const ATTEMPTS = 20;

type Hands = {
  readonly table: TableReader;
  /** `movePlaces` with a table that may write. */
  readonly movePlaces: (move: PlacesMove) => Promise<'done' | 'MOVED'>;
};

/**
 * Brings the entries of a person in line with the names they have now; of somebody who is not public none are left.
 * Twice is once, late is as good as at once, and several at a time end with the newest names: the names are read after
 * the record, so whoever writes last has seen them. Costs two reads where nothing changed; a new person of 15 places
 * costs 32 write units.
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
  throw new Error(`the places of ${userId} changed all the time`);
}

/** What is missing and what is stale, as much as one transaction takes; undefined where nothing is. */
function nextMove(userId: string, before: Record, wanted: Places): PlacesMove | undefined {
  const stale = Object.keys(before.places).filter((place) => !(place in wanted));
  const missing = Object.entries(wanted).filter(([place, from]) => before.places[place] !== from);
  if (stale.length + missing.length === 0) return undefined;
  const removed = stale.slice(0, MOVED_AT_ONCE);
  const written = missing.slice(0, MOVED_AT_ONCE - removed.length);
  const isLast = removed.length + written.length === stale.length + missing.length;
  return { userId, before, write: Object.fromEntries(written), remove: removed, isLast };
}

/** Makes a move, or answers MOVED when the record is no longer the one it starts from. */
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

/** `from` is left out where the place counts for every text: most do, and a search reads hundreds of entries. */
const enter = (place: string, from: number, userId: string): Step<never> =>
  put({ ...keyOf(place, userId), ...(from > SEARCH_FROM && { from }) });

const keyOf = (place: string, userId: string) =>
  findKey(beginningOf(place.slice(1)), place, userId);

/** All entries of a person as items, for whoever plants many people at once. */
export function entriesOf(names: Parameters<typeof placesOf>[0], userId: string) {
  return Object.entries(placesOf(names)).map(([place, from]) => ({
    ...keyOf(place, userId),
    ...(from > SEARCH_FROM && { from }),
  }));
}
