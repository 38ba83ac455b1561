import { classNames } from './class-names.ts';

/*
 * The number of characters, with its minimum or maximum. Counts the visible text without tags; `count` comes from the
 * rule that the server uses.
 */

export type CharCountProps = { count: number; min?: number; max?: number };

export function CharCount({ count, min, max }: CharCountProps) {
  const missing = min !== undefined && count < min ? min - count : 0;
  const over = max !== undefined && count > max;
  return (
    <p
      className={classNames(
        'shrink-0 text-right text-[0.875rem] tabular-nums',
        over ? 'text-red-text' : 'text-soft',
      )}
    >
      {sentence(count, missing, max)}
    </p>
  );
}

function sentence(count: number, missing: number, max: number | undefined): string {
  if (missing > 0) return missing === 1 ? '1 more character' : `${missing} more characters`;
  if (max !== undefined) return `${count} of ${max}`;
  return count === 1 ? '1 character' : `${count} characters`;
}
