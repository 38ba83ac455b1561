import './environment.ts';
import { parseArgs } from 'node:util';
import { addCoverage, type Coverage } from './coverage.ts';
import {
  type Failure,
  RECOVERIES,
  runEveryPair,
  runEveryPoint,
  SCHEDULES_ALONE,
} from './crash-points.ts';
import type { EngineName, TableEngine } from './engine.ts';
import { FLOWS } from './flows.ts';
import { runHistory } from './history.ts';
import { RACES, runRace } from './races.ts';
import { allowEverything } from './role-guard.ts';
import { closeRunner, openRunner } from './runner.ts';

/*
 * npm run simulate: histories by their seeds, or every crash point of the flows. Ends with 1 when something did not hold,
 * after the steps that led to it.
 */

const { values } = parseArgs({
  options: {
    /** One history, with its steps. */
    seed: { type: 'string' },
    /** From the first to the last of them: `1-500`. */
    seeds: { type: 'string' },
    /** Fresh histories for as long. How long it takes decides nothing but how many there are. */
    seconds: { type: 'string', default: '10' },
    /** The first of the fresh ones; any, where it is not said. */
    from: { type: 'string' },
    engine: { type: 'string', default: 'model' },
    /** `single` or `pairs`: every crash point of the flows in place of histories; `alone`: and no webhook ever comes. */
    crashes: { type: 'string' },
    /** Two at once, in every order. */
    races: { type: 'boolean', default: false },
    /** Only flows and races whose name has this in it, or, with a minus before it, has not. */
    flow: { type: 'string', default: '' },
    /** The steps of every history, whether or not something failed. */
    steps: { type: 'boolean', default: false },
    /** Every item of the table at the end of each history, in a line. */
    items: { type: 'boolean', default: false },
    /** Stops at this many failures. */
    'max-failures': { type: 'string', default: '3' },
    /** Functions are denied nothing that their roles do not allow. */
    unguarded: { type: 'boolean', default: false },
    /** The last line is a report for programs. */
    json: { type: 'boolean', default: false },
  },
});

type Failed = { readonly name: string; readonly violations: readonly string[] };
const failed: Failed[] = [];
const maxFailures = Number(values['max-failures']);
let [histories, points] = [0, 0];
let coverage: Coverage = {};

const print = (text: string) => process.stdout.write(`${text}\n`);

function reportFailure(
  name: string,
  violations: readonly string[],
  steps: readonly string[],
): void {
  failed.push({ name, violations });
  print(`\n${name}\n${steps.join('\n')}\n\nViolated invariants:`);
  for (const violation of violations) print(`  ${violation}`);
}

async function simulateSeed(seed: number, engine: TableEngine, withSteps = false): Promise<void> {
  const { violations, steps, dump, ...history } = await runHistory(seed, engine);
  coverage = addCoverage(coverage, history.coverage);
  if (values.items) print(`items ${JSON.stringify(dump)}`);
  histories += 1;
  if (violations.length > 0)
    reportFailure(`seed ${seed} (npm run simulate -- --seed ${seed})`, violations, steps);
  else if (withSteps || values.steps) print(steps.join('\n'));
}

function* seedsIn(range: string): Generator<number> {
  const [first = 1, last = first] = range.split('-').map(Number);
  for (let seed = first; seed <= last; seed += 1) yield seed;
}

async function simulateFreshSeeds(engine: TableEngine, seconds: number): Promise<void> {
  const fresh = Number(values.from ?? process.hrtime.bigint() % 1_000_000_000n);
  const end = performance.now() + seconds * 1_000;
  print(`fresh seeds from ${fresh}`);
  for (let seed = fresh; performance.now() < end && failed.length < maxFailures; seed += 1)
    await simulateSeed(seed, engine);
}

const describePoints = ({ flow, recovery, points: at }: Failure) =>
  `${flow}, ${at.map(({ at: nth, when }) => `${when} ${nth}`).join(', then ')}, recovery by the ${recovery}`;

async function simulateCrashes(engine: TableEngine, pairs: boolean): Promise<void> {
  const wanted = ({ name }: { readonly name: string }) =>
    values.flow.startsWith('-') ? !name.includes(values.flow.slice(1)) : name.includes(values.flow);
  for (const flow of FLOWS.filter(wanted))
    for (const recovery of values.crashes === 'alone' ? ([SCHEDULES_ALONE] as const) : RECOVERIES) {
      const every = pairs ? runEveryPair : runEveryPoint;
      const outcome = await every(engine, flow, recovery);
      points += outcome.points;
      print(
        `${String(outcome.points).padStart(5)} points of ${flow.name}, recovery by the ${recovery}`,
      );
      for (const one of outcome.failures)
        reportFailure(describePoints(one), one.violations, one.steps);
      if (failed.length >= maxFailures) return;
    }
}

async function simulateRaces(engine: TableEngine): Promise<void> {
  for (const one of RACES.filter(({ name }) => name.includes(values.flow))) {
    const outcome = await runRace(engine, one);
    points += outcome.points;
    print(`${String(outcome.points).padStart(5)} interleavings of ${one.name}`);
    for (const {
      flow,
      points: [at],
      violations,
      steps,
    } of outcome.failures)
      reportFailure(`${flow}, interrupted before effect ${(at?.at ?? 0) + 1}`, violations, steps);
    if (failed.length >= maxFailures) return;
  }
}

if (values.unguarded) allowEverything();
const started = performance.now();
const engine = await openRunner(values.engine as EngineName);
if (values.races) await simulateRaces(engine);
else if (values.crashes) await simulateCrashes(engine, values.crashes === 'pairs');
else if (values.seed !== undefined) await simulateSeed(Number(values.seed), engine, true);
else if (values.seeds !== undefined) {
  for (const seed of seedsIn(values.seeds))
    if (failed.length < maxFailures) await simulateSeed(seed, engine);
} else await simulateFreshSeeds(engine, Number(values.seconds));
await closeRunner();
print(
  `${histories} histories, ${points} crash points, ${failed.length} failed, ${Math.round((performance.now() - started) / 1_000)} s`,
);
if (values.json) print(JSON.stringify({ histories, points, coverage, failures: failed }));
process.exitCode = failed.length > 0 ? 1 : 0;
