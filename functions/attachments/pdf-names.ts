import { inflateSync } from 'node:zlib';

/*
 * The names in a PDF, also those in compressed object streams and with escaped characters, without which a script could hide from the
 * parser: it looks only where a document leads. https://www.pdfa.org/resource/iso-32000-2/ (ISO 32000-2, 7.3.5 and 7.5.7)
 */

/** The most bytes of all compressed streams together, once inflated. */
const INFLATED_MAX = 100_000_000;
const ONE_INFLATED_MAX = 20_000_000;

/** TOO_MUCH: its streams contain more than a document needs. UNREADABLE: an object stream is packed in a way that we do not read. */
export type UnreadableNames = 'TOO_MUCH' | 'UNREADABLE';

const NAME = /\/([^\s()<>[\]{}/%]{1,120})/g;
const STREAM = /(?<!end)stream\r?\n/g;
const STREAM_START = /(?<!end)stream\r?\n/;

/** Returns every name of a file, unescaped, and those in its object streams. */
export function namesInPdf(bytes: Buffer): ReadonlySet<string> | UnreadableNames {
  const text = bytes.toString('latin1');
  const names = new Set<string>();
  addNames(names, withoutStreams(text));
  let inflated = 0;
  for (const { index, 0: start } of text.matchAll(STREAM)) {
    const dictionary = unescaped(dictionaryBefore(text, index));
    const isObjects = /\/ObjStm\b/.test(dictionary);
    const isFlate = /\/Filter\s*\[?\s*\/(FlateDecode|Fl)\s*\]?\s*(?=\/|>>|$)/.test(dictionary);
    if (isObjects && /\/Filter/.test(dictionary) && (!isFlate || /\/Predictor/.test(dictionary)))
      return 'UNREADABLE';
    if (!isFlate || /\/Subtype\s*\/Image\b/.test(dictionary)) continue;
    const content = inflate(bytes.subarray(index + start.length));
    if (content === undefined && isObjects) return 'UNREADABLE';
    inflated += content?.length ?? 0;
    if (inflated > INFLATED_MAX) return 'TOO_MUCH';
    // An object stream begins with the numbers and places of its objects, whatever its dictionary calls it.
    if (content && (isObjects || /^\s*\d+\s+\d+\s/.test(content.toString('latin1', 0, 40))))
      addNames(names, content.toString('latin1'));
  }
  return names;
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

/** The text of the object before a stream: back to where the object begins. */
function dictionaryBefore(text: string, end: number): string {
  const start = text.lastIndexOf(' obj', end);
  return text.slice(Math.max(start, end - 10_000, 0), end);
}

/** The content of a stream. The result is undefined if it cannot be inflated, or is larger than streams of documents are. */
function inflate(from: Buffer): Buffer | undefined {
  try {
    return inflateSync(from, { maxOutputLength: ONE_INFLATED_MAX });
  } catch {
    return undefined;
  }
}
