import { cutWhole } from '../text.ts';

/*
 * How people are found: by any part of their username or full name, from four letters on, whatever the case and the
 * accents. docs/product/search.md#what-is-found
 *
 * A name is entered at every letter at which a search can meet it: `ana.markovic` as `ana.markovic`, `na.markovic` …
 * `ovic`. Such a place is where an entry stands among all others, so the matches of a text stand side by side.
 */

/** From this many letters on a search begins. */
export const SEARCH_FROM = 4;
/** Longer texts are looked up by their beginning, and held against the whole name then. */
export const PLACE_LENGTH = 40;
/** As much of a folded name as can be found: a few letters fold to many. */
const FOUND_LENGTH = 120;

/** Where in a name a match begins: at the start of a word, which people look for first, or within one. */
export const RANKS = ['0', '1'] as const;
export type Rank = (typeof RANKS)[number];

/** Letters that are one with another to whoever types on a keyboard without them, and do not come apart by themselves. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't' },
  ...{ ŋ: 'n', ς: 'σ', '’': "'", '‘': "'", ʼ: "'", '‐': '-', '‑': '-', '–': '-' },
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');
/** Accents that stand on letters of any script; vowel signs that belong to one script are letters of it. */
const ACCENTS = /(?=\p{Script=Inherited})\p{M}/gu;

/** A text as it is compared: one case, no accents, one space between words. Other scripts stay what they are. */
export function fold(text: string): string {
  return (
    text
      // Letters of other fonts become plain ones first: 𝚤 becomes ı.
      .normalize('NFKD')
      // Up and down again: some letters have two lower cases, some become two letters.
      .toUpperCase()
      .normalize('NFKD')
      .toLowerCase()
      // Lower case can bring accents of its own: İ.
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  );
}

/** What is looked for when somebody types this: folded, and without the @ that people put before usernames. */
export function searchedText(typed: string): string {
  return fold(typed).replace(/^[@ ]+/, '');
}

/** Whether a folded text is long enough to be looked for. */
export function isSearchable(text: string): boolean {
  return Array.from(text).length >= SEARCH_FROM;
}

export type Names = { readonly username: string; readonly fullName: string };

/** Whether these names hold the folded text. */
export function isFoundBy({ username, fullName }: Names, text: string): boolean {
  return [username, fullName].some((name) => cut(fold(name)).includes(text));
}

/** The first letters of a place or a text: all entries that share them are kept together. */
export function beginningOf(text: string): string {
  return Array.from(text).slice(0, SEARCH_FROM).join('');
}

/** As much of a searched text as stands in a place. */
export function placeText(text: string): string {
  return cutWhole(text, PLACE_LENGTH);
}

/** Every place of these names (rank, then text), and the length of the texts from which on it is the first to match. */
export type Places = Readonly<Record<string, number>>;

/**
 * Where somebody with these names is found. A text that matches at several places must find the person once: it counts
 * at the first of them. Of two places that begin alike, the later one is the first for texts longer than what they
 * share; a place that has nothing of its own is left out.
 */
export function placesOf({ username, fullName }: Names): Places {
  const all = [...new Set([username, fullName].flatMap(placesIn))].sort();
  const places: Record<string, number> = {};
  all.forEach((place, nth) => {
    const text = place.slice(1);
    const shared = all.slice(0, nth).map((earlier) => sharedLength(earlier.slice(1), text));
    const from = Math.max(SEARCH_FROM, 1 + Math.max(0, ...shared));
    if (from <= text.length) places[place] = from;
  });
  return places;
}

function placesIn(name: string): string[] {
  const letters = Array.from(cut(fold(name)));
  return letters.flatMap((letter, at) => {
    if (letter === ' ' || at + SEARCH_FROM > letters.length) return [];
    const rank: Rank = at === 0 || !/[\p{L}\p{N}\p{M}]/u.test(letters[at - 1] ?? '') ? '0' : '1';
    return [rank + placeText(letters.slice(at).join(''))];
  });
}

const cut = (text: string) => Array.from(text).slice(0, FOUND_LENGTH).join('');

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
