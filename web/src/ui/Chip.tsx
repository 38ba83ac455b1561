import type { LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';

/*
 * A state as a word with an icon, never by color alone. `earned`: money earned or answer received; `held`: waiting;
 * `due`: deadline is near; `back`: returned; `neutral`: over.
 */

export type ChipTone = 'earned' | 'held' | 'due' | 'back' | 'neutral';

export type ChipProps = { tone: ChipTone; icon: LucideIcon; children: string };

const TONES: Record<ChipTone, string> = {
  earned: 'bg-earned-chip text-earned-text',
  held: 'bg-held-chip text-held-text',
  due: 'bg-red-chip text-red-text',
  back: 'bg-back-chip text-back-text',
  neutral: 'bg-soft-chip text-soft-text',
};

export function Chip({ tone, icon: Icon, children }: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-[0.875rem] px-2.5 py-0.5',
        'font-semibold text-[0.8125rem] forced-colors:border',
        TONES[tone],
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={2.5} />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
