import { buildWeb } from '#lib/local/builds.ts';
import { Shutdown } from '#lib/local/shutdown.ts';
import { routeWeights } from './route-bytes.ts';
import { settle, type Weight } from './weight.ts';

const settled = (weights: Record<string, Weight>) =>
  Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, settle(weight)]));

/** Computes the size budgets of screens (bench/byte-budgets.json) from their current sizes. */
export const settledBytes = async () => ({
  routes: settled(routeWeights(await buildWeb(new Shutdown()))),
});
