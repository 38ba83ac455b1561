import { Check } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';

const STEPS = ['Letter', 'You', 'Payment'] as const;

/* Where somebody without an account is on the way to their first letter. docs/product/auth.md#a-first-letter */
export function WaySteps({ step }: { step: (typeof STEPS)[number] }) {
  const current = STEPS.indexOf(step);
  return (
    <ol
      aria-label="Steps to your letter"
      className="flex min-h-8 items-center gap-2 text-[0.875rem]"
    >
      {STEPS.map((name, place) => (
        <li
          key={name}
          aria-current={place === current ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-2',
            place > 0 && 'flex-1 before:h-px before:min-w-2 before:flex-1 before:bg-rule',
            place === current ? 'font-semibold text-ink' : 'text-soft',
            place < current && 'text-earned-text!',
          )}
        >
          <span className="inline-flex items-center gap-1">
            {place < current && <Check aria-hidden size={16} strokeWidth={2.5} />}
            {name}
            {place < current && <span className="sr-only">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
