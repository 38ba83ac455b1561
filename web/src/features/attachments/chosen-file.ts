import { FILE_BYTES_MAX } from '#shared/rules/attachments/attachments.ts';
import { sizeWords } from './file-words.ts';

/* What a chosen file is, and why it cannot be added, before anything is sent. docs/product/attachments.md#choosing */

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>;

/** In bytes: more than any phone’s camera makes, and too large to decode on a phone. */
const PICTURE_FILE_MAX = 50_000_000;

/** The files that the chooser offers. Some systems know HEIC by its ending only. */
export const ACCEPTED = 'image/*,.heic,.heif,application/pdf,.pdf';

/** `photo`: is encoded anew. `png`: stays as sharp as it is. */
export type FileFormat = 'photo' | 'png' | 'pdf';

/** The formats of pictures that are turned into JPEG, by their types. */
const TURNED: Readonly<Record<string, string>> = {
  'image/heic': 'HEIC',
  'image/heif': 'HEIC',
  'image/heic-sequence': 'HEIC',
  'image/heif-sequence': 'HEIC',
  'image/avif': 'AVIF',
  'image/gif': 'GIF',
  'image/bmp': 'BMP',
  'image/tiff': 'TIFF',
};

/** What other files are, with what to do: the first that their names end with. */
const OTHER_FILES: readonly (readonly [endings: RegExp, sentence: string])[] = [
  [/\.(docx?|docm|dotx?|odt|rtf|pages)$/, 'A Word file. Save it as a PDF first.'],
  [/\.(xlsx?|xlsm|ods|csv|numbers)$/, 'A spreadsheet. Save it as a PDF first.'],
  [/\.(pptx?|odp|key)$/, 'A presentation. Save it as a PDF first.'],
  [/\.(txt|md|html?|eml|msg)$/, 'A text file. Save it as a PDF first.'],
  [/\.(zip|rar|7z|gz|tar)$/, 'A packed folder. Add its files one by one.'],
  [/\.(mov|mp4|m4v|avi|mkv|webm|3gp)$/, 'A video. Pictures and PDFs can be added.'],
  [/\.(mp3|m4a|aac|wav|ogg|opus|flac|caf|amr)$/, 'A recording. Pictures and PDFs can be added.'],
  [/\.(svg|ai|eps|psd)$/, 'A drawing. Save it as a PNG or PDF first.'],
];
const ANOTHER_KIND = 'Not a picture or PDF. Save it as a PDF first.';

/** The format of a file; undefined if it cannot be added. */
export function formatOf({ name, type }: ChosenFile): FileFormat | undefined {
  const end = name.toLowerCase();
  if (type === 'application/pdf' || (type === '' && end.endsWith('.pdf'))) return 'pdf';
  if (type === 'image/png') return 'png';
  if (type === 'image/svg+xml' || type === 'image/vnd.adobe.photoshop') return undefined;
  if (type.startsWith('image/')) return 'photo';
  return type === '' && /\.(hei[cf]|jpe?g|png|webp|avif)$/.test(end) ? 'photo' : undefined;
}

/** What a picture is called that becomes a JPEG: `HEIC`; undefined if it is one of those that are common. */
export const turnedFrom = ({ name, type }: ChosenFile): string | undefined =>
  TURNED[type] ?? (type === '' && /\.hei[cf]$/i.test(name) ? 'HEIC' : undefined);

/** Why a file cannot be added, as it was chosen; undefined if it may be. */
export function fileRefusal(file: ChosenFile): string | undefined {
  const format = formatOf(file);
  if (format === undefined) {
    const end = file.name.toLowerCase();
    return OTHER_FILES.find(([endings]) => endings.test(end))?.[1] ?? ANOTHER_KIND;
  }
  if (file.size === 0) return 'This file is empty.';
  if (format !== 'pdf' && file.size > PICTURE_FILE_MAX)
    return `${sizeWords(file.size)}. Choose a picture under 50 MB.`;
  return format === 'pdf' ? sizeRefusal(file.size) : undefined;
}

/** Why something of this size cannot be sent, as a picture is after it was encoded; undefined if it can. */
export const sizeRefusal = (bytes: number): string | undefined =>
  bytes > FILE_BYTES_MAX ? `${sizeWords(bytes)}. The limit is 10 MB.` : undefined;

/** Why a picture that the browser cannot open cannot be added. */
export const openingRefusal = (file: ChosenFile): string =>
  turnedFrom(file) === 'HEIC'
    ? 'A HEIC picture, which this browser can’t open. Save it as a JPEG first.'
    : 'This picture can’t be opened. It may be damaged.';
