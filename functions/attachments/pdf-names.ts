import { constants, inflateRawSync } from 'node:zlib';
import { type PdfObject, unescaped, visitObjects } from './pdf-objects.ts';

/*
 * The names in a PDF, also those in compressed object streams and with escaped characters, without which a script could hide from the
 * parser: it looks only where a document leads. https://www.pdfa.org/resource/iso-32000-2/ (ISO 32000-2, 7.3.5 and 7.5.7)
 */

/** The most bytes of all object streams together, once inflated. */
const INFLATED_MAX = 100_000_000;
const ONE_INFLATED_MAX = 20_000_000;
/** The most object streams, and color profiles: a document of 200 pages has some hundreds. */
const STREAMS_MAX = 20_000;

/** TOO_MUCH: the file contains more than a document needs. UNREADABLE: an object, or an object stream, is not written as documents are. */
export type UnreadableNames = 'TOO_MUCH' | 'UNREADABLE';

/** Returns every name of a file, unescaped, and those in its object streams. */
export function namesInPdf(bytes: Buffer): ReadonlySet<string> | UnreadableNames {
  const names = new Set<string>();
  let [streams, inflated] = [0, 0];
  const stop = visitObjects(bytes.toString('latin1'), (object): UnreadableNames | undefined => {
    for (const token of object.tokens) if (token.startsWith('/')) names.add(token.slice(1));
    const stream = readObjectStream(object, bytes);
    if (stream === undefined) return undefined;
    if (stream === 'UNREADABLE') return stream;
    streams += 1;
    inflated += stream.inflated;
    if (streams > STREAMS_MAX || inflated > INFLATED_MAX) return 'TOO_MUCH';
    for (const [, name = ''] of stream.objects.matchAll(NAME)) names.add(unescaped(name));
    return undefined;
  });
  return stop ?? names;
}

const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]{1,120})/g;

/** A stream that was read: the number of its bytes once inflated, and its objects, empty if it has none. */
type ReadStream = { readonly inflated: number; readonly objects: string };

/** Reads an object stream, or one that may be one. The result is undefined if the object is something else. */
function readObjectStream(
  { tokens, streamAt }: PdfObject,
  bytes: Buffer,
): ReadStream | 'UNREADABLE' | undefined {
  if (streamAt === undefined) return undefined;
  // A stream need not say that it has objects, but where the first one is.
  const hasObjects = tokens.includes('/ObjStm') || tokens.includes('/First');
  // Some readers do without that. Color profiles have a number N too.
  if (!hasObjects && !tokens.includes('/N')) return undefined;
  if (!isInflatable(tokens)) return hasObjects ? 'UNREADABLE' : undefined;
  const content = inflate(bytes.subarray(streamAt));
  if (content === undefined)
    return hasObjects ? 'UNREADABLE' : { inflated: ONE_INFLATED_MAX, objects: '' };
  const text = content.toString('latin1');
  return { inflated: content.length, objects: hasObjects || beginsWithPlaces(text) ? text : '' };
}

/** Object streams begin with the number of an object and its place, after blanks and comments. */
const beginsWithPlaces = (text: string): boolean =>
  /^[\s\0]*[-+.\d]+[\s\0]+[-+.\d]/.test(text.replace(/%[^\r\n]*/g, ''));

/** Whether a stream is packed as the object streams of all usual software are: by Flate, once, without parameters. */
function isInflatable(tokens: readonly string[]): boolean {
  const entries = entriesOf(tokens);
  const filters = entries.filter(([key]) => key === '/Filter').map(([, value]) => value);
  const isPlain = !entries.some(([key]) => ['/F', '/DP', '/DecodeParms'].includes(key));
  return (
    isPlain && filters.length === 1 && /^(?:\[ )?\/FlateDecode(?: \])?$/.test(filters[0] ?? '')
  );
}

/** The keys of a dictionary and their values, whose tokens are joined by blanks. */
function entriesOf(tokens: readonly string[]): [key: string, value: string][] {
  const entries: [string, string][] = [];
  let depth = 0;
  for (const token of tokens.slice(1, -1)) {
    const last = entries.at(-1);
    if (depth === 0 && token.startsWith('/') && last?.[1] !== '') entries.push([token, '']);
    else if (last) last[1] += last[1] === '' ? token : ` ${token}`;
    if (token === '<<' || token === '[') depth += 1;
    if (token === '>>' || token === ']') depth -= 1;
  }
  return entries;
}

/** Inflates a stream without its checksum and what is cut off, as readers do; undefined if it is not packed so, or far too large. */
function inflate(from: Buffer): Buffer | undefined {
  // The header of zlib. https://www.rfc-editor.org/rfc/rfc1950#section-2.2
  const [method = 0, flags = 0] = from;
  if (method % 16 !== 8 || (method * 256 + flags) % 31 !== 0) return undefined;
  try {
    return inflateRawSync(from.subarray(2), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: ONE_INFLATED_MAX,
    });
  } catch {
    return undefined;
  }
}
