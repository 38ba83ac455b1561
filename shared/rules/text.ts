/* What a person can see of a text. Names, subjects and messages are held against it. */

/**
 * What nobody sees (zero-width spaces, fillers, marks that turn the direction), but for what an emoji is put together
 * with: the joint and the sign for its coloured form.
 */
const INVISIBLE =
  /(?!(?<=\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})[\u200D\uFE0F])\p{Default_Ignorable_Code_Point}/gu;

export function visible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Text of one line: line breaks, control characters and runs of white space become one space. */
export function oneLine(text: string): string {
  return visible(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** The first `length` units of a text, or one less where the last were half of a character: no table takes a half. */
export function cutWhole(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}$/u, '');
}

/**
 * The text, or as many of its words as `max` characters have room for, with an ellipsis where words are missing. A
 * word longer than that is cut; no character is.
 */
export function cutAtWord(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const room = characters.slice(0, max).join('');
  const words = room.replace(/\s+\S*$/u, '');
  const kept = words === room ? characters.slice(0, max - 1).join('') : words;
  return `${kept.replace(/[\s,;:–—-]+$/u, '')}…`;
}
