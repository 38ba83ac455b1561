import { beginningOf, placeText, RANKS, type Rank } from '../../../shared/rules/search/search.ts';
import { findPartition, foundPlace, foundUserId, type Key } from '../keys.ts';
import type { TableReader } from '../table.ts';

/*
 * Looking for people by a part of their name. The entries of all names that hold a text where it begins a word stand
 * side by side, and so do those that hold it elsewhere: two stretches of one partition, read as far as they are shown.
 */

/** A first page looks this far into each stretch, to say how many match: 2 read units with names of ordinary length. */
export const COUNTED = 250;
/** A later page is 20 people of one or two entries each. */
const READ_ON = 60;

/** Somebody whose name held the text when it was entered. `at`: where a next page goes on after them. */
export type Hit = { readonly userId: string; readonly at: string };

/** A place in the matches of a text: each is told once, those that begin a word first, then by what follows the text. */
export type Walk = {
  /** The next matches, `count` of them unless they end before. */
  take(count: number): Promise<Hit[]>;
  /** Whether there is another match. */
  more(): Promise<boolean>;
  /** How many matches were read so far, taken or not: all of them, up to `COUNTED` entries of each stretch. */
  counted(): number;
};

type Entry = Key & { readonly from?: number };
type Stretch = { readonly rank: Rank; readonly found: Hit[]; next: 'start' | Key | undefined };

/**
 * Begins at the first match of a folded text, or after one. From the beginning both stretches are read at once; after a
 * match only what is taken is read. Reads may lag a moment: whoever shows a match looks at the names behind it.
 */
export async function walkMatches(
  table: TableReader,
  text: string,
  after?: string,
): Promise<Walk | undefined> {
  if (after !== undefined && !isPlaceOf(after, text)) return undefined;
  const partition = findPartition(beginningOf(text));
  const stretches = stretchesFrom(partition, after);
  let counted = 0;

  const read = async (stretch: Stretch, limit: number) => {
    const { items, next } = await table.query<Entry>({
      partition,
      prefix: `${stretch.rank}${placeText(text)}`,
      limit,
      ...(stretch.next !== 'start' && { from: stretch.next }),
    });
    const hits = items.filter((entry) => isFirstMatch(entry, text)).map(hitOf);
    counted += hits.length;
    stretch.found.push(...hits);
    stretch.next = next as Key | undefined;
  };
  /** The stretch that holds the next match, read on where it has to be. */
  const current = async (wanted: number): Promise<Stretch | undefined> => {
    for (;;) {
      const [stretch] = stretches;
      if (!stretch || stretch.found.length > 0) return stretch;
      if (stretch.next) await read(stretch, Math.max(READ_ON, 2 * wanted));
      else stretches.shift();
    }
  };
  if (after === undefined) await Promise.all(stretches.map((stretch) => read(stretch, COUNTED)));

  return {
    async take(count) {
      const taken: Hit[] = [];
      while (taken.length < count) {
        const stretch = await current(count - taken.length);
        if (!stretch) break;
        taken.push(...stretch.found.splice(0, count - taken.length));
      }
      return taken;
    },
    more: async () => (await current(1)) !== undefined,
    counted: () => counted,
  };
}

function stretchesFrom(partition: string, after: string | undefined): Stretch[] {
  const ranks = after === undefined ? RANKS : RANKS.filter((rank) => rank >= after.slice(0, 1));
  return ranks.map((rank, nth) => ({
    rank,
    found: [],
    next: after !== undefined && nth === 0 ? { pk: partition, sk: after } : 'start',
  }));
}

/** A sort key that a cursor names must be one of this search: it comes from outside. */
const isPlaceOf = (sk: string, text: string) =>
  RANKS.some((rank) => sk.startsWith(`${rank}${placeText(text)}`));

/** A name that holds the text at several places is told at the first of them. The id behind a place is no part of it. */
function isFirstMatch({ sk, from = 0 }: Entry, text: string): boolean {
  const { length } = placeText(text);
  return length >= from && foundPlace(sk).length > length;
}

const hitOf = ({ sk }: Entry): Hit => ({ userId: foundUserId(sk), at: sk });
