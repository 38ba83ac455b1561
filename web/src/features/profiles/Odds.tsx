import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

const OddsMeaning = lazyPart(async () => (await import('./OddsMeaning.tsx')).OddsMeaning);

export type OddsProps = {
  /** What the sender may expect, in words. */
  children: ReactNode;
  /** The full name of the recipient. */
  name: string;
};

/* What a sender may expect, with a button that explains it. docs/product/profiles.md#odds */
export function Odds({ children, name }: OddsProps) {
  const [open, setOpen] = useState(false);
  return (
    <p className="text-[0.9375rem]">
      {children}{' '}
      <button
        type="button"
        className="hit-area whitespace-nowrap font-semibold text-back underline underline-offset-4"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        What is this?
      </button>
      {open && <OddsMeaning name={name} onClose={() => setOpen(false)} />}
    </p>
  );
}
