import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { type Instant, toIso } from '#shared/time.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { TierLine } from '../../thread/TierLine.tsx';

const QuotedQuestion = lazyPart(
  async () => (await import('./QuotedQuestion.tsx')).QuotedQuestion,
  () => <LetterSkeleton />,
);

export type QuestionStripProps = {
  conversation: Conversation;
  now: Instant;
  className?: string;
};

/*
 * The question while its answer is written: it stays at the top, and unfolds over the editor to at most half of the screen.
 */
export function QuestionStrip({ conversation, now, className }: QuestionStripProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { subject, senderName, senderAvatarUrl, deadlineAt, status, tier } = conversation;
  return (
    <section aria-label="The letter to answer" className={classNames('question-strip', className)}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-16 w-full items-center gap-3 px-5 py-2 text-left"
      >
        <Avatar name={senderName} imageUrl={senderAvatarUrl} size="sm" />
        <span className="min-w-0 flex-1">
          <strong dir="auto" className="block truncate font-semibold leading-6">
            {subject}
          </strong>
          <span className="block text-[0.875rem] text-soft leading-5">
            <bdi>{firstName(senderName)}</bdi>
            {!isFree(conversation) && (
              <>
                {' · '}
                <span className="max-[22.5rem]:sr-only">due </span>
                <time dateTime={toIso(deadlineAt)}>{deadlineWords(deadlineAt, now)}</time>
                {status === 'NEEDS_INFO' && ' at the latest'}
              </>
            )}
          </span>
        </span>
        <span className="flex shrink-0 items-center gap-1 font-semibold text-[0.9375rem]">
          {isOpen ? 'Hide' : 'Show'}
          <ChevronDown aria-hidden className={classNames('size-5', isOpen && 'rotate-180')} />
        </span>
      </button>
      <div id={id} hidden={!isOpen} className="question-strip-text">
        {isOpen && (
          <>
            {tier && <TierLine tier={tier} />}
            <QuotedQuestion conversation={conversation} now={now} />
          </>
        )}
      </div>
    </section>
  );
}
