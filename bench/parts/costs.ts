import startEngine from '../../test/support/start-engine.ts';
import stopEngine from '../../test/support/stop-engine.ts';
import { startWorld } from '../../test/support/world.ts';
import { measureCosts } from '../measure-costs.ts';
import { type Line, OPERATION_COSTS } from '../operation-costs.ts';

/* Calls and units of every operation beside the least possible. Prints JSON. */

await startEngine();
const world = await startWorld();
const measured = await measureCosts(world);
const lines: Readonly<Record<string, Line>> = OPERATION_COSTS;
const costs = Object.entries(measured).map(([name, cost]) => [
  name,
  { cost, least: lines[name]?.least ?? cost },
]);
process.stdout.write(JSON.stringify(Object.fromEntries(costs)));
await world.stop();
await stopEngine();
process.exit(0);
