/* Visible text, which the rules for names, subjects and messages check. */

/**
 * Invisible characters (zero-width spaces, fillers, direction marks), except those within emoji: the zero-width joiner and
 * the variation selector.
 */
const INVISIBLE =
  /(?!(?<=\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})[\u200D\uFE0F])\p{Default_Ignorable_Code_Point}/gu;

export function visible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Converts a text to one line: line breaks, control characters and runs of white space become one space. */
export function oneLine(text: string): string {
  return visible(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Returns the first `length` UTF-16 units of a text, without a lone surrogate at the end, which DynamoDB rejects. */
export function truncate(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}$/u, '');
}

/**
 * Cuts a text to `max` characters at the end of a word, with an ellipsis. A word longer than `max` is cut between two
 * characters.
 */
export function truncateAtWord(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const room = characters.slice(0, max).join('');
  const words = room.replace(/\s\S*$/u, '');
  const kept = words === room ? characters.slice(0, max - 1).join('') : words;
  return `${kept.replace(/[\s,;:–—-]+$/u, '')}…`;
}
