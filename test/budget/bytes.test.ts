import { expect, test } from '@jest/globals';
import budgets from '#bench/byte-budgets.json';
import { routeWeights } from '#bench/route-bytes.ts';
import { type Budget, excess, partsOf, type Weight } from '#bench/weight.ts';
import { buildWeb } from '#lib/local/builds.ts';
import { Shutdown } from '#lib/local/shutdown.ts';

/*
 * Size budgets of screens (bench/byte-budgets.json), a few percent above their sizes when they were
 * set. After an intended growth, `npm run accept` sets them again.
 */

/** Returns everything that has no budget or exceeds it, with the parts that grew. */
function offences(
  weights: Record<string, Weight>,
  settled: Readonly<Record<string, unknown>>,
): string[] {
  const unsettled = Object.keys(weights).filter((name) => !(name in settled));
  const gone = Object.keys(settled).filter((name) => !(name in weights));
  const over = Object.entries(weights).flatMap(([name, weight]) => {
    const budget = settled[name] as Budget | undefined;
    const words = budget && excess(weight, budget);
    return words ? [`${name}: ${words}`] : [];
  });
  return [
    ...over,
    ...unsettled.map((name) => `${name}: has no budget`),
    ...gone.map((name) => `${name}: has a budget, but is gone`),
  ];
}

test('no screen needs more JavaScript than its budget', async () => {
  expect(offences(routeWeights(await buildWeb(new Shutdown())), budgets.routes)).toEqual([]);
});

test('the editor is loaded on demand, and only by its own screens', () => {
  const carriers = Object.entries(budgets.routes).filter(
    ([name, budget]) => !name.startsWith('later:') && 'RichTextSurface' in partsOf(budget),
  );
  expect(carriers.map(([name]) => name)).toEqual([]);
});
