/* What a rich text may be made of. Each use of the editor names its own set; the server's allow-list has the last word. */

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

/** A message: no pictures, and nothing that could be taken for a link and is none. */
export const LETTER_MARKS: readonly RichTextMark[] = [
  'bold',
  'italic',
  'bulletList',
  'orderedList',
  'link',
];

/** A bio: everything there is. */
export const BIO_MARKS: readonly RichTextMark[] = RICH_TEXT_MARKS;

const EMPTY_PARAGRAPH = /^<p>(?:\s|<br[^>]*>|&nbsp;)*<\/p>\s*$/i;

/**
 * Removes the empty paragraphs at the end, which the editor keeps for the caret; returns '' if there is no content. It checks
 * one paragraph at a time from the end, because a single regular expression would take quadratic time.
 */
export function writtenPart(html: string): string {
  let end = html.length;
  for (;;) {
    const start = html.lastIndexOf('<p>', end - 1);
    if (start < 0 || !EMPTY_PARAGRAPH.test(html.slice(start, end))) return html.slice(0, end);
    end = start;
  }
}
