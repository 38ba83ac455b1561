import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { PageHeading } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { listPath } from './desk-list.ts';

export type CaseLayoutProps = {
  /** The question that is decided. */
  title: string;
  /** Below the title: amounts, dates, and who. */
  meta: ReactNode;
  /** Above the title: that somebody is harmed. */
  chip?: ReactNode;
  /** The words above the decision, by default "Decide", and beside them. */
  decideWords?: string;
  decideNote?: ReactNode;
  /** The words of the button that leads to the decision, on a phone. */
  toDecision?: string;
  /** Beside that button: what one does instead; by default a link to the list. */
  instead?: ReactNode;
  /** What is decided about. */
  children: ReactNode;
  /** The decision. `onBack` returns to what it is about, on a phone. */
  decision: (onBack: () => void) => ReactNode;
};

/**
 * The screen of something to decide: its title is the question, what it is about is at the left, and the decision stays beside it. On a
 * phone the decision is the next step. docs/product/desk.md#screens
 */
export function CaseLayout({
  title,
  meta,
  chip,
  decideWords = 'Decide',
  decideNote,
  toDecision = 'Decide',
  instead = <Later />,
  children,
  decision,
}: CaseLayoutProps) {
  const [isDeciding, setDeciding] = useState(false);
  return (
    <div className="grid gap-x-8 gap-y-4 wide:grid-cols-[minmax(0,1fr)_25rem] wide:grid-rows-[auto_1fr] wide:items-start">
      <header className={isDeciding ? 'max-[62.49rem]:sr-only' : undefined}>
        {chip && <div className="pb-2">{chip}</div>}
        <PageHeading className="font-serif text-[1.75rem] leading-8">{title}</PageHeading>
        <p className="text-soft">{meta}</p>
      </header>
      <div
        className={
          isDeciding
            ? 'hidden wide:col-start-1 wide:row-start-2 wide:grid wide:gap-5'
            : 'grid gap-5 wide:col-start-1 wide:row-start-2'
        }
      >
        {children}
        <div className="action-bar safe-bottom sticky bottom-0 z-20 -mx-5 flex gap-2 border-rule border-t bg-card px-5 pt-3 max-[22.5rem]:-mx-4 wide:hidden">
          {instead}
          <Button
            className="flex-1"
            onClick={() => {
              setDeciding(true);
              window.scrollTo(0, 0);
            }}
          >
            {toDecision}
          </Button>
        </div>
      </div>
      <aside
        aria-labelledby="decide-heading"
        className={`gap-4 ${isDeciding ? 'grid' : 'hidden'} ${BESIDE}`}
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="decide-heading" className="font-serif text-2xl leading-tight">
            {decideWords}
          </h2>
          {decideNote && <p className="text-[0.875rem] text-soft">{decideNote}</p>}
        </div>
        {decision(() => setDeciding(false))}
      </aside>
    </div>
  );
}

function Later() {
  return (
    <Button variant="quiet" render={<Link to={listPath()} />}>
      Later
    </Button>
  );
}

/**
 * The place of the decision on a wide screen: it stays beside what it is about, and is no higher than the window, so that its button is
 * always there.
 */
const BESIDE =
  'wide:col-start-2 wide:row-span-2 wide:row-start-1 wide:sticky wide:top-[calc(var(--bar-height)+4.5rem)] wide:flex wide:max-h-[calc(100dvh-var(--bar-height)-6rem)] wide:flex-col wide:rounded-card wide:border wide:border-rule wide:bg-card wide:p-5';
