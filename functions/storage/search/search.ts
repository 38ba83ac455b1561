import { entryTextOf, RANKS, type Rank, searchPrefixOf } from '#shared/rules/search/search.ts';
import { entryText, entryUserId, type Key, searchPartition } from '../keys.ts';
import type { TableReader } from '../table.ts';

/*
 * Search for people by a part of their name or a word of their topics. In the partition of a text, the entries of names in which
 * it begins a word form one range, the other names a second one, and topics a third. Each range is read only as far as results are shown.
 */

/**
 * A first page reads up to this many entries of each range, to count the matches: 2 read units with names of ordinary
 * length.
 */
const COUNTED_ENTRIES = 250;
/** The smallest number of entries read for a later page, which shows 20 people with one or two entries each. */
const LATER_READ = 60;

/** A person whose indexed name contains the text. `at`: the cursor after this match. */
type Hit = { readonly userId: string; readonly at: string };

/**
 * The matches of a text, read page by page. Each person occurs once; matches that begin a word come first, then the order
 * is that of the text after the match.
 */
export type MatchReader = {
  /** Returns the next `count` matches, fewer at the end. */
  take(count: number): Promise<Hit[]>;
  /** Whether there is another match. */
  more(): Promise<boolean>;
  /**
   * The number of matches read so far, including those not taken. A first page reads all matches, up to `COUNTED` entries of
   * each range.
   */
  counted(): number;
};

type Entry = Key & { readonly from?: number };
type EntryRange = { readonly rank: Rank; readonly found: Hit[]; next: 'start' | Key | undefined };

/**
 * Starts at the first match of a folded text, or after one. From the start the ranges are read in parallel; after a match
 * only what is taken is read. Reads are eventually consistent, so the caller checks the current names of a match. Undefined
 * for an invalid cursor.
 */
export async function findMatches(
  table: TableReader,
  text: string,
  after?: string,
): Promise<MatchReader | undefined> {
  if (after !== undefined && !isCursorOf(after, text)) return undefined;
  const partition = searchPartition(searchPrefixOf(text));
  const ranges = rangesFrom(partition, after);
  let counted = 0;

  const read = async (range: EntryRange, limit: number) => {
    const { items, next } = await table.query<Entry>({
      partition,
      prefix: `${range.rank}${entryTextOf(text)}`,
      limit,
      ...(range.next !== 'start' && { from: range.next }),
    });
    const hits = items.filter((entry) => isFirstMatch(entry, text)).map(hitOf);
    counted += hits.length;
    range.found.push(...hits);
    range.next = next as Key | undefined;
  };
  /** Returns the range with the next match, and reads more entries if needed. */
  const current = async (wanted: number): Promise<EntryRange | undefined> => {
    for (;;) {
      const [range] = ranges;
      if (!range || range.found.length > 0) return range;
      if (range.next) await read(range, Math.max(LATER_READ, 2 * wanted));
      else ranges.shift();
    }
  };
  if (after === undefined) await Promise.all(ranges.map((range) => read(range, COUNTED_ENTRIES)));

  return {
    async take(count) {
      const taken: Hit[] = [];
      while (taken.length < count) {
        const range = await current(count - taken.length);
        if (!range) break;
        taken.push(...range.found.splice(0, count - taken.length));
      }
      return taken;
    },
    more: async () => (await current(1)) !== undefined,
    counted: () => counted,
  };
}

function rangesFrom(partition: string, after: string | undefined): EntryRange[] {
  const ranks = after === undefined ? RANKS : RANKS.filter((rank) => rank >= after.slice(0, 1));
  return ranks.map((rank, nth) => ({
    rank,
    found: [],
    next: after !== undefined && nth === 0 ? { pk: partition, sk: after } : 'start',
  }));
}

/** Cursors come from clients, so their sort key must be one of this search. */
const isCursorOf = (sk: string, text: string) =>
  RANKS.some((rank) => sk.startsWith(`${rank}${entryTextOf(text)}`));

/** Whether this entry is the first match of its person for the text. The user id in the sort key is not part of the name. */
function isFirstMatch({ sk, from = 0 }: Entry, text: string): boolean {
  const { length } = entryTextOf(text);
  return length >= from && entryText(sk).length > length;
}

const hitOf = ({ sk }: Entry): Hit => ({ userId: entryUserId(sk), at: sk });
