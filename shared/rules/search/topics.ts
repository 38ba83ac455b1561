import { prefixOf } from '../text.ts';
import {
  fold,
  type IndexEntries,
  indexEntriesOf,
  isFoundBy,
  isLong,
  isSearchable,
  type Names,
  SEARCH_FROM,
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
  if (isFoundBy(findable, text)) return true;
  if (!isLong(text)) return shortWordsOf(topics).includes(text);
  return partsOf(topics).some((part) => part.startsWith(text));
}

/** All index entries of a person. */
export function entriesOf(findable: Findable): IndexEntries {
  const { username, topics, hidden } = findable;
  if (hidden) return exactEntryOf(username);
  return indexEntriesOf(findable, partsOf(topics), shortWordsOf(topics));
}

/** The entry of a hidden person, which only the whole username matches. */
function exactEntryOf(username: string): IndexEntries {
  const text = fold(username);
  return isSearchable(text) ? { [`0${text}`]: text.length } : {};
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** The most entries of parts of a person's topics. */
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
/** Short words of other languages that are no topics either. They count only where a complete word is searched for. */
const COMMON_SHORT_WORDS = new Set(
  `al an au con das de del dem den der des di die du ein el en er es et ich il im ist la las le les los mi mit non par per por que
  qui se si sie su sur un una und une von y zu`.split(/\s+/),
);
/** The most entries of short words of a person's topics. */
export const SHORT_WORDS_MAX = 12;
/** The shortest word of a topic that is found, such as AI or tax. */
const SHORTEST_WORD = 2;

/** The complete words of topics that have two or three letters, folded, as many as are indexed. */
function shortWordsOf(topics: readonly string[]): string[] {
  const words = topics.flatMap((topic) => {
    const text = fold(prefixOf(topic, TOPIC_LENGTH));
    return [...text.matchAll(WORD)].map(([word]) => word);
  });
  return [...new Set(words)].filter(isShortTopic).slice(0, SHORT_WORDS_MAX);
}

function isShortTopic(word: string): boolean {
  const { length } = Array.from(word);
  if (length < SHORTEST_WORD || length >= SEARCH_FROM) return false;
  return /\p{L}/u.test(word) && !COMMON_WORDS.has(word) && !COMMON_SHORT_WORDS.has(word);
}

/** The parts of folded topics that begin at a word, as many as are indexed. */
function partsOf(topics: readonly string[]): string[] {
  const suffixes = topics.flatMap((topic) => {
    const text = fold(prefixOf(topic, TOPIC_LENGTH));
    return [...text.matchAll(WORD)]
      .filter(([word]) => !COMMON_WORDS.has(word))
      .map(({ index }) => text.slice(index));
  });
  return suffixes.filter(isLong).slice(0, TOPIC_ENTRIES_MAX);
}
