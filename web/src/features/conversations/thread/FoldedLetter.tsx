import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { classNames } from '#web/ui/class-names.ts';

export type FoldedLetterProps = {
  /** Whose letter it is, and of which day: "Your letter, Nov 22". */
  title: ReactNode;
  /** The text, of which the first line is shown. */
  html: string;
  /** What is unfolded. */
  children: ReactNode;
  footer?: ReactNode;
};

/** A letter that the reader knows: its title and its first line, until it is unfolded. */
export function FoldedLetter({ title, html, children, footer }: FoldedLetterProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <article aria-labelledby={`${id}-title`} className="rounded-card border border-rule bg-card">
      <div className="relative flex min-h-17.5 items-center gap-3 px-4 py-2.5">
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className="font-semibold text-[0.9375rem] leading-6">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={`${id}-text`}
              onClick={() => setOpen(!isOpen)}
              // The whole row is its target.
              className="text-left after:absolute after:inset-0 after:content-['']"
            >
              {title}
            </button>
          </h2>
          {!isOpen && (
            <p aria-hidden dir="auto" className="truncate text-[0.875rem] text-soft leading-5">
              {plainText(html)}
            </p>
          )}
        </div>
        <ChevronDown
          aria-hidden
          className={classNames('size-5 shrink-0 text-soft', isOpen && 'rotate-180')}
        />
      </div>
      <div id={`${id}-text`} hidden={!isOpen} className="px-4 pb-4">
        {isOpen && children}
        {isOpen && footer && <p className="pt-3 text-[0.875rem] text-soft">{footer}</p>}
      </div>
    </article>
  );
}
