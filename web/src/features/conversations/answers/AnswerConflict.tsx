import type { Ref } from 'react';
import { RichText } from '#web/ui/RichText.tsx';
import { DraftConflict } from '../drafts/DraftConflict.tsx';
import type { AnswerDraft } from './answer-draft-sync.ts';

export type AnswerConflictProps = {
  ref?: Ref<HTMLDivElement>;
  /** The draft that the other device saved; undefined if it discarded the draft. */
  theirs: AnswerDraft | undefined;
  onTheirs: () => void;
  onMine: () => void;
};

/* The choice between the begun answers of two devices. */
export function AnswerConflict({ theirs, ...choice }: AnswerConflictProps) {
  return (
    <DraftConflict {...choice}>
      {theirs && <RichText html={theirs.messageBody} className="mt-2" />}
    </DraftConflict>
  );
}
