/*
 * Finds the links of a page that say rel="me": the page belongs to the person at the linked address.
 * https://microformats.org/wiki/rel-me. A scanner, not a parser: it reads tags as browsers tokenize them, in one pass and in time
 * that grows with the length of the page, whatever the page contains.
 */

/** Elements whose content is text: tags in it do not count. */
const RAW_TEXT = /^(script|style|textarea|title|xmp|iframe|noembed|noframes|template)$/;

type Tag = { readonly name: string; readonly attributes: ReadonlyMap<string, string> };

/** Whether a page links to this address with rel="me". A trailing slash and the case of the path make no difference. */
export function linksBack(html: string, address: string): boolean {
  const wanted = comparable(address);
  for (const { name, attributes } of tagsIn(html)) {
    if (name !== 'a' && name !== 'link') continue;
    const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    // A link in text that visitors of a page wrote is not set by its owner.
    if (!rel.includes('me') || rel.includes('ugc')) continue;
    if (comparable(attributes.get('href') ?? '') === wanted) return true;
  }
  return false;
}

/** An absolute address without its query, fragment and trailing slash, in lower case; undefined for any other text. */
function comparable(address: string): string | undefined {
  if (!URL.canParse(address.trim())) return undefined;
  const { origin, pathname } = new URL(address.trim());
  return `${origin}${pathname}`.replace(/\/$/, '').toLowerCase();
}

/** The opening tags of a page, without those in comments and in elements that contain text. */
function* tagsIn(html: string): Generator<Tag> {
  // Other letters may change the length of the text in lower case.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let at = html.indexOf('<');
  while (at >= 0) {
    if (html.startsWith('<!--', at)) at = after(html, '-->', at + 4);
    else if (/[a-z]/.test(lower[at + 1] ?? '')) {
      const { tag, end } = readTag(html, at + 1);
      if (end < 0) return;
      yield tag;
      at = RAW_TEXT.test(tag.name) ? lower.indexOf(`</${tag.name}`, end) : end;
    } else at += 1;
    if (at < 0) return;
    at = html.indexOf('<', at);
  }
}

/** The position after the next occurrence of a text; -1 if there is none. */
function after(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from);
  return found < 0 ? -1 : found + text.length;
}

const SPACE = /\s/;
/** A part of a tag, read from `lastIndex` on. */
const NAME = /[^\s/>=]+/y;
const UNQUOTED = /[^\s>]+/y;

/** Reads the tag whose name begins at `from`. `end`: the position after it; -1 if the page ends before. */
function readTag(html: string, from: number): { readonly tag: Tag; readonly end: number } {
  const attributes = new Map<string, string>();
  const name = match(NAME, html, from).toLowerCase();
  const tag = { name, attributes };
  let at = from + name.length;
  while (at < html.length) {
    if (html[at] === '>') return { tag, end: at + 1 };
    const attribute = match(NAME, html, at).toLowerCase();
    if (attribute === '') {
      at += 1;
      continue;
    }
    const { value, end } = readValue(html, at + attribute.length);
    if (end < 0) break;
    // As in browsers, the first of two equal attributes counts.
    if (!attributes.has(attribute)) attributes.set(attribute, value);
    at = end;
  }
  return { tag, end: -1 };
}

/** Reads the value after an attribute's name. `end`: the position after it; -1 if its quotation mark is not closed. */
function readValue(html: string, from: number): { readonly value: string; readonly end: number } {
  const equals = skipSpace(html, from);
  if (html[equals] !== '=') return { value: '', end: from };
  const start = skipSpace(html, equals + 1);
  const quote = html[start];
  if (quote !== '"' && quote !== "'") {
    const value = match(UNQUOTED, html, start);
    return { value: decoded(value), end: start + value.length };
  }
  const close = html.indexOf(quote, start + 1);
  return { value: decoded(html.slice(start + 1, close)), end: close < 0 ? -1 : close + 1 };
}

function skipSpace(html: string, from: number): number {
  let at = from;
  while (SPACE.test(html[at] ?? '')) at += 1;
  return at;
}

function match(pattern: RegExp, html: string, from: number): string {
  pattern.lastIndex = from;
  return pattern.exec(html)?.[0] ?? '';
}

/** The character references that appear in addresses; an address of a profile needs no others. */
const decoded = (value: string) =>
  value.replace(/&(amp|#38|#x26|#47|#x2f|#58|#x3a|sol|colon);/gi, (_, name: string) => {
    const plain = name.toLowerCase();
    if (plain === 'sol' || plain === '#47' || plain === '#x2f') return '/';
    return plain === 'colon' || plain === '#58' || plain === '#x3a' ? ':' : '&';
  });
