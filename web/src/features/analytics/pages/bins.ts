import { monthOfPeriod, shortMonth } from '#shared/dates.ts';
import { formatCount } from '#shared/format-count.ts';
import { daysOf, type Funnel, type FunnelStep, STEPS } from '#shared/rules/analytics/day-counts.ts';
import type { Instant } from '#shared/time.ts';
import type { ChartBar } from '#web/ui/BarChart.tsx';
import type { Analytics } from './analytics-queries.ts';

/* The days of a period in the bars of a chart: by day, by week, or by month. */

const NO_STEPS: Funnel = { view: 0, press: 0, draft: 0, paid: 0, answered: 0 };

/** The sum of several funnels. */
export const sumOfFunnels = (funnels: readonly Funnel[]): Funnel =>
  funnels.reduce(
    (sum, one) => ({
      view: sum.view + one.view,
      press: sum.press + one.press,
      draft: sum.draft + one.draft,
      paid: sum.paid + one.paid,
      answered: sum.answered + one.answered,
    }),
    NO_STEPS,
  );

export type DayFunnel = Funnel & { readonly day: string };

/** Every day of the period, also those on which nothing happened; oldest first. */
export function everyDay({ days, counts }: Analytics, now: Instant): DayFunnel[] {
  const known = new Map(counts.map((one) => [one.day, one]));
  return daysOf(days, now).map((day) => ({ ...NO_STEPS, ...known.get(day), day }));
}

/** Some days in a row. `name`: `Nov 3 to Nov 9`; `short`: `Nov 3`. */
export type Bin = {
  readonly name: string;
  readonly short: string;
  readonly steps: Funnel;
  /** Whether it ends with the current day, which is not over. */
  readonly isRunning: boolean;
};

/** What a bar stands for. */
export const binOf = (days: number) => (days <= 30 ? 'Day' : days <= 90 ? 'Week' : 'Month');

/** The bars of a period: days up to 30, weeks that end today up to 90, calendar months above. */
export function binsOf(all: readonly DayFunnel[]): Bin[] {
  const unit = binOf(all.length);
  const groups = new Map<string, DayFunnel[]>();
  for (const [nth, one] of all.entries()) {
    const week = Math.floor((all.length - 1 - nth) / 7);
    const key = unit === 'Day' ? one.day : unit === 'Week' ? String(week) : one.day.slice(0, 7);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const last = all.at(-1)?.day;
  return [...groups.values()].map((group) => {
    const [from, to] = [group[0]?.day ?? '', group.at(-1)?.day ?? ''];
    const names = unit === 'Month' ? monthNames(from) : dayNames(from, to);
    return { ...names, steps: sumOfFunnels(group), isRunning: to === last };
  });
}

const monthIn = (day: string) => shortMonth(monthOfPeriod(day).month);

/** `Nov 3`. */
const dayName = (day: string) => `${monthIn(day)} ${Number(day.slice(8, 10))}`;

function dayNames(from: string, to: string) {
  const name = from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`;
  return { name, short: dayName(from) };
}

/** `Nov 2026`, and `Nov` or, in January, `Jan ’27`. Also of a month: `2026-11`. */
export function monthNames(day: string) {
  const month = monthIn(day);
  const short = month === 'Jan' ? `Jan ’${day.slice(2, 4)}` : month;
  return { name: `${month} ${day.slice(0, 4)}`, short };
}

/** The bars of one step. */
export const barsOf = (bins: readonly Bin[], step: FunnelStep): ChartBar[] =>
  bins.map(({ name, short, steps, isRunning }) => ({
    name,
    short,
    isRunning,
    value: steps[step],
    words: formatCount(steps[step]),
  }));

/** The top of a scale: a round number, and an even one if the values are whole, that no value exceeds. */
export function topOf(values: readonly number[]): number {
  const largest = Math.max(0, ...values);
  if (largest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(largest));
  const top = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= largest) ?? 10;
  return top * power;
}

/**
 * The share of a step in the first one, as a whole percentage. Undefined if there is nothing to divide by, and if the part is
 * larger: who came without a view that is counted (a shared copy of the page, a link to the letter) is in none of them.
 */
export const shareOf = (part: number, whole: number): string | undefined =>
  whole === 0 || part > whole ? undefined : `${Math.round((100 * part) / whole)}%`;

export const STEP_NAMES: Readonly<Record<FunnelStep, string>> = {
  view: 'Views',
  press: 'Pressed contact',
  draft: 'Drafts',
  paid: 'Paid',
  answered: 'Answered',
};

/** The rows of a CSV file of some steps, with their heading. */
export const stepRows = (heading: string, rows: readonly (readonly [string, Funnel])[]) => [
  [heading, ...STEPS.map((step) => STEP_NAMES[step])],
  ...rows.map(([name, steps]) => [name, ...STEPS.map((step) => String(steps[step]))]),
];
