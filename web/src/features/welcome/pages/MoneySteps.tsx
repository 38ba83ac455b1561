import { useEffect, useState } from 'react';
import { steps } from '#shared/messages/promises.ts';
import { deadlineOf } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { serverNow } from '#web/api/clock.ts';
import { weekdayWords } from '#web/shell/dates.ts';

type Step = { when: string; lead: string; text: string };

/** The steps of a payment that is made now. Without `now` no day is named: the server does not know the visitor's time zone. */
function stepsFrom(now: Instant | undefined): Step[] {
  const deadline = now === undefined ? undefined : weekdayWords(deadlineOf(now), now);
  return [
    {
      when: now === undefined ? 'Today' : `Today, ${weekdayWords(now, now)}`,
      lead: 'You write and pay.',
      text: steps.held,
    },
    {
      when: deadline === undefined ? 'Within 10 days' : `By ${deadline}`,
      lead: 'They answer.',
      text: steps.answered,
    },
    {
      when: deadline === undefined ? 'No answer after 10 days?' : `${deadline}, no answer?`,
      lead: 'You get it all back.',
      text: steps.noAnswer,
    },
  ];
}

/* How the money is safe, in three dated steps: one below the other on a phone, side by side on a wide screen. */
export function MoneySteps() {
  const now = useDeviceTime();
  return (
    <section aria-labelledby="money" className="border-rule border-t pt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="money" className="font-medium font-serif text-2xl wide:text-[1.75rem]">
          How your money is safe
        </h2>
        <p className="text-[0.9375rem] text-soft">If you pay $25.00 today</p>
      </div>
      <ol className="mt-4 grid wide:grid-cols-3">
        {stepsFrom(now).map((step, nth) => (
          <li
            key={step.lead}
            className="relative grid grid-cols-[18px_minmax(0,1fr)] gap-x-3 pb-5 last:pb-0 wide:block wide:pr-10 wide:pb-0"
          >
            {nth < 2 && (
              <span
                aria-hidden
                className="absolute top-4 bottom-[-4px] left-2 w-0.5 bg-rule wide:top-2 wide:right-0 wide:bottom-auto wide:left-4 wide:h-0.5 wide:w-auto"
              />
            )}
            <span
              aria-hidden
              className={`relative mt-1 block size-4.5 rounded-full border-2 wide:mt-0 ${nth === 0 ? 'border-ink bg-ink forced-colors:bg-[CanvasText]' : 'border-soft bg-paper'}`}
            />
            <p className="wide:mt-3">
              <span className="block font-semibold text-soft">{step.when}</span>
              <strong className="font-semibold">{step.lead}</strong> {step.text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The time on this device once it has taken over the page; undefined before, as on the server. */
function useDeviceTime(): Instant | undefined {
  const [now, setNow] = useState<Instant>();
  useEffect(() => setNow(serverNow()), []);
  return now;
}
