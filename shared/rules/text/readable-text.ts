import type * as z from 'zod/mini';
import { graphemes } from './graphemes.ts';

/*
 * What counts toward the fewest characters of a text: what can be seen and read. Forms and the server use the same
 * functions. docs/product/text.md#what-counts
 */

/** A letter, digit, ideograph, emoji, flag, keycap or Braille cell. The fillers of Hangul are letters too, but nobody sees them. */
const READABLE =
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{Regional_Indicator}\u2801-\u28FF]|(?=\p{Emoji})\p{Extended_Pictographic}|\u20E3$/u;
/** A sign of punctuation, currency or arithmetic. */
const SIGN = /[\p{P}\p{Sm}\p{Sc}\p{Sk}]/u;
/** Something that leaves a trace on the screen. U+2800 is an empty Braille cell, U+FFFC stands for a lost object. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point}|[\u2800\uFFFC])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Accents, which make no new letter; the vowel signs of a script do. */
const ACCENTS = /(?=\p{Script=Inherited})\p{M}/gu;

/** Characters that are a word or a syllable. */
const SYLLABLE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Ethiopic}\p{Script=Canadian_Aboriginal}\p{Script=Cherokee}\p{Script=Vai}]/u;
/** A vowel sign that belongs to a script, as in रा. */
const VOWEL_SIGN = /(?!\p{Script=Inherited})\p{M}/u;

/** Whether a person sees anything of a text, if only a question mark. */
export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * The length of a text as a reader counts it: its letters, digits, ideographs and emoji. What stands between two of them
 * counts as one space and one sign at most, so a sentence is as long as an editor says, and dots and spaces add nothing.
 */
export function readableLength(text: string): number {
  return lengthOf(text, () => 1);
}

/**
 * The length of a name or title in columns, with which the specification's five characters are compared: an ideograph or
 * syllable counts as 2.5 and a letter with a vowel sign as 2, because they say as much as that many letters.
 */
export function readableColumns(text: string): number {
  return lengthOf(text, (grapheme) =>
    SYLLABLE.test(grapheme) ? 2.5 : VOWEL_SIGN.test(grapheme) ? 2 : 1,
  );
}

function lengthOf(text: string, columnsOf: (grapheme: string) => number): number {
  let length = 0;
  let [space, sign] = [0, 0];
  for (const grapheme of graphemes(text)) {
    if (READABLE.test(grapheme)) {
      length += columnsOf(grapheme) + sign + (length > 0 ? space : 0);
      [space, sign] = [0, 0];
    } else if (/^\s/.test(grapheme)) space = 1;
    else if (SIGN.test(grapheme)) sign = 1;
  }
  return length > 0 ? length + sign : 0;
}

/** How many different letters, digits, ideographs and emoji a text has. Case and accents make no difference. */
export function differentCharacters(text: string): number {
  return new Set(
    graphemes(text)
      .filter((one) => READABLE.test(one))
      .map(keyOf),
  ).size;
}

const keyOf = (grapheme: string) => grapheme.normalize('NFKD').replace(ACCENTS, '').toLowerCase();

/** As many different characters as a short sentence has ("How dry is dry?"), and fewer than the smallest alphabets. */
const DIFFERENT_MAX = 8;

/** The fewest different characters of a text of at least `minimum` characters. */
export function differentMinimum(minimum: number): number {
  if (minimum < 5) return Math.min(1, minimum);
  return Math.min(DIFFERENT_MAX, Math.max(2, Math.ceil(minimum / 5)));
}

/** The message for a text that is long enough and repeats the same few characters. */
export const REPEATS = 'Please write it in words: this repeats the same few characters';

/**
 * Why a text does not reach `minimum` characters: SHORT, or REPEATED if it is long enough and has fewer different characters
 * than words have. Undefined for a text that reaches it.
 */
export function readableFault(
  text: string,
  minimum: number,
  lengthOf: (text: string) => number = readableLength,
): 'SHORT' | 'REPEATED' | undefined {
  if (lengthOf(text) < minimum) return 'SHORT';
  return differentCharacters(text) < differentMinimum(minimum) ? 'REPEATED' : undefined;
}

/** What is added to the message for a text whose other characters would have been enough. */
const NOT_COUNTED = 'Spaces and signs in a row don’t count.';

/** How many characters a text lacks. */
export function missingCharacters(
  text: string,
  minimum: number,
  measure: (text: string) => number = readableLength,
): number {
  return Math.max(0, Math.ceil(minimum - measure(text)));
}

/** The message for a text that does not reach `minimum` characters; undefined for one that does. */
export function readableError(
  text: string,
  minimum: number,
  tooShort: string,
  measure?: (text: string) => number,
): string | undefined {
  const fault = readableFault(text, minimum, measure);
  if (fault === 'REPEATED') return REPEATS;
  if (fault === undefined) return undefined;
  const typed = text.replaceAll('\0', '').length;
  return typed < minimum ? tooShort : `${tooShort}. ${NOT_COUNTED}`;
}

/**
 * The check of a schema: at least `minimum` characters that can be seen and read. `tooShort`: the message for fewer.
 * `measure`: how long a text is, for example in columns.
 */
export function readable(
  minimum: number,
  tooShort: string,
  measure: (text: string) => number = readableLength,
) {
  return (context: z.core.ParsePayload<string>) => {
    const message = readableError(context.value, minimum, tooShort, measure);
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  };
}

/** A word: letters or digits. Scripts without spaces are divided in twos, which is about a word of Chinese or Thai. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,2}|[\p{L}\p{N}\p{M}\p{Join_Control}'’-]+/gu;

/** How many different words a text has, for example of a reason. A word has a letter or a digit. */
export function differentWords(text: string): number {
  const words = text.match(WORD)?.filter((word) => READABLE.test(word)) ?? [];
  return new Set(words.map(keyOf)).size;
}
