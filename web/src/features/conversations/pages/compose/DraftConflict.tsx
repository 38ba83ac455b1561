import { Files } from 'lucide-react';
import type { Ref } from 'react';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { RichText } from '../../../../ui/RichText.tsx';
import { type Draft, wordsOf } from '../../drafts/draft-sync.ts';
import { AnswerList } from './AnswerList.tsx';

export type DraftConflictProps = {
  ref: Ref<HTMLDivElement>;
  /** The draft that the other device saved; undefined if it sent or discarded the draft. */
  theirs: Draft | undefined;
  onTheirs: () => void;
  onMine: () => void;
};

/* The choice between the words of two devices; nothing is lost before the writer chooses. */
export function DraftConflict({ ref, theirs, onTheirs, onMine }: DraftConflictProps) {
  return (
    <div ref={ref} role="alert">
      <Banner
        tone="held"
        icon={Files}
        title={
          theirs ? 'This draft was changed elsewhere' : 'This draft was sent or discarded elsewhere'
        }
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="md" onClick={onMine}>
              Keep what I wrote here
            </Button>
            <Button size="md" variant="quiet" onClick={onTheirs}>
              {theirs ? 'Use the other version' : 'Discard what I wrote here'}
            </Button>
          </div>
        }
      >
        {theirs
          ? 'Another device or tab has saved the version below. What you wrote here is still in the form. Which one do you want to keep?'
          : 'Another device or tab has sent or discarded it. What you wrote here is still in the form. Do you want to keep it as a new draft?'}
      </Banner>
      {theirs && <OtherVersion draft={theirs} />}
    </div>
  );
}

function OtherVersion({ draft }: { draft: Draft }) {
  const { subject, text, answers } = wordsOf(draft);
  return (
    <article className="letter mt-3 p-5" aria-label="The other version">
      <p className="text-[0.875rem] text-soft">The other version</p>
      <p className="mt-1 wrap-anywhere font-semibold font-serif text-xl leading-snug">
        {subject || 'No subject yet'}
      </p>
      <AnswerList answers={answers} />
      <RichText html={text} className="mt-2" />
    </article>
  );
}
