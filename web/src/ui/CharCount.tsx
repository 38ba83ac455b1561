import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { useLimitId } from './Field.tsx';

/*
 * The number of characters, with its minimum or maximum. `count` comes from the rule that the server uses: toward a minimum
 * counts what can be read, toward a maximum every character. `missing` is given where `count` is not what the minimum counts.
 *
 * Screen readers get the limits as a description of the field, and at a pause in typing that it is nearly reached, reached, or
 * exceeded: each once, because a count at every character would drown the text.
 */

export type CharCountProps = { count: number; min?: number; max?: number; missing?: number };

export function CharCount({ count, min = 0, max, missing = min - count }: CharCountProps) {
  const limitId = useLimitId();
  const over = max !== undefined && count > max;
  const limits = limitWords(min, max);
  const spoken = useSpoken(progressOf(count, missing, { min, max }), count);
  return (
    <div className="shrink-0 text-right text-[0.875rem]">
      <p className={classNames('tabular-nums', over ? 'text-red-text' : 'text-soft')}>
        {sentence(count, missing, max)}
      </p>
      {limits && (
        <p id={limitId} hidden>
          {limits}
        </p>
      )}
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </div>
  );
}

function sentence(count: number, missing: number, max: number | undefined): string {
  if (missing > 0) return missing === 1 ? '1 more character' : `${missing} more characters`;
  if (max !== undefined) return `${count} of ${max}`;
  return characters(count);
}

const characters = (count: number) => (count === 1 ? '1 character' : `${count} characters`);

function limitWords(min: number, max: number | undefined): string | undefined {
  if (max === undefined) return min > 0 ? `At least ${characters(min)}` : undefined;
  return min > 0 ? `${min} to ${characters(max)}` : `At most ${characters(max)}`;
}

/** How near (in characters) a limit is when it is announced. */
const NEAR_MINIMUM = 50;
const NEAR_MAXIMUM = 20;

type Progress = { readonly stage: string; readonly words: string };

/** The stage on the way from the minimum to the maximum, and what is said about it. */
function progressOf(
  count: number,
  missing: number,
  { min, max }: { min: number; max: number | undefined },
): Progress {
  if (missing > NEAR_MINIMUM) return { stage: 'short', words: '' };
  if (missing > 0) return { stage: 'nearly', words: sentence(count, missing, max) };
  const left = max === undefined ? Number.POSITIVE_INFINITY : max - count;
  if (left < 0) return { stage: 'over', words: `${characters(-left)} too many` };
  if (left <= NEAR_MAXIMUM) return { stage: 'full', words: `${characters(left)} left` };
  // Without a minimum there is nothing to reach.
  return { stage: 'enough', words: min > 0 ? 'Long enough' : '' };
}

/** Milliseconds without a keystroke before something is announced. */
const PAUSE = 1_000;

/** The words of a stage once it is reached and typing has paused; nothing for the one that the field began with. */
function useSpoken({ stage, words }: Progress, count: number): string {
  const [spoken, speak] = useState('');
  const known = useRef(stage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every keystroke ends the pause
  useEffect(() => {
    if (known.current === stage) return;
    const timer = setTimeout(() => {
      known.current = stage;
      speak(words);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [stage, words, count]);
  return spoken;
}
