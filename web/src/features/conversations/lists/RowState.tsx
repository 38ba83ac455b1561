import type { ChipTone } from '#web/ui/Chip.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { RowLabel } from '../statuses/parts.ts';
import { ICONS } from './label-icons.ts';

/* The state of a conversation beside a name: an icon and words in the color of the state, as a chip where it has a column. */

const TONES: Record<ChipTone, string> = {
  earned: 'text-earned-text @xl:bg-earned-chip',
  held: 'text-held-text @xl:bg-held-chip',
  due: 'text-red-text @xl:bg-red-chip',
  back: 'text-back-text @xl:bg-back-chip',
  neutral: 'text-soft-text @xl:bg-soft-chip',
};

export type RowStateProps = {
  label: RowLabel;
  /** Since when, or until when. */
  date?: string;
};

export function RowState({ label, date }: RowStateProps) {
  const Icon = ICONS[label.icon];
  return (
    <span
      className={classNames(
        // The date goes below the words where large text leaves no room beside them.
        'inline-flex min-w-0 flex-wrap items-center gap-x-1.5 font-semibold text-[0.8125rem]',
        '@xl:min-h-6 @xl:rounded-[0.875rem] @xl:px-2.5',
        TONES[label.tone],
      )}
    >
      <span className="inline-flex min-w-0 items-center gap-1.5">
        <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={2.5} />
        <span className="wrap-anywhere">{capitalised(label.words)}</span>
      </span>
      {date && <span className="whitespace-nowrap font-normal text-soft">{date}</span>}
    </span>
  );
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
