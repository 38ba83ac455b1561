import { Files } from 'lucide-react';
import type { Ref } from 'react';
import { type Draft, wordsOf } from '../../conversation/draft-keeper.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { RichText } from '../../ui/RichText.tsx';

export type DraftConflictProps = {
  ref: Ref<HTMLDivElement>;
  /** What the other device saved; undefined where the letter was sent or discarded there. */
  theirs: Draft | undefined;
  onTheirs: () => void;
  onMine: () => void;
};

/* Two devices have other words: both are shown, and nothing is lost before the writer chose. */
export function DraftConflict({ ref, theirs, onTheirs, onMine }: DraftConflictProps) {
  return (
    <div ref={ref} role="alert">
      <Banner
        tone="held"
        icon={Files}
        title={
          theirs
            ? 'This letter was changed elsewhere'
            : 'This letter was sent or discarded elsewhere'
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
          ? 'Another device or tab has saved the version below. What you wrote here is still in the form. Which one do you want to go on with?'
          : 'Another device or tab has sent or discarded it. What you wrote here is still in the form. Do you want to keep it as a new letter?'}
      </Banner>
      {theirs && <OtherVersion draft={theirs} />}
    </div>
  );
}

function OtherVersion({ draft }: { draft: Draft }) {
  const { subject, text } = wordsOf(draft);
  return (
    <article className="letter mt-3 p-5" aria-label="The other version">
      <p className="text-[0.875rem] text-soft">The other version</p>
      <p className="mt-1 wrap-anywhere font-semibold font-serif text-xl leading-snug">
        {subject || 'No subject yet'}
      </p>
      <RichText html={text} className="mt-2" />
    </article>
  );
}
