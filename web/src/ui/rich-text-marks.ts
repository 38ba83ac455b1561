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

const EMPTY_PARAGRAPH = /^<p>(?:\s|<br[^>]*>|&nbsp;)*<\/p>\s*$/i;

/**
 * Removes the empty paragraphs at the end, which the editor keeps for the caret; returns '' if there is no content.
 * It checks one paragraph at a time from the end, because a single regular expression would take quadratic time.
 */
export function writtenPart(html: string): string {
  let end = html.length;
  for (;;) {
    const start = html.lastIndexOf('<p>', end - 1);
    if (start < 0 || !EMPTY_PARAGRAPH.test(html.slice(start, end))) return html.slice(0, end);
    end = start;
  }
}
