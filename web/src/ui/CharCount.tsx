import { classNames } from './class-names.ts';

/*
 * The number of characters, with its minimum or maximum. `count` comes from the rule that the server uses: toward a minimum
 * counts what can be read, toward a maximum every character. `missing` is given where a text has both.
 */

export type CharCountProps = { count: number; min?: number; max?: number; missing?: number };

export function CharCount({ count, min = 0, max, missing = min - count }: CharCountProps) {
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
