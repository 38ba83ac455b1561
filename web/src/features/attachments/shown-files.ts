import type * as z from 'zod/mini';
import type { sentAttachment } from '#shared/api/attachment-entities.ts';
import { fileTitles, sizeWords } from './file-words.ts';

/* The pictures and PDFs of a sent message, as they are shown. */

export type SentFile = z.output<typeof sentAttachment>;

/** The files of a message, with what is said of all of them. */
export type FilesOfMessage = {
  conversationId: string;
  files: readonly SentFile[];
  /** `Priya’s`, or `Your`. */
  owner: string;
  /** `Sent Sat, 2:20 PM`. */
  sent: string;
  /** The first name of the other person. */
  other: string;
  /** Whether pictures are blurred until they are pressed. */
  blurred: boolean;
};

/** A picture or PDF with its title: `Picture 2`, or the name that its person gave it. */
export type TitledFile = SentFile & { readonly title: string };

/** The pictures and PDFs of a message with their titles. A recording is shown elsewhere. */
export function titledFiles(files: readonly SentFile[] = []): TitledFile[] {
  const shown = files.filter(({ kind }) => kind !== 'voice');
  const titles = fileTitles(
    shown.map(({ kind, name }) => ({ kind: kind === 'pdf' ? 'pdf' : 'picture', name })),
  );
  return shown.map((file, place) => ({ ...file, title: titles[place] ?? '' }));
}

export const isPicture = ({ kind }: SentFile): boolean => kind === 'picture';

/** The picture that stands between paragraphs; undefined without one. */
export const placedIn = (files: readonly TitledFile[]): TitledFile | undefined =>
  files.find((file) => isPicture(file) && file.position !== undefined);

/** `PDF · 6 pages · 2.4 MB`. */
export function pdfWords({ pages, bytes }: SentFile): string {
  const count = pages === undefined ? [] : [`${pages} ${pages === 1 ? 'page' : 'pages'}`];
  return ['PDF', ...count, sizeWords(bytes)].join(' · ');
}

/** `picture 2` inside of a sentence; a name that a person gave stays. */
export const nameInside = (title: string): string => title.replace(/^Picture (?=\d+$)/, 'picture ');
