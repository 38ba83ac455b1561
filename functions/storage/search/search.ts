import { beginningOf, placeText, RANKS, type Rank } from '../../../shared/rules/search/search.ts';
import { findPartition, foundPlace, foundUserId, type Key } from '../keys.ts';
import type { TableReader } from '../table.ts';

/*
 * Search for people by a part of their name. In the partition of a text, the entries of names in which it begins a word
 * form one range, and the other matches a second one. Each range is read only as far as results are shown.
 */

/**
 * A first page reads up to this many entries of each range, to count the matches: 2 read units with names of ordinary
 * length.
 */
export const COUNTED = 250;
/** The smallest number of entries read for a later page, which shows 20 people with one or two entries each. */
const READ_ON = 60;

/** A person whose indexed name contains the text. `at`: the cursor after this match. */
export type Hit = { readonly userId: string; readonly at: string };

/**
 * The matches of a text, read page by page. Each person occurs once; matches that begin a word come first, then the order
 * is that of the text after the match.
 */
export type Walk = {
  /** Returns the next `count` matches, fewer at the end. */
  take(count: number): Promise<Hit[]>;
  /** Whether there is another match. */
  more(): Promise<boolean>;
  /** The number of matches read so far, taken or not: of a first page all of them, up to `COUNTED` entries of each range. */
  counted(): number;
};

type Entry = Key & { readonly from?: number };
type Stretch = { readonly rank: Rank; readonly found: Hit[]; next: 'start' | Key | undefined };

/**
 * Starts at the first match of a folded text, or after one. From the start both ranges are read in parallel; after a match
 * only what is taken is read. Reads are eventually consistent, so the caller checks the current names of a match. Undefined
 * for an invalid cursor.
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
  /** Returns the range with the next match, and reads more entries if needed. */
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

/** Cursors come from clients, so their sort key must be one of this search. */
const isPlaceOf = (sk: string, text: string) =>
  RANKS.some((rank) => sk.startsWith(`${rank}${placeText(text)}`));

/** Whether this entry is the first match of its person for the text. The user id in the sort key is not part of the name. */
function isFirstMatch({ sk, from = 0 }: Entry, text: string): boolean {
  const { length } = placeText(text);
  return length >= from && foundPlace(sk).length > length;
}

const hitOf = ({ sk }: Entry): Hit => ({ userId: foundUserId(sk), at: sk });
