import {
  countInput,
  countsOf,
  NOTHING_WRITTEN,
} from '#shared/rules/conversations/writing-counts.ts';
import { serverNow } from '#web/api/clock.ts';
import type { EditorInput } from '#web/ui/writing-input.ts';
import { type AnswerDraftSync, writingClaimOf } from '../../answers/answer-draft-sync.ts';
import type { AnswerWords } from '../../answers/device-answer-draft.ts';

/** How the paid answer to a message is written: the counts of the editor, which are part of its draft. `words`: as of now. */
export function writingOf(keeper: AnswerDraftSync, words: AnswerWords) {
  /** The newest words: several inputs can come before the next render. */
  const newest = () => keeper.state().words;
  return {
    counts: words.writing && countsOf(words.writing),
    count: (input: EditorInput) => {
      const { writing } = newest();
      if (writing) keeper.write({ writing: countInput(writing, { ...input, at: serverNow() }) });
    },
    /** Counts from the beginning, because nothing is left of what was written. */
    restart: () => keeper.write({ writing: NOTHING_WRITTEN }),
    /** The counts as they are sent. They are stored already, so that a repetition after a reload sends the same. */
    claim: () => writingClaimOf(newest()),
  };
}
