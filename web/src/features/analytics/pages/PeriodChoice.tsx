import { useId } from 'react';
import { PERIODS, type Period } from '#shared/rules/analytics/day-counts.ts';

const WORDS: Readonly<Record<Period, string>> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: '12 months',
};

export type PeriodChoiceProps = { chosen: Period; onChoose: (period: Period) => void };

/* The choice of the period that all figures of the screen are of. */
export function PeriodChoice({ chosen, onChoose }: PeriodChoiceProps) {
  const name = useId();
  return (
    <fieldset className="mt-4">
      <legend className="sr-only">Period</legend>
      <div className="flex flex-wrap gap-2">
        {PERIODS.map((period) => (
          <label
            key={period}
            data-checked={period === chosen || undefined}
            className="relative inline-flex min-h-11 items-center rounded-full border border-rule bg-card px-4 data-checked:border-ink data-checked:bg-tint data-checked:font-semibold forced-colors:data-checked:border-[Highlight]"
          >
            <input
              type="radio"
              name={name}
              value={period}
              checked={period === chosen}
              onChange={() => onChoose(period)}
              className="absolute inset-0 appearance-none rounded-full"
            />
            {WORDS[period]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
