import { formatCount } from '#shared/format-count.ts';
import { plural } from '#shared/messages/plural.ts';
import {
  type Declaration,
  declarationWords,
  type RecordingText,
  type WritingCounts,
} from '#shared/rules/conversations/written-by.ts';

export { declarationWords };

/* How a letter was written, in words. docs/product/conversations.md#written-by */

/** `typed 1,204 characters in 12 minutes, pasted 80`. */
export function countWords({ typed, pasted, minutes }: WritingCounts): string {
  const time = `in ${plural(minutes, { one: '# minute', other: '# minutes' })}`;
  if (typed === 0) return `pasted ${characterWords(pasted)} ${time}`;
  const typing = `typed ${characterWords(typed)} ${time}`;
  return pasted === 0 ? typing : `${typing}, pasted ${formatCount(pasted)}`;
}

export type WrittenLetter = {
  readonly declaration: Declaration | null;
  readonly counts: WritingCounts | null;
  /** What its text is of its recording; absent without one. */
  readonly recordingText?: RecordingText | undefined;
  readonly signedAt: unknown;
};

/** The line on a letter; undefined if its author did not say who wrote it. `name`: the author's first name, or "the author". */
export function writtenByWords(name: string, letter: WrittenLetter): string | undefined {
  const { declaration, counts, recordingText, signedAt } = letter;
  if (!declaration) return undefined;
  return [
    declarationWords(name, declaration),
    ...(recordingText ? [SPOKEN[recordingText]] : []),
    ...(counts ? [countWords(counts)] : []),
    ...(signedAt ? ['signed with a passkey'] : []),
  ].join(' · ');
}

/** Beside who wrote it. */
const SPOKEN: Readonly<Record<RecordingText, string>> = {
  WORD_FOR_WORD: 'word for word as spoken',
  IN_SHORT: 'in short what is spoken',
};

/** `1 picture and 1 PDF signed with it`; undefined without any. The signature covers their hashes. */
export function signedFilesWords(
  files: readonly { readonly kind: string }[] = [],
): string | undefined {
  const shown = files.filter(({ kind }) => kind !== 'voice');
  const count = (kind: string, words: { readonly one: string; readonly other: string }) => {
    const found = shown.filter((file) => file.kind === kind).length;
    return found === 0 ? [] : [plural(found, words)];
  };
  const pictures = count('picture', { one: '# picture', other: '# pictures' });
  const pdfs = count('pdf', { one: '# PDF', other: '# PDFs' });
  if (shown.length === 0) return undefined;
  return `${[...pictures, ...pdfs].join(' and ')} signed with it`;
}

const characterWords = (count: number) =>
  plural(count, { one: '# character', other: '# characters' });
