import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { useField, useLimitId } from './Field.tsx';

/*
 * The number of characters, with its minimum or maximum. `count` comes from the rule that the server uses: toward a minimum
 * counts what can be read, toward a maximum every character. `missing` is given where `count` is not what the minimum counts.
 *
 * Screen readers get the limits as a description of the field, and at a pause in typing that it is nearly reached, reached, or
 * exceeded: each once, because a count at every character would drown the text.
 */

export type CharCountProps = { count: number; min?: number; max?: number; missing?: number };

export function CharCount({ count, min = 0, max, missing = min - count }: CharCountProps) {
  const over = max !== undefined && count > max;
  return (
    <div className="shrink-0 text-right text-[0.875rem]">
      <p className={classNames('tabular-nums', over ? 'text-red-text' : 'text-soft')}>
        {sentence(count, missing, max)}
      </p>
      <SpokenLimits count={count} min={min} max={max} missing={missing} />
    </div>
  );
}

export type CountLineProps = {
  count: number;
  /** 0 if any length will do: then there is no line. */
  min: number;
  /** At the right: whether the text is saved. */
  beside?: ReactNode;
};

/** A line that fills toward the minimum, with its words. It is red while the text was refused as too short. */
export function CountLine({ count, min, beside }: CountLineProps) {
  const missing = min - count;
  const isRefused = useField()['aria-invalid'] === true && missing > 0;
  const isEnough = missing <= 0;
  const color = isRefused ? 'bg-red' : isEnough ? 'bg-earned' : 'bg-ink';
  return (
    <div className="grid gap-2">
      {min > 0 && (
        <div aria-hidden className="h-[3px] overflow-hidden rounded-full bg-rule">
          <div
            className={classNames(
              'h-full rounded-full forced-colors:bg-[CanvasText]',
              color,
              'transition-[width] motion-reduce:transition-none',
            )}
            style={{ width: `${Math.min(100, (100 * count) / min)}%` }}
          />
        </div>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-[0.875rem]">
        <p
          className={classNames(
            'tabular-nums',
            isRefused
              ? 'font-semibold text-red-text'
              : isEnough && min > 0
                ? 'font-semibold text-earned-text'
                : 'text-soft',
          )}
        >
          {isEnough && min > 0 && <Check aria-hidden className="mr-1.5 inline size-4" />}
          {sentence(count, missing, undefined)}
        </p>
        {beside}
      </div>
      <SpokenLimits count={count} min={min} missing={missing} />
    </div>
  );
}

type SpokenLimitsProps = {
  count: number;
  min: number;
  max?: number | undefined;
  missing: number;
};

/** The limits as a description of the field, and what is announced when one of them is near. */
function SpokenLimits({ count, min, max, missing }: SpokenLimitsProps) {
  const limitId = useLimitId();
  const limits = limitWords(min, max);
  const spoken = useSpoken(progressOf(count, missing, { min, max }), count);
  return (
    <>
      {limits && (
        <p id={limitId} hidden>
          {limits}
        </p>
      )}
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </>
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
