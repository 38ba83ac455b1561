import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import type { ChipTone } from '#web/ui/Chip.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { stampClass, stampText } from '#web/ui/stamp-class.ts';
import { Timeline } from '#web/ui/Timeline.tsx';
import type { Conversation } from '../conversation.ts';
import type { BannerContent } from '../statuses/parts.ts';
import { HelpLines } from './HelpLines.tsx';
import { TierLine } from './TierLine.tsx';
import { nextEvent, timelineOf } from './timeline.ts';

/*
 * The state of a letter, after the letter: the words of its banner and what comes next. It unfolds into the timeline.
 */

export type StateStripProps = {
  conversation: Conversation;
  side: Side;
  banner: BannerContent;
  now: Instant;
  /** A button or link for the reader. */
  action?: ReactNode;
};

const TONES: Record<ChipTone, readonly [edge: string, ink: string]> = {
  earned: ['border-l-earned', 'text-earned-text'],
  held: ['border-l-held', 'text-held-text'],
  due: ['border-l-red', 'text-red-text'],
  back: ['border-l-back', 'text-back-text'],
  neutral: ['border-l-edge', 'text-soft-text'],
};

export function StateStrip({ conversation, side, banner, now, action }: StateStripProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [edge, ink] = TONES[banner.tone];
  const next = nextEvent(conversation, side, now);
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={classNames('rounded-letter border border-rule border-l-4 bg-card', edge)}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={`${id}-timeline`}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-17.5 w-full items-center gap-3 px-4 py-2.5 text-left"
      >
        <span className="min-w-0 flex-1">
          <span
            id={`${id}-title`}
            className={classNames(
              'block',
              stampClass(banner.title) ? classNames('strip-title', ink) : 'font-semibold',
            )}
          >
            {stampText(banner.title)}
          </span>
          {next && (
            <span className="block text-[0.875rem] text-soft leading-5">
              <strong className="font-semibold text-ink">{next.lead}</strong> {next.text}
            </span>
          )}
          <span className="sr-only">, timeline</span>
        </span>
        <ChevronDown
          aria-hidden
          className={classNames('size-5 shrink-0 text-soft', isOpen && 'rotate-180')}
        />
      </button>
      <Details banner={banner} action={action} />
      <div id={`${id}-timeline`} hidden={!isOpen} className="grid gap-3 px-4 pt-1 pb-4">
        {conversation.tier && <TierLine tier={conversation.tier} />}
        <Timeline label="Timeline" items={timelineOf(conversation, side, now)} />
      </div>
    </section>
  );
}

/** What the banner says beside its title, which is never folded. */
function Details({ banner, action }: Pick<StateStripProps, 'banner' | 'action'>) {
  const { note, quote, helpLines } = banner;
  if (!note && !quote && !helpLines && !action) return null;
  return (
    <div className="grid gap-3 px-4 pb-4 text-soft">
      {note && <p>{note}</p>}
      {quote && (
        <blockquote
          dir="auto"
          className="wrap-anywhere whitespace-pre-line border-rule border-l-2 pl-3 font-serif text-ink text-lg leading-snug"
        >
          {quote}
        </blockquote>
      )}
      {helpLines && <HelpLines />}
      {action}
    </div>
  );
}
