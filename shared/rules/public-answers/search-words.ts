import { fold, SEARCH_FROM, searchPrefixOf } from '../search/search.ts';
import { prefixOf } from '../text.ts';

/* The words by which public answers are found. docs/product/public-answers.md#in-search */

/** The most words of an answer that are indexed: those of the title first. */
const ANSWER_WORDS_MAX = 80;
/** The most letters of a word that are indexed, and the fewest letters of a word. */
const WORD_LENGTH = 40;
const SHORTEST = 2;
/** The most words of a search. */
const SEARCH_WORDS_MAX = 6;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Scripts without spaces: a word of theirs is found from each of its characters on. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Words that are in nearly every letter. */
const COMMON = new Set(
  `a about after all also an and any are as at be been but by can could did do does for from get had has have he her him his how i if in
  into is it its just like me more my no not of on one only or other our out over she should so some than that the their them then there
  these they this through to up us was we well were what when where which who will with would you your`.split(
    /\s+/,
  ),
);

/** The folded words of texts, without repetitions and common words; the first ones first. */
export function wordsOf(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) =>
    [...fold(text).matchAll(WORD)].flatMap(([word]) =>
      UNSPACED.test(word) ? suffixesOf(word) : [word],
    ),
  );
  return [...new Set(words)]
    .filter((word) => Array.from(word).length >= SHORTEST && !COMMON.has(word))
    .map((word) => prefixOf(word, WORD_LENGTH));
}

const suffixesOf = (word: string): string[] => {
  const letters = Array.from(word);
  return letters.map((_, at) => letters.slice(at).join(''));
};

/** The words of an answer that are indexed. */
export const indexedWords = (texts: readonly string[]): string[] =>
  [...new Set(wordsOf(texts))].slice(0, ANSWER_WORDS_MAX);

/** The folded words that are searched for: all of them have to be found. */
export const searchedWords = (typed: string): string[] => {
  const words = [...fold(typed).matchAll(WORD)].map(([word]) => prefixOf(word, WORD_LENGTH));
  const telling = words.filter((word) => !COMMON.has(word) && Array.from(word).length >= SHORTEST);
  return [...new Set(telling)].slice(0, SEARCH_WORDS_MAX);
};

/** Whether a word is found by a searched one: by its beginning from four letters on, otherwise as a whole. */
export const isFoundBy = (word: string, searched: string): boolean =>
  isLong(searched) || UNSPACED.test(searched) ? word.startsWith(searched) : word === searched;

const isLong = (word: string) => Array.from(word).length >= SEARCH_FROM;

/** Where the entries of a word begin to be read: in the partition of its first four letters. */
export const partitionOf = (word: string): string => searchPrefixOf(word);
