import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '../lib/local/builds.ts';
import { Closing } from '../lib/local/closing.ts';
import { functionWeights } from './function-bytes.ts';
import { routeWeights } from './route-bytes.ts';
import { settle, type Weight } from './weight.ts';

/* `node --import tsx bench/settle-bytes.ts`: what functions and screens weigh now is what they should weigh. */

const settled = (weights: Record<string, Weight>) =>
  Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, settle(weight)]));

const budgets = {
  functions: settled(await functionWeights()),
  routes: settled(routeWeights(await buildWeb(new Closing()))),
};
writeFileSync(
  join(import.meta.dirname, 'byte-budgets.json'),
  `${JSON.stringify(budgets, null, 2)}\n`,
);
