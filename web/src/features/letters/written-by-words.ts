import { formatCount } from '#shared/format-count.ts';
import {
  type Declaration,
  declarationWords,
  type WritingCounts,
} from '#shared/rules/conversations/written-by.ts';

export { declarationWords };

/* How a letter was written, in words. docs/product/conversations.md#written-by */

/** `typed 1,204 characters in 12 minutes, pasted 80`. */
export function countWords({ typed, pasted, minutes }: WritingCounts): string {
  const time = `in ${counted(minutes, 'minute')}`;
  if (typed === 0) return `pasted ${counted(pasted, 'character')} ${time}`;
  const typing = `typed ${counted(typed, 'character')} ${time}`;
  return pasted === 0 ? typing : `${typing}, pasted ${number(pasted)}`;
}

export type WrittenLetter = {
  readonly declaration: Declaration | null;
  readonly counts: WritingCounts | null;
  readonly signedAt: unknown;
};

/** The line on a letter; undefined if its author did not say who wrote it. `name`: the author's first name, or "the author". */
export function writtenByWords(name: string, letter: WrittenLetter): string | undefined {
  const { declaration, counts, signedAt } = letter;
  if (!declaration) return undefined;
  return [
    declarationWords(name, declaration),
    ...(counts ? [countWords(counts)] : []),
    ...(signedAt ? ['signed with a passkey'] : []),
  ].join(' · ');
}

const number = (count: number) => formatCount(count);
const counted = (count: number, noun: string) =>
  `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
