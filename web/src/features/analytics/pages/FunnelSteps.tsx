import { formatCount } from '#shared/format-count.ts';
import { type Funnel, STEPS } from '#shared/rules/analytics/day-counts.ts';
import { STEP_NAMES, shareOf } from './bins.ts';
import { Section } from './Section.tsx';

const MEANINGS: Readonly<Record<keyof Funnel, string>> = {
  view: 'visitors of your profile, each once a day',
  press: 'visitors who pressed the contact button',
  draft: 'people who began to write',
  paid: 'letters that were paid for',
  answered: 'of these, letters that you answered',
};

/* The steps from a view to an answer, each with its count and its share of the views. */
export function FunnelSteps({ steps, days }: { steps: Funnel; days: number }) {
  const most = Math.max(1, ...STEPS.map((step) => steps[step]));
  return (
    <Section title="From view to answer" lead={`The last ${days} days.`}>
      <ol className="mt-4 grid gap-3.5">
        {STEPS.map((step) => (
          <li key={step}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 flex-1 basis-[9rem]">
                <span className="font-semibold">{STEP_NAMES[step]}</span>{' '}
                <span className="text-[0.875rem] text-soft">{MEANINGS[step]}</span>
              </span>
              <span className="ml-auto text-right font-figures">
                {formatCount(steps[step])}
                <Share step={step} steps={steps} />
              </span>
            </p>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              className="mt-1 block h-2 w-full"
            >
              <path d="M0 2h100" strokeWidth="4" className="stroke-tint" />
              <path
                d={`M0 2h${(100 * steps[step]) / most}`}
                strokeWidth="4"
                className="stroke-back"
              />
            </svg>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/* The share of a step in the views; of the answers, in the paid messages. */
function Share({ step, steps }: { step: keyof Funnel; steps: Funnel }) {
  if (step === 'view') return null;
  const [whole, words] =
    step === 'answered' ? [steps.paid, 'of the paid'] : [steps.view, 'of the views'];
  const share = shareOf(steps[step], whole);
  return share && <span className="text-[0.875rem] text-soft">{` · ${share} ${words}`}</span>;
}
