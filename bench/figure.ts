import { type Cost, metered } from '#lib/operator/consumed-capacity.ts';
import { round } from './load.ts';

/** The table cost of a repeatable action, and the median of its durations. */
export type Figure = Cost & { readonly milliseconds: number };

const REPEATS = 15;

/** Measures the cost of a repeatable action, and the median of its durations. */
export async function figureOf(run: () => Promise<unknown>): Promise<Figure> {
  const times: number[] = [];
  let cost: Cost = { calls: 0, reads: 0, writes: 0 };
  for (let nth = 0; nth < REPEATS; nth += 1) {
    const began = performance.now();
    cost = (await metered(run)).cost;
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { ...cost, milliseconds: round(times[Math.floor(REPEATS / 2)] ?? 0) };
}
