/* The formats of rich texts. Each editor names its own set; the server checks against its allow-list. */

/** For bios: all formats. */
export const BIO_MARKS = [
  'bold',
  'italic',
  'underline',
  'bulletList',
  'orderedList',
  'link',
  'image',
] as const;
export type RichTextMark = (typeof BIO_MARKS)[number];

/** For messages: without pictures, and without underlining, which looks like a link. */
export const LETTER_MARKS: readonly RichTextMark[] = [
  'bold',
  'italic',
  'bulletList',
  'orderedList',
  'link',
];
