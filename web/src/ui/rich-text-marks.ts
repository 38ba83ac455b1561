/* The formats of rich texts. Each editor names its own set; the server checks against its allow-list. */

export const RICH_TEXT_MARKS = [
  'bold',
  'italic',
  'underline',
  'bulletList',
  'orderedList',
  'link',
  'image',
] as const;
export type RichTextMark = (typeof RICH_TEXT_MARKS)[number];

/** For messages: without pictures, and without underlining, which looks like a link. */
export const LETTER_MARKS: readonly RichTextMark[] = [
  'bold',
  'italic',
  'bulletList',
  'orderedList',
  'link',
];

/** For bios: all formats. */
export const BIO_MARKS: readonly RichTextMark[] = RICH_TEXT_MARKS;
