import { constants, inflateRawSync } from 'node:zlib';

/*
 * The names in a PDF, also those in compressed object streams and with escaped characters, without which a script could hide from the
 * parser: it looks only where a document leads. What a dictionary says of a stream is not relied on, because parsers read an object stream
 * whatever it calls itself. https://www.pdfa.org/resource/iso-32000-2/ (ISO 32000-2, 7.3.5 and 7.5.7)
 */

/** The most bytes of all compressed streams together, once inflated. */
const INFLATED_MAX = 100_000_000;
const ONE_INFLATED_MAX = 20_000_000;
/** The most streams: a document of 200 pages has some thousands. */
const STREAMS_MAX = 20_000;
/** The most characters between the beginning of an object and its stream. */
const DICTIONARY_MAX = 10_000;

/** TOO_MUCH: its streams contain more than a document needs. UNREADABLE: an object stream is packed in a way that we do not read. */
export type UnreadableNames = 'TOO_MUCH' | 'UNREADABLE';

const NAME = /\/([^\s()<>[\]{}/%]{1,120})/g;
const STREAM_START = /(?<!end)stream\r?\n/;
/** The beginnings of objects and of streams. */
const BEGINNINGS = /\sobj|(?<!end)stream\r?\n/g;

/** Returns every name of a file, unescaped, and those in its object streams. */
export function namesInPdf(bytes: Buffer): ReadonlySet<string> | UnreadableNames {
  const text = bytes.toString('latin1');
  const names = new Set<string>();
  addNames(names, withoutStreams(text));
  let [object, streams, inflated] = [0, 0, 0];
  for (const { index, 0: beginning } of text.matchAll(BEGINNINGS)) {
    if (beginning.endsWith('obj')) {
      object = index;
      continue;
    }
    streams += 1;
    if (streams > STREAMS_MAX) return 'TOO_MUCH';
    if (index - object > DICTIONARY_MAX) return 'UNREADABLE';
    const stream = readStream(text.slice(object, index), bytes.subarray(index + beginning.length));
    if (stream === 'UNREADABLE') return stream;
    inflated += stream.inflated;
    if (inflated > INFLATED_MAX) return 'TOO_MUCH';
    addNames(names, stream.objects);
  }
  return names;
}

/** A stream that was read: the number of its bytes once inflated, and the text of its objects, empty if it has none. */
type ReadStream = { readonly inflated: number; readonly objects: string };

/** Reads a stream whose content begins at `from`; the end of it is not known. */
function readStream(dictionary: string, from: Buffer): ReadStream | 'UNREADABLE' {
  const { isOfObjects, isPacked, isFlate, isPicture } = knownOf(unescaped(dictionary));
  if (isOfObjects && isPacked && !isFlate) return 'UNREADABLE';
  const beginning = beginningOf(from);
  if (beginning === undefined) {
    if (isOfObjects && isPacked) return 'UNREADABLE';
    const stored = kindOf(from.toString('latin1', 0, BEGINNING));
    return isOfObjects || stored === 'OBJECTS' ? asItIs(from) : NOTHING;
  }
  const isLikely = isOfObjects || beginning === 'OBJECTS';
  // The bytes of a large picture have no names, and many pictures begin with blanks, which are dark.
  if (beginning === 'OTHER' && !isOfObjects && (!isFlate || isPicture)) return NOTHING;
  const content = inflate(from);
  if (content === 'TOO_LARGE' && !isLikely)
    return isPicture ? NOTHING : { inflated: ONE_INFLATED_MAX, objects: '' };
  if (content === 'TOO_LARGE' || content === 'BROKEN') return isLikely ? 'UNREADABLE' : NOTHING;
  const text = content.toString('latin1');
  const hasObjects = isOfObjects || kindOf(text) === 'OBJECTS';
  return { inflated: content.length, objects: hasObjects ? text : '' };
}

const NOTHING: ReadStream = { inflated: 0, objects: '' };

/** The properties that a dictionary states of its stream. Only object streams state where their first object is. */
function knownOf(dictionary: string) {
  const isOfObjects = /\/(ObjStm|First)\b/.test(dictionary);
  const isFlate = /\/Filter[\s[]*\/(FlateDecode|Fl)[\s\]]*(?=\/|>>|$)/.test(dictionary);
  return {
    isOfObjects,
    isPacked: /\/Filter\b/.test(dictionary),
    isFlate: isFlate && !(isOfObjects && /\/Predictor\b/.test(dictionary)),
    isPicture: /\/Subtype\s*\/Image\b/.test(dictionary),
  };
}

/** Object streams begin with the number of an object and its place. BLANK: blanks and comments, after which anything may follow. */
type Beginning = 'OBJECTS' | 'BLANK' | 'OTHER';

function kindOf(text: string): Beginning {
  const first = text.replace(/%[^\r\n]*/g, '').replace(/^[\s\0]+/, '');
  if (first === '') return 'BLANK';
  return /^[-+.\d]+[\s\0]+[-+.\d]/.test(first) ? 'OBJECTS' : 'OTHER';
}

/** A stream that is not packed, up to its end. */
function asItIs(from: Buffer): ReadStream {
  const end = from.indexOf('endstream');
  const text = from.toString('latin1', 0, end < 0 ? from.length : end);
  return { inflated: text.length, objects: text };
}

/** An object, which can be anywhere in a file, also inside of a stream. */
const OBJECT = /\d\s+\d+\s+obj/;

/** The text between streams. Compressed bytes would contain short names by chance, but no object. */
const withoutStreams = (text: string): string =>
  text
    .split(/\bendstream\b/)
    .map((part) => {
      const start = part.search(STREAM_START);
      return start < 0 || OBJECT.test(part.slice(start)) ? part : part.slice(0, start);
    })
    .join(' ');

function addNames(names: Set<string>, text: string): void {
  for (const [, name = ''] of text.matchAll(NAME)) names.add(unescaped(name));
}

const unescaped = (text: string): string =>
  text.replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** The bytes of a stream from which its beginning is read. */
const BEGINNING = 1_000;

/** How the content of a packed stream begins; undefined if it cannot be inflated. */
function beginningOf(from: Buffer): Beginning | undefined {
  const content = inflate(from.subarray(0, BEGINNING));
  return typeof content === 'string' ? undefined : kindOf(content.toString('latin1'));
}

/**
 * The content of a stream, without its checksum and what is cut off, as parsers read it. TOO_LARGE: streams of documents are smaller.
 * BROKEN: it is not packed so.
 */
function inflate(from: Buffer): Buffer | 'TOO_LARGE' | 'BROKEN' {
  // The header of zlib. https://www.rfc-editor.org/rfc/rfc1950#section-2.2
  const [method = 0, flags = 0] = from;
  if (method % 16 !== 8 || (method * 256 + flags) % 31 !== 0) return 'BROKEN';
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: ONE_INFLATED_MAX };
  try {
    return inflateRawSync(from.subarray(2), options);
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'TOO_LARGE' : 'BROKEN';
  }
}
