import { formatCount } from '../../../../shared/format-count.ts';
import type {
  Declaration,
  WritingCounts,
} from '../../../../shared/rules/conversations/written-by.ts';

/* How a letter was written, in words. docs/product/conversations.md#written-by */

/** `Written by Ana with the help of AI or other software`. */
export function declarationWords(name: string, declaration: Declaration): string {
  switch (declaration) {
    case 'SELF':
      return `Written by ${name}`;
    case 'SOFTWARE':
      return `Written by ${name} with the help of AI or other software`;
    case 'TEAM':
      return `Written by ${name}’s team`;
  }
}

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
