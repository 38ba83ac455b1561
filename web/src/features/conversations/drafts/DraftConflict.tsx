import { Files } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';

export type DraftConflictProps = {
  ref?: Ref<HTMLDivElement>;
  /** What the other device saved; undefined if it sent or discarded the draft. */
  children: ReactNode | undefined;
  onTheirs: () => void;
  onMine: () => void;
};

/* The choice between the words of two devices; nothing is lost before the writer chooses. */
export function DraftConflict({ ref, children, onTheirs, onMine }: DraftConflictProps) {
  return (
    <div ref={ref} role="alert">
      <Banner
        tone="held"
        icon={Files}
        title={
          children
            ? 'This draft was changed elsewhere'
            : 'This draft was sent or discarded elsewhere'
        }
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="md" onClick={onMine}>
              Keep what I wrote here
            </Button>
            <Button size="md" variant="quiet" onClick={onTheirs}>
              {children ? 'Use the other version' : 'Discard what I wrote here'}
            </Button>
          </div>
        }
      >
        {children
          ? 'Another device or tab has saved the version below. What you wrote here is still in the form. Which one do you want to keep?'
          : 'Another device or tab has sent or discarded it. What you wrote here is still in the form. Do you want to keep it as a new draft?'}
      </Banner>
      {children && (
        <article className="letter mt-3 p-5" aria-label="The other version">
          <p className="text-[0.875rem] text-soft">The other version</p>
          {children}
        </article>
      )}
    </div>
  );
}
