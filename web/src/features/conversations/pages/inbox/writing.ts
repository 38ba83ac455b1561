import { useRef, useState } from 'react';
import {
  countInput,
  countsOf,
  NOTHING_WRITTEN,
  readWriting,
  storedWriting,
  type Writing,
} from '../../../../../../shared/rules/conversations/writing-counts.ts';
import {
  DECLARATIONS,
  type Declaration,
} from '../../../../../../shared/rules/conversations/written-by.ts';
import { serverNow } from '../../../../api/clock.ts';
import { useDraft } from '../../../../forms/use-draft.ts';
import type { EditorInput } from '../../../../ui/writing-input.ts';

/**
 * How the paid answer to a message is written: what its author declares, and the counts of the editor. Both are stored on the
 * device beside the draft. A draft without counts is from an older version of the app: nothing is counted until it is emptied.
 */
export function useWriting(inboxId: string, hasDraft: boolean) {
  const countsDraft = useDraft(`paidReplyWriting_${inboxId}`);
  const declarationDraft = useDraft(`paidReplyDeclaration_${inboxId}`);
  const [writing, setWriting] = useState<Writing | undefined>(
    () => readWriting(countsDraft.read()) ?? (hasDraft ? undefined : NOTHING_WRITTEN),
  );
  /** The newest counts: several inputs can come before the next render. */
  const newest = useRef(writing);
  const keep = (next: Writing) => {
    newest.current = next;
    setWriting(next);
    countsDraft.write(storedWriting(next));
  };
  const counts = writing && countsOf(writing);
  return {
    counts,
    count: (input: EditorInput) => {
      if (newest.current) keep(countInput(newest.current, { ...input, at: serverNow() }));
    },
    /** Counts from the beginning, because nothing is left of what was written. */
    restart: () => keep(NOTHING_WRITTEN),
    /** The counts as they are sent. They are stored first, so that a repetition after a reload sends the same. */
    claim: () => {
      countsDraft.flush();
      return (
        counts && {
          typedCharacters: counts.typed,
          pastedCharacters: counts.pasted,
          writingMinutes: counts.minutes,
        }
      );
    },
    /** The declaration from before a reload. */
    declaration: DECLARATIONS.find((one) => one === declarationDraft.read()),
    keepDeclaration: (declaration: Declaration) => {
      declarationDraft.write(declaration);
      declarationDraft.flush();
    },
    clear: () => {
      countsDraft.clear();
      declarationDraft.clear();
    },
  };
}
