/*
 * The quality of a reason that a member of staff or an operator gives. It has to say something: it has three words, or the number
 * of a case. docs/product/desk.md#reasons
 */

const REASON_WORDS_MIN = 3;
/** The letters of a reason in all, so that three initials are no reason. A character of a script without spaces counts twice. */
const REASON_LETTERS_MIN = 6;

/** The id of a case or conversation, as the desk shows it. */
const ID = /(?:^|[^\p{L}\p{N}])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![\p{L}\p{N}])/u;
/** A number sign with digits, or the key of an issue tracker: `#17`, `HELP-204`. */
const TRACKER_NUMBER = /(?:^|[^\p{L}\p{N}])(?:#\d+|\p{Lu}{2,}-\d+)(?![\p{L}\p{N}])/u;
/** A number with what it counts: `ticket 17`. */
const NAMED_NUMBER =
  /(?:^|[^\p{L}\p{N}])(?:case|ticket|claim|report|appeal|incident)[ #]+\d+(?![\p{L}\p{N}])/iu;

/** Characters that nobody types in a reason. Tabs and line breaks become spaces. */
const CONTROL_CHARACTER = /[^\P{Cc}\t\n\r]|\p{Zl}|\p{Zp}|\p{Co}|\p{Cs}|\p{Cn}/u;

export const hasControlCharacter = (text: string): boolean => CONTROL_CHARACTER.test(text);

/** Whether a text contains the number of a case. */
export const hasCaseNumber = (text: string): boolean =>
  [ID, TRACKER_NUMBER, NAMED_NUMBER].some((pattern) => pattern.test(text));

/** Whether a text has three different words of letters, in any script. */
export function hasWords(text: string): boolean {
  const words = [...new Set(wordsIn(text.normalize('NFKC').toLocaleLowerCase('en')))];
  const letters = words.reduce((sum, word) => sum + lettersIn(word), 0);
  return words.length >= REASON_WORDS_MIN && letters >= REASON_LETTERS_MIN;
}

/** A character of a script that is written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** The words of a text. One letter that is repeated ("aaa") is no word. */
const wordsIn = (text: string): string[] =>
  (UNSPACED.test(text) ? segmentsOf(text) : text.split(/[^\p{L}\p{M}\p{N}'’-]+/u))
    .map((part) => part.replace(/[^\p{L}\p{M}]/gu, ''))
    .filter((word) => /\p{L}/u.test(word) && !/^(.)\1{2,}$/u.test(word));

/** The words of a script without spaces, by the dictionary of the runtime; without one, each character is a word. */
function segmentsOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return [...text];
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

const lettersIn = (word: string): number =>
  [...word].reduce(
    (sum, character) => sum + (UNSPACED.test(character) ? 2 : /\p{L}/u.test(character) ? 1 : 0),
    0,
  );
