import type { ReactNode } from 'react';
import { Timeline } from '../../../ui/Timeline.tsx';

const ASKING = [
  {
    key: 'write',
    done: true,
    lead: 'You write.',
    text: 'The price is held on your card, and you can cancel. Your card is charged when they answer, or after about a week, because holds expire.',
  },
  {
    key: 'answer',
    done: true,
    lead: 'They answer.',
    text: 'Only a real answer, 200 characters or more, earns the money. You may keep writing for free.',
  },
  {
    key: 'back',
    done: true,
    lead: 'Or they don’t.',
    text: 'After 10 days you get all of it back automatically.',
  },
];

const ANSWERING = [
  {
    key: 'price',
    done: true,
    lead: 'You name a price',
    text: 'and how many questions you take in a month. Your profile has a link to put anywhere.',
  },
  {
    key: 'answer',
    done: true,
    lead: 'You answer when it suits you,',
    text: 'within ten days. The money is there already: no one has to be reminded.',
  },
  {
    key: 'paid',
    done: true,
    lead: 'You’re paid',
    text: 'on the 8th of the month, once you’re owed $10.00. A profile costs nothing, and neither does a question that you leave.',
  },
];

/* How the product works for each side, in three steps each. */
export function HowItWorks({ action }: { action: ReactNode }) {
  return (
    <div className="grid gap-9 wide:grid-cols-2 wide:gap-14">
      <section aria-labelledby="asking">
        <h2 id="asking" className="mb-4 font-medium font-serif text-2xl">
          How the money works
        </h2>
        <Timeline label="If you ask" items={ASKING} />
      </section>
      <section aria-labelledby="answering">
        <h2 id="answering" className="mb-4 font-medium font-serif text-2xl">
          Do people ask you things?
        </h2>
        <Timeline label="If you answer" items={ANSWERING} />
        <div className="mt-5 grid wide:inline-grid">{action}</div>
      </section>
    </div>
  );
}
