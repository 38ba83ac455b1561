import { formatCount } from '#shared/format-count.ts';
import { type Cents, formatMoney, ZERO } from '#shared/money.ts';
import { NO_DEADLINE } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { daysAhead, dayWords, weekdayOf } from '#web/shell/dates.ts';

/* The line under 'Inbox': how many answers are due by when, and what they earn. */

const NUMBERS = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
];

export type Pending = {
  /** The number of pending paid messages. */
  readonly count: number;
  /** The loaded deadlines: all of them, unless the messages fill more than one page. */
  readonly deadlines: readonly Instant[];
  /** The total earnings of all of them. */
  readonly net: Cents;
};

/** `Two answers due by Thursday`; names a weekday only within the next six days. */
export function dueWords({ count, deadlines }: Pending, now: Instant): string {
  if (count === 0) return 'No answers due';
  if (deadlines.length < count) return `${answers(count)} due`;
  const sorted = deadlines.filter((deadline) => deadline < NO_DEADLINE).sort((a, b) => a - b);
  const soon = sorted.filter((deadline) => daysAhead(deadline, now) <= 6);
  const last = soon.at(-1) ?? sorted[0];
  if (last === undefined) return `${answers(count)} due`;
  if (soon.length === 0) {
    const day = dayWords(last, now);
    return count === 1 ? `One answer due by ${day}` : `${answers(count)} due, the first by ${day}`;
  }
  return `${answers(soon.length)} due ${byDay(last, now)}`;
}

/** `$47.25`, the pending earnings; undefined if there are none. */
export function waitingMoney({ count, net }: Pending): string | undefined {
  return count === 0 || net === ZERO ? undefined : formatMoney(net);
}

function byDay(at: Instant, now: Instant): string {
  const ahead = daysAhead(at, now);
  if (ahead <= 0) return 'today';
  return ahead === 1 ? 'by tomorrow' : `by ${weekdayOf(at)}`;
}

function answers(count: number): string {
  return `${NUMBERS[count] ?? count} answer${count === 1 ? '' : 's'}`;
}

/** `1 letter`, `1,204 letters`. */
export function countWords(count: number): string {
  return count === 1 ? '1 letter' : `${formatCount(count)} letters`;
}
