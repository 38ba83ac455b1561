import { truncate, visible } from '#shared/rules/text.ts';

/* How files are spoken of: their names, their sizes, and how long their upload still takes. */

/** Names that cameras, phones and screenshots give by themselves. */
const GIVEN_BY_A_DEVICE =
  /^(?:(?:img|image|dsc|dscn|dscf|pxl|mvimg|gopr|photo|picture|scan|screenshot|bildschirmfoto|capture)(?![a-z])|whatsapp image|fullsizerender|\d{6,}|[\da-f]{8}-[\da-f-]{20,})/i;

const ENDING = /\.[\p{L}\p{N}]{1,5}$/u;

/** The longest name that is sent, in UTF-16 units. */
const NAME_MAX = 100;

/** The name under which a file is sent: in one line, without what would hide or turn its ending, and cut before it. */
export function sentName(name: string): string {
  const plain = visible(name.normalize('NFC'))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const ending = ENDING.exec(plain)?.[0] ?? '';
  const stem = ending === '' ? plain : plain.slice(0, -ending.length);
  return (truncate(stem, NAME_MAX - ending.length) || 'File') + ending;
}

/** A name without its ending: `Renewal, as filed`. */
export const nameWithoutEnding = (name: string): string => name.replace(ENDING, '') || name;

/**
 * What a file is called. A picture whose name a camera gave is called by its number among the pictures: `Picture 2`. `place`: from 1.
 */
function fileTitle(kind: 'picture' | 'pdf', name: string, place: number): string {
  const stem = nameWithoutEnding(name);
  return kind === 'picture' && (GIVEN_BY_A_DEVICE.test(stem) || stem.trim() === '')
    ? `Picture ${place}`
    : stem;
}

/** The titles of files, each picture with its number among the pictures. Files of one name are told apart: `Lease`, `Lease (2)`. */
export function fileTitles(
  files: readonly { readonly kind: 'picture' | 'pdf'; readonly name: string }[],
): string[] {
  let pictures = 0;
  const given = new Set<string>();
  return files.map(({ kind, name }) => {
    if (kind === 'picture') pictures += 1;
    const title = untaken(fileTitle(kind, name, pictures), given);
    given.add(title);
    return title;
  });
}

/** A title, with the first number from 2 on that no other title has if it is taken. */
function untaken(title: string, taken: ReadonlySet<string>): string {
  if (!taken.has(title)) return title;
  let number = 2;
  while (taken.has(`${title} (${number})`)) number += 1;
  return `${title} (${number})`;
}

/** `84 KB`, `1.8 MB`. Rounded up, so that a file over a limit never reads as the limit. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const kilobytes = Math.ceil(bytes / 1_000);
  if (kilobytes < 1_000) return `${kilobytes} KB`;
  const tenths = Math.ceil(bytes / 100_000);
  return `${tenths % 10 === 0 && tenths < 1_000 ? tenths / 10 : (tenths / 10).toFixed(1)} MB`;
}

/** `40 seconds left`, `2 minutes left`; undefined while nothing can be said. `seconds`: an estimate. */
export function timeLeftWords(seconds: number | undefined): string | undefined {
  if (seconds === undefined || !Number.isFinite(seconds)) return undefined;
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 95) return `${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes > 60 ? 'more than an hour left' : `${minutes} minutes left`;
}

/** `1 picture and 1 PDF`, `3 pictures`. */
export function countWords(files: readonly { readonly kind: string }[]): string {
  const count = (kind: string) => files.filter((file) => file.kind === kind).length;
  const [pictures, pdfs] = [count('picture'), count('pdf')];
  return [
    pictures > 0 && `${pictures} ${pictures === 1 ? 'picture' : 'pictures'}`,
    pdfs > 0 && `${pdfs} ${pdfs === 1 ? 'PDF' : 'PDFs'}`,
  ]
    .filter(Boolean)
    .join(' and ');
}
