import { prefixOf } from '../text.ts';
import {
  fold,
  type IndexEntries,
  indexEntriesOf,
  isFoundBy,
  isLong,
  isSearchable,
  type Names,
} from './search.ts';

/*
 * Search by words that people say about themselves, besides their names. Apart from search.ts, which the web app loads.
 * docs/product/search.md#what-is-found
 */

/** What a person is found by. */
export type Findable = Names & {
  /** Texts about the person, such as the bio: the most important first. */
  readonly topics: readonly string[];
  /** Whether only the exact username finds them. */
  readonly hidden: boolean;
};

/** Whether the folded text finds this person. */
export function finds(text: string, findable: Findable): boolean {
  const { username, topics, hidden } = findable;
  if (hidden) return fold(username) === text;
  return (
    isFoundBy(findable, text) ||
    partsOf(topics).some((part) => part.startsWith(text) && isLong(text))
  );
}

/** All index entries of a person. */
export function entriesOf(findable: Findable): IndexEntries {
  const { username, topics, hidden } = findable;
  return hidden ? exactEntryOf(username) : indexEntriesOf(findable, partsOf(topics));
}

/** The entry of a hidden person, which only the whole username matches. */
function exactEntryOf(username: string): IndexEntries {
  const text = fold(username);
  return isSearchable(text) ? { [`0${text}`]: text.length } : {};
}

/** The most entries of a person's topics. */
export const TOPIC_ENTRIES_MAX = 60;
/** The most letters of a topic that are read. */
const TOPIC_LENGTH = 4_000;
/** Words at which no entry begins, because too many people use them and nobody searches for them. */
const COMMON_WORDS = new Set(
  `a about after all also am an and any are as at be been but by can do for from get had has have help i if in into is it its
  just like make more most my no not of on one only or our out over so some than that the their them then there these they
  this through to up us was we well what when where which who will with work would you your years`.split(
    /\s+/,
  ),
);

/** The parts of folded topics that begin at a word, as many as are indexed. */
function partsOf(topics: readonly string[]): string[] {
  const suffixes = topics.flatMap((topic) => {
    const text = fold(prefixOf(topic, TOPIC_LENGTH));
    return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)]
      .filter(([word]) => !COMMON_WORDS.has(word))
      .map(({ index }) => text.slice(index));
  });
  return suffixes.filter(isLong).slice(0, TOPIC_ENTRIES_MAX);
}
