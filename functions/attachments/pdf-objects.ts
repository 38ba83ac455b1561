/*
 * The objects of a PDF, wherever a reader may find them. The table in a file that says where its objects begin can say anything, so every
 * place at which one could begin is read, also in strings, comments and streams. Readers repair what breaks the grammar, each in its own
 * way: here it is an error. https://www.pdfa.org/resource/iso-32000-2/ (ISO 32000-2, 7.2 and 7.3)
 */

/** An object, or the trailer of a file. */
export type PdfObject = {
  /** Its tokens in order. A name begins with "/" and is unescaped; a string is "(", whatever it contains. */
  readonly tokens: readonly string[];
  /** Where the content of its stream begins; undefined if it has none. */
  readonly streamAt: number | undefined;
};

/** TOO_MUCH: objects begin inside of each other, far more often than in a document. UNREADABLE: an object breaks the grammar. */
export type UnreadableObjects = 'TOO_MUCH' | 'UNREADABLE';

/** The beginnings of objects ("9 0 obj") and of trailers. */
const BEGINNING = /(?<=[\d\0\t\n\f\r ])obj|trailer/g;

/** Calls `visit` with each object, until it returns something. Returns that, or why the objects cannot be read. */
export function visitObjects<Result>(
  text: string,
  visit: (object: PdfObject) => Result | undefined,
): Result | UnreadableObjects | undefined {
  // The objects of a document are read once each, and again if one begins inside of another.
  let charactersLeft = 2 * text.length + 1_000_000;
  for (const { index, 0: beginning } of text.matchAll(BEGINNING)) {
    const at = index + beginning.length;
    const object = readObject(text, at);
    if (object === 'UNREADABLE') return object;
    charactersLeft -= object.end - at;
    if (charactersLeft < 0) return 'TOO_MUCH';
    const result = visit(object);
    if (result !== undefined) return result;
  }
  return undefined;
}

type ReadObject = PdfObject & { readonly end: number };

const CLOSING: Readonly<Record<string, string>> = { '<<': '>>', '[': ']' };
/** The other values that a dictionary or an array contains: numbers, references and keywords. */
const PLAIN = /^(?:[-+.\d][-+.\deE]*|true|false|null|R)$/;

/** Reads the value at a place, and whether a stream follows it. Of plain values nothing is read. */
function readObject(text: string, at: number): ReadObject | 'UNREADABLE' {
  const start = afterBlanks(text, at);
  if (!text.startsWith('<<', start) && text[start] !== '[')
    return { tokens: [], streamAt: undefined, end: start };
  const value = readStructure(text, start);
  if (value === 'UNREADABLE') return value;
  const end = afterBlanks(text, value.end);
  WORD.lastIndex = end;
  if (text.startsWith('[', start) || WORD.exec(text)?.[0] !== 'stream')
    return { tokens: value.tokens, streamAt: undefined, end };
  LINE_END.lastIndex = WORD.lastIndex;
  if (!LINE_END.test(text)) return 'UNREADABLE';
  return { tokens: value.tokens, streamAt: LINE_END.lastIndex, end };
}

/** Reads a dictionary or an array to its end. */
function readStructure(text: string, at: number) {
  const tokens: string[] = [];
  const open: string[] = [];
  let end = at;
  do {
    const read = readToken(text, afterBlanks(text, end));
    if (read === 'UNREADABLE') return read;
    const { token } = read;
    end = read.end;
    const closing = CLOSING[token];
    if (closing) open.push(closing);
    else if (token === open.at(-1)) open.pop();
    else if (!/^[/(]/.test(token) && !PLAIN.test(token)) return 'UNREADABLE';
    tokens.push(token);
  } while (open.length > 0);
  return { tokens, end };
}

const BLANKS = /[\0\t\n\f\r ]+|%[^\r\n]*/y;
/** A token; of a string only its beginning. */
const TOKEN = /<<|>>|<[^>]*>|[()[\]{}]|\/?[^\0\t\n\f\r ()<>[\]{}/%]+|\//y;
const WORD = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const LINE_END = /[\0\t\f ]*(?:\r\n|\r|\n)/y;

/** The place after the blanks and comments at a place. */
function afterBlanks(text: string, at: number): number {
  let end = at;
  for (BLANKS.lastIndex = at; BLANKS.test(text); ) end = BLANKS.lastIndex;
  return end;
}

function readToken(text: string, at: number): { token: string; end: number } | 'UNREADABLE' {
  TOKEN.lastIndex = at;
  const token = TOKEN.exec(text)?.[0];
  if (token === undefined) return 'UNREADABLE';
  if (token === '(') return readString(text, TOKEN.lastIndex);
  const isHexadecimal = token.startsWith('<') && token !== '<<';
  const read = isHexadecimal ? '(' : token.startsWith('/') ? unescaped(token) : token;
  return { token: read, end: TOKEN.lastIndex };
}

/** Reads to the end of a string, which may contain parentheses in pairs. */
function readString(text: string, at: number): { token: string; end: number } | 'UNREADABLE' {
  const mark = /\\[\s\S]|[()]/g;
  mark.lastIndex = at;
  for (let depth = 1; depth > 0; ) {
    const found = mark.exec(text)?.[0];
    if (found === undefined) return 'UNREADABLE';
    if (found === '(') depth += 1;
    if (found === ')') depth -= 1;
  }
  return { token: '(', end: mark.lastIndex };
}

/** Replaces the characters that a name has escaped. */
export const unescaped = (name: string): string =>
  name.replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
