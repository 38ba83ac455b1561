import { once } from '../../once.ts';
import { prefixOf } from '../text.ts';

/*
 * Search for people by any part of their username or full name with at least four letters, by a shorter text that is a complete word
 * of them or consists of their ideographs or syllables, by the beginnings of words in their topics, and by complete words of two or
 * three letters in them, ignoring case and accents.
 * docs/product/search.md#what-is-found
 *
 * The index has an entry for every suffix of a name that a search can match: for `ana.markovic`, the entries
 * `ana.markovic`, `na.markovic` … `ovic`. The entries are sorted, so all matches of a text are adjacent.
 */

/** The shortest text that finds any part of a name. */
export const SEARCH_FROM = 4;
/** A shorter text that can be a complete word. */
const SHORT_WORD = /^[\p{L}\p{N}\p{M}]{1,3}$/u;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
/** Letters that are more than a sound: an ideograph or a syllable; folding leaves the parts of Korean syllables. */
const sign = once(
  () => /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Yi}]/u,
);
/** How many letters a sign is worth, as in a name. */
const SIGN_COLUMNS = 2.5;
/**
 * The length of an indexed suffix. A longer search text is looked up by its beginning, and then compared with the whole
 * name.
 */
const ENTRY_LENGTH = 40;
/** The part of a folded name that is indexed; folding can lengthen a name. */
const INDEXED_LENGTH = 120;

/** Whether a match begins a word of a name (`0`), which ranks first, is within a name (`1`), or begins a word of a topic (`2`). */
export const RANKS = ['0', '1', '2'] as const;
export type Rank = (typeof RANKS)[number];

/** Letters that Unicode does not decompose, with the spelling of people who do not have them on their keyboard. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‐': '-',
  '–': '-',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');
/**
 * Accents for letters of any script, and the joiners and other characters that nobody types into a search. Vowel signs of a
 * single script are not accents.
 */
const INVISIBLE_OR_ACCENT = /(?=\p{Script=Inherited})\p{M}|\p{Default_Ignorable_Code_Point}/gu;

/** Folds a text for comparison: one case, no accents, single spaces. Letters of other scripts stay. */
export function fold(text: string): string {
  return (
    text
      // Letters of other fonts become plain ones first: 𝚤 becomes ı.
      .normalize('NFKD')
      // Upper case and then lower case: some letters have two lower-case forms, and some become two letters.
      .toUpperCase()
      .normalize('NFKD')
      .toLowerCase()
      // Lower case can add accents: İ.
      .normalize('NFKD')
      .replace(INVISIBLE_OR_ACCENT, '')
      .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  );
}

/** Returns the text to search for: folded, and without the @ that people put before usernames. */
export function searchedText(typed: string): string {
  return fold(typed).replace(/^[@ ]+/, '');
}

/** Whether a folded text can be searched for: one of four letters, or a complete word. */
export function isSearchable(text: string): boolean {
  return isLong(text) || SHORT_WORD.test(text);
}

/** Whether a folded text has four letters, so that it finds any part of a name. */
export const isLong = (text: string) => Array.from(text).length >= SEARCH_FROM;

/** Whether a folded text is searched for while it is typed: from four letters, or two ideographs or syllables. */
export function isSearchedAsTyped(text: string): boolean {
  const columns = Array.from(text).map((letter) => (sign().test(letter) ? SIGN_COLUMNS : 1));
  return isSearchable(text) && columns.reduce((sum, one) => sum + one, 0) >= SEARCH_FROM;
}

/** Whether whoever is found by a longer text is also found by this one. */
export const findsLonger = (text: string, longer: string): boolean =>
  isLong(text) && longer.includes(text);

export type Names = { readonly username: string; readonly fullName: string };

/** Whether these names are found by the folded text: a short one has to be a complete word of them. */
export function isFoundBy({ username, fullName }: Names, text: string): boolean {
  if (isLong(text)) return isPartOf({ username, fullName }, text);
  return [username, fullName].some((name) => shortTextsOf(indexedPart(fold(name))).has(text));
}

/** Whether these names contain the folded text, however short. */
export const isPartOf = ({ username, fullName }: Names, text: string): boolean =>
  [username, fullName].some((name) => indexedPart(fold(name)).includes(text));

/**
 * The texts of less than four letters that find a folded name, each with the best rank at which it occurs: complete words, and one to
 * three ideographs or syllables from any place.
 */
function shortTextsOf(folded: string): Map<string, Rank> {
  const found = new Map<string, Rank>();
  const add = (text: string, rank: Rank) => {
    if (!found.has(text) || rank === '0') found.set(text, rank);
  };
  for (const [word] of folded.matchAll(WORDS)) {
    const letters = Array.from(word);
    if (letters.length < SEARCH_FROM) add(word, '0');
    for (const at of letters.keys())
      for (
        let end = at + 1;
        end < at + SEARCH_FROM && sign().test(letters[end - 1] ?? '');
        end += 1
      )
        add(letters.slice(at, end).join(''), at === 0 ? '0' : '1');
  }
  return found;
}

/** The first letters of an entry or a search text. Entries with the same first letters share a partition. */
export function searchPrefixOf(text: string): string {
  return Array.from(text).slice(0, SEARCH_FROM).join('');
}

/** The part of a search text that index entries hold. */
export function entryTextOf(text: string): string {
  return prefixOf(text, ENTRY_LENGTH);
}

/** The index entries of a person: for each rank and suffix, the shortest search text that it matches first. */
export type IndexEntries = Readonly<Record<string, number>>;

/**
 * Returns the index entries for these names, and for parts and short words of topics (topics.ts). A text that matches several entries must
 * find the person once, so it counts at the first of them. If two entries share a beginning, the later one is the first match only for
 * texts longer than that beginning; an entry that is never the first match is left out.
 */
export function indexEntriesOf(
  { username, fullName }: Names,
  topics: readonly string[] = [],
  shortTopics: readonly string[] = [],
): IndexEntries {
  const ofTopics = topics.map((part) => `2${entryTextOf(part)}`);
  const all = [...new Set([...[username, fullName].flatMap(suffixesOf), ...ofTopics])].sort();
  const entries: Record<string, number> = {};
  all.forEach((entry, nth) => {
    const text = entry.slice(1);
    const shared = all.slice(0, nth).map((earlier) => sharedLength(earlier.slice(1), text));
    const from = Math.max(SEARCH_FROM, 1 + Math.max(0, ...shared));
    if (from <= text.length) entries[entry] = from;
  });
  return { ...entries, ...shortEntriesOf({ username, fullName }, shortTopics) };
}

/** The entries for texts of less than four letters, each in a partition of its own. */
function shortEntriesOf({ username, fullName }: Names, topics: readonly string[]): IndexEntries {
  const ofTopics = new Map(topics.map((word): [string, Rank] => [word, '2']));
  const ofNames = [fullName, username].map((name) => shortTextsOf(indexedPart(fold(name))));
  const found = [...ofNames, ofTopics];
  const texts = new Set(found.flatMap((texts) => [...texts.keys()]));
  const best = (text: string) => found.flatMap((texts) => texts.get(text) ?? []).sort()[0];
  return Object.fromEntries([...texts].map((text) => [`${best(text)}${text}`, 1]));
}

function suffixesOf(name: string): string[] {
  const letters = Array.from(indexedPart(fold(name)));
  return letters.flatMap((letter, at) => {
    if (letter === ' ' || at + SEARCH_FROM > letters.length) return [];
    const rank: Rank = /[\p{L}\p{N}\p{M}]/u.test(letters[at - 1] ?? '') ? '1' : '0';
    return [rank + entryTextOf(letters.slice(at).join(''))];
  });
}

const indexedPart = (text: string) => Array.from(text).slice(0, INDEXED_LENGTH).join('');

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
