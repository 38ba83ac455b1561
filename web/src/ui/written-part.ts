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
