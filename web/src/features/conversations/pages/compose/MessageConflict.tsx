import type { Ref } from 'react';
import { RichText } from '#web/ui/RichText.tsx';
import { DraftConflict } from '../../drafts/DraftConflict.tsx';
import { type Draft, wordsOf } from '../../drafts/draft-sync.ts';
import { AnswerList } from './AnswerList.tsx';

export type MessageConflictProps = {
  ref: Ref<HTMLDivElement>;
  /** The draft that the other device saved; undefined if it sent or discarded the draft. */
  theirs: Draft | undefined;
  onTheirs: () => void;
  onMine: () => void;
};

/* The choice between the messages of two devices. */
export function MessageConflict({ theirs, ...choice }: MessageConflictProps) {
  return <DraftConflict {...choice}>{theirs && <OtherVersion draft={theirs} />}</DraftConflict>;
}

function OtherVersion({ draft }: { draft: Draft }) {
  const { subject, text, answers } = wordsOf(draft);
  return (
    <>
      <p className="mt-1 wrap-anywhere font-semibold font-serif text-xl leading-snug">
        {subject || 'No subject yet'}
      </p>
      <AnswerList answers={answers} />
      <RichText html={text} className="mt-2" />
    </>
  );
}
