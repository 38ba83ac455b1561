import { type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { firstName } from '../conversations/conversation.ts';

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
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="What you can expect"
        description={
          <>
            <p>
              We count the last 50 paid messages of the last 90 days that {firstName(name)} answered
              or left without an answer for 10 days. The time is the median from payment to answer:
              half of the answers came sooner.
            </p>
            <p className="mt-3">
              Declined, canceled and reported messages do not count. With fewer than five, it says
              “New here”.
            </p>
          </>
        }
      />
    </p>
  );
}
