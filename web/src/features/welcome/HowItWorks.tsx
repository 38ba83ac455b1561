import type { ReactNode } from 'react';
import { Timeline } from '../../ui/Timeline.tsx';

const STEPS = [
  {
    key: 'write',
    done: true,
    lead: 'You write.',
    text: 'The price is held on your card. Nothing is charged yet, and you can take it back.',
  },
  {
    key: 'answer',
    done: true,
    lead: 'They answer.',
    text: 'Only a real answer, 200 characters or more, earns the money.',
  },
  {
    key: 'back',
    done: true,
    lead: 'Or they do not.',
    text: 'After ten days all of it goes back to you, by itself.',
  },
];

/* What becomes of the money, in three steps, and the other side of it with its own way in. */
export function HowItWorks({ action }: { action: ReactNode }) {
  return (
    <div className="mt-8 grid gap-8 border-rule border-t pt-7 wide:mt-14 wide:grid-cols-2 wide:gap-14">
      <section>
        <h2 className="mb-4 font-medium font-serif text-2xl">How the money works</h2>
        <Timeline label="How the money works" items={STEPS} />
      </section>
      <section>
        <h2 className="mb-3 font-medium font-serif text-2xl">Do people ask you things?</h2>
        <p>
          Name a price and how many questions you take in a month. You are paid for every answer you
          give: the price, less 10% and $0.50. Having a profile costs nothing.
        </p>
        <div className="mt-5 grid wide:inline-grid">{action}</div>
      </section>
    </div>
  );
}
