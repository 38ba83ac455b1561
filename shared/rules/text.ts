/* What a person can see of a text. Names, subjects and messages are held against it. */

/** What nobody sees (zero-width spaces, fillers, marks that turn the direction), but for the joints within an emoji. */
const INVISIBLE =
  /(?<!\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})\p{Default_Ignorable_Code_Point}/gu;

export function visible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Text of one line: line breaks, control characters and runs of white space become one space. */
export function oneLine(text: string): string {
  return visible(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
