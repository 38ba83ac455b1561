/*
 * Graphemes: what a reader calls one character, such as 👩🏽‍🚀, a flag, or a letter with its marks.
 *
 * The boundaries are those of UAX #29, table 1c, read with the Unicode properties of ECMAScript, and not those of
 * Intl.Segmenter: Firefox 115 has none, and engines of different age disagree on Indic conjuncts (rule GB9c is of Unicode
 * 15.1), so a form could count otherwise than the server. https://www.unicode.org/reports/tr29/#Table_Combining_Char_Sequences_and_Grapheme_Clusters
 */

/** Characters that continue a grapheme: marks, modifiers of skin tone, tags of a flag, joiners, and the vowel am of Thai and Lao. */
const CONTINUES = String.raw`[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u200D\u0E33\u0EB3]`;

/** Sequences that begin a grapheme, the longest first. */
const BEGINS = [
  String.raw`\p{Regional_Indicator}{2}`,
  // A picture, and those that are joined to it.
  String.raw`\p{Extended_Pictographic}(?:[\p{Grapheme_Extend}\p{Emoji_Modifier}]*\u200D\p{Extended_Pictographic})*`,
  // A syllable of Hangul, in one character or in its parts.
  String.raw`[\u1100-\u115F\uA960-\uA97C]*(?:[\uAC00-\uD7A3]|[\u1160-\u11A7\uD7B0-\uD7C6]+)[\u11A8-\u11FF\uD7CB-\uD7FB]*`,
  String.raw`[\u1100-\u115F\uA960-\uA97C]+`,
  String.raw`[^\p{Cc}]`,
].join('|');

const GRAPHEME = new RegExp(String.raw`\r\n|\p{Cc}|(?:${BEGINS})${CONTINUES}*`, 'gsu');

/** The graphemes of a text, which together are the text. */
export function graphemes(text: string): string[] {
  return text.match(GRAPHEME) ?? [];
}
