import { truncateAtWord } from '../text.ts';
import { fold, isLong } from './search.ts';

/* The parts of a bio that a list of people shows. docs/product/search.md#results */

/** How much of a bio a card shows, in characters: two to three lines. */
const ABOUT_LENGTH = 140;
/** How much of a sentence is shown before and after the word that was searched for. */
const BEFORE_LENGTH = 32;
const AFTER_LENGTH = 90;

/** The sentence of a bio in which a search text was found, around the found word. */
export type Excerpt = { readonly before: string; readonly found: string; readonly after: string };

/** Returns the beginning of a bio, which is given as plain text. */
export const aboutOf = (bio: string): string => truncateAtWord(bio, ABOUT_LENGTH);

/**
 * Returns the first sentence of a bio in which a word begins with the folded text, or is it if the text has less than four letters;
 * undefined if there is none.
 */
export function excerptOf(bio: string, text: string): Excerpt | undefined {
  for (const [sentence] of bio.matchAll(/[^.!?…。！？]+[.!?…。！？]*/gu)) {
    const range = foundIn(sentence, text);
    if (!range) continue;
    return {
      before: endOf(sentence.slice(0, range.from).trimStart()),
      found: sentence.slice(range.from, range.to),
      after: truncateAtWord(sentence.slice(range.to), AFTER_LENGTH),
    };
  }
  return undefined;
}

/** Where the text begins a word of a sentence. Folding changes lengths, so the end is found letter by letter. */
function foundIn(sentence: string, text: string): { from: number; to: number } | undefined {
  for (const { 0: word, index: from } of sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    const isFound = isLong(text)
      ? fold(sentence.slice(from)).startsWith(text)
      : fold(word) === text;
    if (!isFound) continue;
    let to = from;
    while (to < sentence.length && fold(sentence.slice(from, to)).length < text.length) to += 1;
    while (/^\p{M}/u.test(sentence.slice(to))) to += 1;
    return { from, to };
  }
  return undefined;
}

/** The last words of a text, with an ellipsis if there are more. */
function endOf(text: string): string {
  if (text.length <= BEFORE_LENGTH) return text;
  return `…${text.slice(-BEFORE_LENGTH).replace(/^\S*\s+/u, '')}`;
}
