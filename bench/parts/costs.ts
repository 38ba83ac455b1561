import startEngine from '#test/support/start-engine.ts';
import stopEngine from '#test/support/stop-engine.ts';
import { startWorld } from '#test/support/world.ts';
import { measureCosts } from '../measure-costs.ts';
import { type Line, OPERATION_COSTS } from '../operation-costs.ts';

/* Measures the table requests and capacity of every operation, with the theoretical minimum. Prints JSON. */

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
