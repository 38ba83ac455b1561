import { Bell, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { plural } from '#shared/messages/plural.ts';
import type { Instant } from '#shared/time.ts';
import { fullDayWords } from '#web/shell/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { STATEMENT_TITLES } from '../../safety/statement-titles.ts';
import { Key } from '../Key.tsx';
import type { Effect } from './claim-words.ts';

/**
 * What somebody will read. `title`: the title for them, if it is not that of the statement. `alsoReadBy`: how many others read the same.
 */
export type ShownReading = Effect['reads'][number] & {
  readonly title?: string;
  readonly alsoReadBy?: number;
};

export type ReadingsProps = {
  reads: readonly ShownReading[];
  /** What was typed. */
  reason: string;
};

/** The button that shows all that each reader of a decision will read, in the texts that are sent; nothing if nobody reads it. */
export function Readings({ reads, reason }: ReadingsProps) {
  const [isOpen, setOpen] = useState(false);
  if (reads.length === 0) return null;
  return (
    <>
      <button
        type="button"
        data-desk-key="p"
        onClick={() => setOpen(true)}
        className="flex min-h-11 items-center justify-between border-rule border-t py-2 text-left font-semibold"
      >
        <span className="inline-flex items-center gap-2">
          {reads.length === 1 ? 'See what they will read' : 'See all that each of them will read'}{' '}
          <Key>P</Key>
        </span>
        <ChevronRight aria-hidden size={20} />
      </button>
      <ReadingsDialog open={isOpen} onOpenChange={setOpen} reads={reads} reason={reason} />
    </>
  );
}

type ReadingsDialogProps = ReadingsProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function ReadingsDialog({ open, onOpenChange, reads, reason }: ReadingsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={titleOf(reads)}>
      {reads.map(({ person, deed, title, facts, appealUntil, notifications, alsoReadBy = 0 }) => (
        <section key={`${person.id} ${deed}`} aria-label={person.fullName} className="grid gap-3">
          <p className="flex items-center gap-3 font-semibold">
            <Avatar name={person.fullName} imageUrl={person.profileImageUrl} size="sm" />
            <span>
              <bdi>{person.fullName}</bdi>
              {alsoReadBy > 0 && ` and ${othersWords(alsoReadBy)}`}{' '}
              {alsoReadBy > 0 ? 'read' : 'reads'}
            </span>
          </p>
          <ReadLetter
            title={title ?? STATEMENT_TITLES[deed]}
            facts={facts}
            reason={reason || '…'}
            appealUntil={appealUntil}
          />
          {notifications.map(({ title: heading, body }) => (
            <p key={heading} className="flex gap-2 text-[0.875rem] text-soft">
              <Bell aria-hidden size={18} className="mt-0.5 shrink-0" />
              <span>
                <span className="font-semibold text-ink">{heading}</span> {body}
              </span>
            </p>
          ))}
        </section>
      ))}
    </Dialog>
  );
}

const titleOf = ([first, ...more]: readonly ShownReading[]): string =>
  first && more.length === 0 && !first.alsoReadBy
    ? `What ${firstName(first.person.fullName)} will read`
    : 'What each of them will read';

/** `1 other`, `2 others`. */
export const othersWords = (count: number): string =>
  plural(count, { one: '# other', other: '# others' });

export type ReadLetterProps = {
  title: string;
  facts: string;
  reason: string;
  appealUntil: Instant | null;
};

/** A statement as its reader has it: what was decided, what it is about, the reason, and until when an appeal is possible. */
export function ReadLetter({ title, facts, reason, appealUntil }: ReadLetterProps) {
  return (
    <article className="letter grid content-start gap-3 px-5 py-4">
      <h3 className="font-serif text-lg leading-snug">{title}</h3>
      <p dir="auto" className="wrap-anywhere">
        {facts}
      </p>
      <p dir="auto" className="wrap-anywhere">
        The reason: “{reason}”
      </p>
      {appealUntil !== null && <p>You can appeal once, until {fullDayWords(appealUntil)}.</p>}
    </article>
  );
}
