import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { LOOKS, type Look, lookTitle } from './care-words.ts';

export type LookListProps = {
  name: string;
  opened: readonly Look[];
  /** Opens one, which ticks it. */
  onOpen: (look: Look) => void;
  /** What an opened one shows. */
  shown: (look: Look) => ReactNode;
};

/* The four things to look at before deciding. They tick as they are opened. */
export function LookList({ name, opened, onOpen, shown }: LookListProps) {
  return (
    <section aria-labelledby="looks-heading" className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="looks-heading" className="font-serif text-xl">
          Look at these four first
        </h2>
        <p role="status" className="text-soft">
          {opened.length} of {LOOKS.length} looked at
        </p>
      </div>
      <ol className="overflow-hidden rounded-card border border-rule bg-card">
        {LOOKS.map((look, nth) => (
          <li key={look} className="border-rule border-b last:border-b-0">
            <LookItem
              look={look}
              title={lookTitle(look, name)}
              number={nth + 1}
              isOpen={opened.includes(look)}
              onOpen={() => onOpen(look)}
            >
              {opened.includes(look) && shown(look)}
            </LookItem>
          </li>
        ))}
      </ol>
    </section>
  );
}

type LookItemProps = {
  look: Look;
  title: string;
  number: number;
  isOpen: boolean;
  onOpen: () => void;
  children: ReactNode;
};

function LookItem({ look, title, number, isOpen, onOpen, children }: LookItemProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-4 py-1.5">
      <span
        aria-hidden
        className={classNames(
          'mt-2.5 grid size-7 place-items-center rounded-full font-semibold text-[0.875rem]',
          isOpen ? 'bg-earned-text text-card' : 'border border-edge text-soft',
        )}
      >
        {isOpen ? <Check size={16} strokeWidth={3} /> : number}
      </span>
      <div>
        <button
          type="button"
          data-desk-look={look}
          aria-expanded={isOpen}
          onClick={onOpen}
          className="min-h-11 w-full py-2 text-left font-semibold"
        >
          {title}
          <span className="sr-only">{isOpen ? ', looked at' : ', not looked at yet'}</span>
        </button>
        {children && <div className="grid gap-2 pb-3">{children}</div>}
      </div>
    </div>
  );
}
