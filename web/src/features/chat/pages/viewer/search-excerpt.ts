import { searchWordsOf } from '#shared/rules/chat/message-search.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { fold } from '#shared/rules/search/search.ts';
import { graphemes } from '#shared/rules/text/graphemes.ts';
import { truncate } from '#shared/rules/text.ts';

/* The part of a message that a search shows, with the matched words marked. */

/** How many characters before the first match are shown, and in all. */
const LEAD = 30;
const LENGTH = 240;

export type ExcerptPart = { readonly text: string; readonly isMatch: boolean };

/** A part of a text: from one index up to, but not including, another. */
type Span = { readonly from: number; readonly to: number };

/** The text of a message around the first match. `content`: HTML. */
export function excerptOf(content: string, searchText: string): readonly ExcerptPart[] {
  const text = plainText(content);
  const matches = matchesIn(text, searchWordsOf(searchText));
  const start = startBefore(text, matches[0]?.from ?? 0);
  const end = start + truncate(text.slice(start), LENGTH).length;
  const parts: ExcerptPart[] = [{ text: start > 0 ? '…' : '', isMatch: false }];
  let at = start;
  for (const { from, to } of matches.filter((match) => match.to <= end)) {
    parts.push({ text: text.slice(at, from), isMatch: false });
    parts.push({ text: text.slice(from, to), isMatch: true });
    at = to;
  }
  parts.push({ text: text.slice(at, end), isMatch: false });
  return parts.filter((part) => part.text !== '');
}

/** The beginning of a word shortly before a match. */
function startBefore(text: string, match: number): number {
  if (match <= LEAD) return 0;
  const space = text.indexOf(' ', match - LEAD);
  return space < 0 || space >= match ? match : space + 1;
}

/** Where a text contains any of these folded words. Matches that overlap are one. */
function matchesIn(text: string, words: readonly string[]): readonly Span[] {
  const { folded, spans } = foldedWithSpans(text);
  const found = words.flatMap((word) => {
    const all: Span[] = [];
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      all.push({ from: spans[at]?.from ?? 0, to: spans[at + word.length - 1]?.to ?? 0 });
    return all;
  });
  found.sort((one, other) => one.from - other.from);
  const joined: Span[] = [];
  for (const span of found) {
    const last = joined.at(-1);
    if (last && span.from < last.to)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else joined.push(span);
  }
  return joined;
}

/** The folded text, and for each of its UTF-16 units the part of the text that it comes from. */
function foldedWithSpans(text: string): { folded: string; spans: readonly Span[] } {
  const known = new Map<string, string>();
  const spans: Span[] = [];
  let folded = '';
  let from = 0;
  for (const letter of graphemes(text)) {
    const to = from + letter.length;
    const plain = known.get(letter) ?? (letter === ' ' ? ' ' : fold(letter));
    known.set(letter, plain);
    for (let unit = 0; unit < plain.length; unit += 1) spans.push({ from, to });
    folded += plain;
    from = to;
  }
  return { folded, spans };
}
