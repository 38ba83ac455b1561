import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ZERO } from '#shared/money.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Money } from '#web/ui/Money.tsx';
import type { Summary } from './answer-session.ts';

export type SessionProgressProps = {
  summary: Summary;
  onPrevious: () => void;
  onNext: () => void;
};

/* Where the recipient is in the session, and what it has earned. */
export function SessionProgress({ summary, onPrevious, onNext }: SessionProgressProps) {
  const { place, count, left } = summary;
  return (
    <div>
      <div className="-mx-3 flex items-center justify-between">
        <IconButton
          label="Previous letter"
          icon={<ChevronLeft aria-hidden size={20} />}
          disabled={left < 2}
          onClick={onPrevious}
        />
        <p className="font-semibold tabular-nums">
          {place} of {count}
        </p>
        <IconButton
          label="Next letter"
          icon={<ChevronRight aria-hidden size={20} />}
          disabled={left < 2}
          onClick={onNext}
        />
      </div>
      <div aria-hidden className="h-1 overflow-hidden rounded-full bg-tint">
        <div
          className="h-full rounded-full bg-ink transition-[width] motion-reduce:transition-none"
          style={{ width: `${(100 * (count - left)) / count}%` }}
        />
      </div>
      <Total summary={summary} />
    </div>
  );
}

/** What the answers of this session earned, and what is still waiting; nothing for help tickets, which are free. */
export function Total({ summary: { earned, waiting } }: { summary: Summary }) {
  if (earned === ZERO && waiting === ZERO) return null;
  return (
    <p className="pt-2.5 text-[0.9375rem] text-soft">
      Earned in this session <Money sans amount={earned} className="font-semibold text-ink" />
      {waiting > ZERO && (
        <>
          {' · '}
          <Money sans amount={waiting} className="font-semibold text-ink" /> still waiting
        </>
      )}
    </p>
  );
}
