import { expect, test } from '@jest/globals';
import budgets from '../../bench/byte-budgets.json';
import { functionWeights } from '../../bench/function-bytes.ts';
import { routeWeights } from '../../bench/route-bytes.ts';
import { type Budget, excess, partsOf, type Weight } from '../../bench/weight.ts';
import { buildWeb } from '../../lib/local/builds.ts';
import { Shutdown } from '../../lib/local/shutdown.ts';
import { areas } from '../../shared/api/index.ts';
import type { Use } from '../../shared/api/operation.ts';
import { schedules } from '../../shared/api/schedules.ts';
import { subscribers } from '../../shared/api/subscribers.ts';

/*
 * Size budgets of functions and screens (bench/byte-budgets.json), a few percent above their sizes when they were
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

test('no function loads more code than its budget', async () => {
  expect(offences(await functionWeights(), budgets.functions)).toEqual([]);
}, 60_000);

test('no screen needs more JavaScript than its budget', async () => {
  expect(offences(routeWeights(await buildWeb(new Shutdown())), budgets.routes)).toEqual([]);
}, 60_000);

test('the editor is loaded on demand, and only by its own screens', () => {
  const carriers = Object.entries(budgets.routes).filter(
    ([name, budget]) => !name.startsWith('later:') && 'RichTextSurface' in partsOf(budget),
  );
  expect(carriers.map(([name]) => name)).toEqual([]);
});

const ASK_THE_PROVIDER: readonly Use[] = [
  'payments',
  'cards',
  'subscriptions',
  'statements',
  'payouts',
];

test('only functions that use Stripe contain its library', () => {
  const defined: (readonly [string, { readonly uses: readonly Use[] }])[] = [
    ...Object.entries(areas).flatMap(([area, operations]) =>
      Object.entries(operations).map(([name, one]) => [`${area}/${name}`, one] as const),
    ),
    ...Object.entries(schedules).map(([name, one]) => [`jobs/${name}`, one] as const),
    ...Object.entries(subscribers).map(([name, one]) => [`events/${name}`, one] as const),
  ];
  const mayAsk = defined.filter(([, { uses }]) =>
    uses.some((use) => ASK_THE_PROVIDER.includes(use)),
  );
  const carriers = Object.entries(budgets.functions).filter(
    ([, budget]) => 'stripe' in partsOf(budget),
  );
  expect(carriers.map(([name]) => name).sort()).toEqual(
    [...mayAsk.map(([name]) => name), 'webhooks/stripe'].sort(),
  );
});
