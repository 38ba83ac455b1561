import { once } from '../once.ts';
import { graphemes } from './text/graphemes.ts';

/* The text that people write, without what hides or reverses it, and cut where a reader would cut it. docs/product/text.md */

/* Patterns of scripts are made when the first text has an invisible character: they take 3 ms, in nearly every function. */

/** Letters, marks and digits of scripts in which a joiner changes what is seen: Arabic, Syriac, Mongolian and Indic scripts. */
const joined = once(
  () =>
    new RegExp(
      `^[${[
        'Arab',
        'Syrc',
        'Nkoo',
        'Mand',
        'Mong',
        'Phag',
        'Adlm',
        'Rohg',
        'Sogd',
        'Mani',
        'Deva',
        'Beng',
        'Guru',
        'Gujr',
        'Orya',
        'Taml',
        'Telu',
        'Knda',
        'Mlym',
        'Sinh',
        'Khmr',
        'Mymr',
        'Tibt',
        'Java',
        'Bali',
        'Sund',
        'Mtei',
        'Newa',
        'Lana',
        'Cakm',
        'Gran',
        'Tirh',
      ]
        .map((script) => `\\p{Script_Extensions=${script}}`)
        .join('')}]$`,
      'u',
    ),
);
/** Scripts without spaces, in which a zero-width space says where a line may break. */
const unspaced = once(
  () => /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]$/u,
);
const picture = once(() => /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u);
/** Characters that have variants: emoji, ideographs, symbols, and letters of two scripts. */
const withVariants = once(
  () =>
    /^(?![0-9#*])[\p{Emoji}\p{Ideographic}\p{S}、。，．：；！？\p{Script=Myanmar}\p{Script=Phags_Pa}]$/u,
);
const SEEN = /^[^\s\p{C}]$/u;

/** An invisible character, and what stands before and after it. */
type Place = { readonly before: string; readonly after: string };

/** Where invisible characters change what is seen. Each run of them is kept if it is one of these, as a whole. */
const MEANINGFUL: readonly (readonly [RegExp, (place: Place) => boolean])[] = [
  // Joiners of letters.
  [/^\u200D$/, ({ before, after }) => joined().test(before) || joined().test(after)],
  [
    /^\u200C$/,
    ({ before, after }) =>
      SEEN.test(before) && SEEN.test(after) && (joined().test(before) || joined().test(after)),
  ],
  // 👩‍🚀, ❤️‍🔥
  [/^\uFE0F?\u200D$/, ({ before, after }) => picture().test(before) && picture().test(after)],
  // ☺️, 葛󠄀, and 1️⃣
  [/^[\uFE00-\uFE0F]$/, ({ before }) => withVariants().test(before)],
  [/^[\u{E0100}-\u{E01EF}]$/u, ({ before }) => /^\p{Ideographic}$/u.test(before)],
  [/^\uFE0F$/, ({ before, after }) => /^[0-9#*]$/.test(before) && after === '\u20E3'],
  // The flag of England: a black flag, the letters of `gbeng` as tags, and the end of tags.
  [/^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}$/u, ({ before }) => before === '🏴'],
  [/^[\u180B-\u180F]$/, ({ before }) => /^\p{Script=Mongolian}$/u.test(before)],
  [/^\u200B$/, ({ before, after }) => unspaced().test(before) && unspaced().test(after)],
  // A grapheme joiner, which keeps two marks of Hebrew in their order.
  [/^\u034F$/, ({ before, after }) => /^\p{M}$/u.test(before) && /^\p{M}$/u.test(after)],
];

const RUN = /\p{Default_Ignorable_Code_Point}+/gu;
/** Characters that never change a letter: direction marks, fillers, soft hyphens, byte-order marks. */
const NEVER_KEPT =
  /(?!\u034F|[\u180B-\u180F]|[\u200B-\u200D]|[\uFE00-\uFE0F]|[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}\u{E007F}]|[\u{E0100}-\u{E01EF}])./gu;

/**
 * A text without the characters that hide or reverse it: direction marks, fillers, zero-width spaces, tags. Invisible
 * characters stay where they change what is seen: joiners in the scripts that need them and in emoji, the tags of a flag,
 * variants of emoji and ideographs.
 */
export function visible(text: string): string {
  return text.replace(RUN, (run: string, at: number, whole: string) => {
    const place = {
      before: characterBefore(whole, at),
      after: characterAt(whole, at + run.length),
    };
    const wanted = run.replace(NEVER_KEPT, '');
    const first = characterAt(wanted, 0);
    return [wanted, first].find((kept) => isMeaningful(kept, place)) ?? '';
  });
}

const isMeaningful = (run: string, place: Place): boolean =>
  MEANINGFUL.some(([pattern, isPlace]) => pattern.test(run) && isPlace(place));

const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '';

function characterBefore(text: string, at: number): string {
  if (at === 0) return '';
  const pair = at > 1 ? characterAt(text, at - 2) : '';
  return pair.length === 2 ? pair : text.charAt(at - 1);
}

/**
 * Empty Braille cells. Those between two words of Braille are their space, and are in the group together with the last sign of the
 * first word. Without a lookbehind, which Safari before 16.4 rejects together with the whole file.
 */
const EMPTY_CELLS = /([\u2801-\u28FF]\u2800+(?=[\u2801-\u28FF]))|\u2800+/g;

/** Converts a text to one line: line breaks, control characters and runs of white space become one space. */
export function oneLine(text: string): string {
  return visible(text)
    .replace(EMPTY_CELLS, (_, between?: string) => between ?? ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Returns the first graphemes of a text that have at most `length` UTF-16 units together. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  // The next character can belong to the last grapheme. It has at most two units.
  const kept = fitting(text.slice(0, length + 2), length, (grapheme) => grapheme.length);
  // A letter with more marks than there is room for is cut all the same.
  return kept === '' ? prefixOf(text, length) : kept;
}

/**
 * Returns the first `length` UTF-16 units of a text for a key of an index, without a lone surrogate at the end, which
 * DynamoDB rejects. What people see is cut by `truncate`.
 */
export function prefixOf(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}$/u, '');
}

/** Cuts a text to `max` code points between two graphemes, with an ellipsis. */
export function shortened(text: string, max: number): string {
  if (codePoints(text) <= max) return text;
  return `${fitting(text, max - 1, codePoints).trimEnd()}…`;
}

/**
 * Cuts a text to `max` code points at the end of a word, with an ellipsis. A word longer than `max` is cut between two
 * graphemes.
 */
export function truncateAtWord(text: string, max: number): string {
  if (codePoints(text) <= max) return text;
  const room = fitting(text, max, codePoints);
  const words = room.replace(/\s\S*$/u, '');
  const kept = words === room ? fitting(text, max - 1, codePoints) : words;
  return `${kept.replace(/[\s,;:–—-]+$/u, '')}…`;
}

const codePoints = (text: string): number => Array.from(text).length;

/** The first graphemes of a text whose sizes are at most `max` together. */
function fitting(text: string, max: number, sizeOf: (grapheme: string) => number): string {
  let size = 0;
  let kept = '';
  for (const grapheme of graphemes(text)) {
    size += sizeOf(grapheme);
    if (size > max) break;
    kept += grapheme;
  }
  return kept;
}
