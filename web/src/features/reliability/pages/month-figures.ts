import type { Output } from '#shared/api/operation.ts';
import type { viewReliability } from '#shared/api/reliability.ts';
import * as dates from '#shared/dates.ts';
import { formatCount } from '#shared/format-count.ts';
import { formatMoney } from '#shared/money.ts';
import { type Instant, monthOf } from '#shared/time.ts';
import type { ChartBar } from '#web/ui/BarChart.tsx';

/* The figures of the platform in words. docs/product/reliability.md */

export type Published = Output<typeof viewReliability>['data'][number];
type Month = Published['months'][number];
type Figures = NonNullable<Month['figures']>;

/** A chart: the value of a month, and that value in words. */
type Measure = {
  readonly value: (figures: Figures) => number | null;
  readonly words: (figures: Figures) => string;
};

const percent = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);
const rounded = (value: number) => `${Math.round(value)}%`;
const endedOf = ({ answered, unanswered }: Figures) => answered + unanswered;
const count = (number: number) => formatCount(number);

export const answeredShare: Measure = {
  value: (figures) => percent(figures.answered, endedOf(figures)),
  words: (figures) =>
    `${rounded(percent(figures.answered, endedOf(figures)))} (${count(figures.answered)} of ${count(endedOf(figures))})`,
};

export const medianTime: Measure = {
  value: ({ medianHours }) => medianHours,
  words: ({ medianHours }) => (medianHours === null ? 'No answers' : dates.hoursWords(medianHours)),
};

export const givenBackShare: Measure = {
  value: ({ givenBack, paid }) => percent(givenBack, paid),
  words: ({ givenBack, paid }) =>
    `${formatMoney(givenBack)} of ${formatMoney(paid)} (${rounded(percent(givenBack, paid))})`,
};

export const upheldClaims: Measure = {
  value: (figures) => figures.upheldClaims,
  words: (figures) => `${count(figures.upheldClaims)} in ${count(endedOf(figures))} letters`,
};

/** The top of the scale of the claims: an even number, so that its half is a claim too. */
export function topOfClaims({ months }: Published): number {
  const largest = Math.max(2, ...months.map(({ figures }) => figures?.upheldClaims ?? 0));
  return largest + (largest % 2);
}

/** The top of the scale of the hours: a round number of hours or days. */
export function topOfHours({ months }: Published): number {
  const largest = Math.max(0, ...months.map(({ figures }) => figures?.medianHours ?? 0));
  return [2, 4, 8, 12, 24, 48, 96, 192, 384].find((top) => top >= largest) ?? 768;
}

const TOO_FEW = 'Too few to say';

/** The months of a chart. The one in which the figures were computed is not over. */
export function chartMonths({ months, computedAt }: Published, measure: Measure): ChartBar[] {
  return months.map(({ month, figures }) => ({
    name: monthName(month),
    short: shortName(month),
    value: figures && measure.value(figures),
    words: figures ? measure.words(figures) : TOO_FEW,
    isRunning: isRunning(month, computedAt),
  }));
}

const isRunning = (month: string, computedAt: Instant | null) =>
  computedAt !== null && monthOf(computedAt) === month;

/** The newest month with figures that is over; the running one if there is no other. */
export function newestMonth({ months, computedAt }: Published) {
  const shown = months.filter(({ figures }) => figures).reverse();
  return shown.find(({ month }) => !isRunning(month, computedAt)) ?? shown[0];
}

/** The share of answered messages, the usual time and the money of a month, in a sentence. */
export function summaryOf({ month, figures }: Month): string {
  if (!figures) return `${monthName(month)}: too few to say.`;
  const { answered, medianHours, givenBack, paid } = figures;
  const time = medianHours === null ? '' : `, half of them within ${dates.hoursWords(medianHours)}`;
  return `In ${monthName(month)}, ${count(answered)} of ${count(endedOf(figures))} letters were answered${time}. ${formatMoney(givenBack)} of ${formatMoney(paid)} went back to the senders.`;
}

/** `October 2026`, from `2026-10`. */
const monthName = (month: string) => dates.monthName(dates.monthOfPeriod(month));

/** `Oct`; with the year in January. */
const shortName = (month: string) =>
  month.endsWith('-01')
    ? `Jan ’${month.slice(2, 4)}`
    : dates.shortMonth(dates.monthOfPeriod(month).month);
