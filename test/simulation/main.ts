import './environment.ts';
import { readOptions } from '#lib/operator/command.ts';
import type { CrashPoint } from '#test/support/faults/crash-point.ts';
import { CALLS } from './actions.ts';
import type { Report } from './bundle-runner.ts';
import type { Decisions } from './choices.ts';
import { addCoverage, type Coverage } from './coverage.ts';
import { RECOVERIES, runPairs, runPoints, SCHEDULES_ALONE } from './crash-points.ts';
import type { TableEngine } from './engine.ts';
import { FLOWS } from './flows.ts';
import { type History, replayHistory, runHistory } from './history.ts';
import { RACES } from './races.ts';
import { runReconciliation } from './reconciliation-points.ts';
import { closeRunner, openRunner } from './runner.ts';
import { runRace } from './schedules.ts';
import { sentencesOf, testOf } from './sentences.ts';
import { shrink } from './shrink.ts';

/* `npm run simulate`: the command line of the simulation. docs/simulation.md */

const USAGE = `npm run simulate [-- <options>]

Runs histories by seed, every crash point of the flows, or the races. Exits with 1 if an invariant was violated, after
printing the steps of the history. Without options it runs new seeds for ten seconds.

  --seed 4711           runs one history and prints its steps
  --seeds 17,1-40       runs ranges of seeds
  --seconds 10          runs new seeds for this long; it affects only the number of histories
  --hours 8             runs new seeds for this long on all processors, and shrinks failures
  --from 1              the first of the new seeds; by default it depends on the time
  --replay <json>       replays recorded choices and prints the steps
  --crashes single      runs every crash point of the flows
  --crashes pairs       also each with a second crash in the recovery
  --crashes alone       every single one without any webhooks, of the flows that need none
  --in-turn             recovers from each crash point in one way, in turn, in place of all three; with alone, takes
                        every third
  --races               runs the races, each in every schedule
  --preemptions 3       the most preemptions of a schedule
  --reconciliation      checks the reconciliation after each flow: with each entry changed, and with changes that
                        only Stripe knows of
  --flow "<text>"       runs only flows and races whose name contains the text, or, after a minus, does not
  --nth 1               runs only every nth pair of crash points, or schedule with more than one preemption
  --engine model|real   the table: its model in memory, or DynamoDB Local
  --shrink              reduces each failing history to the fewest steps, and prints it as sentences and as a test
  --max-failures 3      stops after so many failures; with --hours, after so many violated invariants
  --steps               prints the steps of every history, failed or not
  --items               prints every item of the table at the end of each history, on one line
  --json                prints a machine-readable report as the last line`;

const { values } = readOptions(USAGE, {
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    hours: { type: 'string' },
    from: { type: 'string' },
    replay: { type: 'string' },
    crashes: { type: 'string' },
    'in-turn': { type: 'boolean', default: false },
    races: { type: 'boolean', default: false },
    preemptions: { type: 'string', default: '3' },
    reconciliation: { type: 'boolean', default: false },
    flow: { type: 'string', default: '' },
    nth: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'model' },
    shrink: { type: 'boolean', default: false },
    'max-failures': { type: 'string', default: '3' },
    steps: { type: 'boolean', default: false },
    items: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const POSITIVE = /^0*[1-9]\d*$/;
/** The accepted values of options. With any other value the program would run nothing, and report that nothing failed. */
const FORMATS = {
  seed: /^\d+$/,
  seeds: /^\d+(-\d+)?(,\d+(-\d+)?)*$/,
  seconds: /^\d+(\.\d+)?$/,
  hours: /^\d+(\.\d+)?$/,
  from: /^\d+$/,
  crashes: /^(single|pairs|alone)$/,
  preemptions: POSITIVE,
  nth: POSITIVE,
  engine: /^(model|real)$/,
  'max-failures': POSITIVE,
};

for (const [name, format] of Object.entries(FORMATS)) {
  const value = values[name as keyof typeof FORMATS];
  if (value === undefined || format.test(value)) continue;
  console.error(`--${name} ${value} is not accepted.\n\n${USAGE}`);
  process.exit(2);
}

const failed: Report['failures'][number][] = [];
const maxFailures = Number(values['max-failures']);
let [histories, points, pairs] = [0, 0, 0];
let coverage: Coverage = {};

const print = (text: string) => process.stdout.write(`${text}\n`);

function reportFailure(
  name: string,
  violations: readonly string[],
  steps: readonly string[],
  decisions?: Decisions,
): void {
  failed.push({ name, violations, ...(decisions && { decisions }) });
  print(`\n${name}\n${steps.join('\n')}\n\nViolated invariants:`);
  for (const violation of violations) print(`  ${violation}`);
}

const simulateSeed = async (seed: number, engine: TableEngine, withSteps = false) =>
  reportHistory(
    `seed ${seed} (npm run simulate -- --seed ${seed})`,
    await runHistory(seed, engine),
    engine,
    withSteps,
  );

async function reportHistory(
  name: string,
  history: History,
  engine: TableEngine,
  withSteps: boolean,
): Promise<void> {
  coverage = addCoverage(coverage, history.coverage);
  if (values.items) print(`items ${JSON.stringify(history.dump)}`);
  histories += 1;
  if (history.violations.length === 0) {
    if (withSteps || values.steps) print(history.steps.join('\n'));
  } else if (values.shrink) {
    const shrunk = await shrink(history, (decisions) => replayHistory(decisions, engine));
    reportFailure(`${name}, shrunk`, shrunk.violations, sentencesOf(shrunk), shrunk.decisions);
    print(`\nAs a test:\n\n${testOf(shrunk)}`);
  } else reportFailure(name, history.violations, history.steps);
}

function* seedsIn(ranges: string): Generator<number> {
  for (const range of ranges.split(',')) {
    const [first = 1, last = first] = range.split('-').map(Number);
    if (last < first) throw new Error(`--seeds ${range} has no seed`);
    for (let seed = first; seed <= last; seed += 1) yield seed;
  }
}

const newSeed = () => Number(values.from ?? process.hrtime.bigint() % 1_000_000_000n);

async function simulateNewSeeds(engine: TableEngine, seconds: number): Promise<void> {
  const first = newSeed();
  const end = performance.now() + seconds * 1_000;
  print(`new seeds from ${first}`);
  for (let seed = first; performance.now() < end && failed.length < maxFailures; seed += 1)
    await simulateSeed(seed, engine);
}

/** The flows or races that `--flow` names. */
function withWantedName<One extends { readonly name: string }>(all: readonly One[]): One[] {
  const { flow } = values;
  const found = all.filter(({ name }) =>
    flow.startsWith('-') ? !name.includes(flow.slice(1)) : name.includes(flow),
  );
  if (found.length === 0) throw new Error(`no name contains "${flow}"`);
  return found;
}

const describePoints = (crashed: readonly CrashPoint[]) =>
  crashed.map(({ at, when }) => `${when} ${at}`).join(', then ') || 'without a crash';

async function simulateCrashes(engine: TableEngine, inPairs: boolean): Promise<void> {
  const isAlone = values.crashes === 'alone';
  const flows = FLOWS.filter(({ needsWebhooks }) => !isAlone || !needsWebhooks);
  const recoveries = isAlone ? ([SCHEDULES_ALONE] as const) : RECOVERIES;
  for (const [flowPlace, flow] of withWantedName(flows).entries())
    for (const [turn, recovery] of recoveries.entries()) {
      let count = 0;
      // Another way begins with each flow: many flows begin alike.
      const isChosen = (place: number) =>
        !values['in-turn'] || (flowPlace + place) % RECOVERIES.length === turn;
      const runs = inPairs
        ? runPairs(engine, flow, recovery, isChosen, Number(values.nth))
        : runPoints(engine, flow, recovery, isChosen);
      for await (const { points: crashed, failure } of runs) {
        count += 1;
        if (crashed.length === 1) points += 1;
        if (crashed.length === 2) pairs += 1;
        const name = `${flow.name}, ${describePoints(crashed)}, recovery by the ${recovery}`;
        if (failure) reportFailure(name, failure.violations, failure.steps);
        if (failed.length >= maxFailures) return;
      }
      print(`${String(count).padStart(5)} points of ${flow.name}, recovery by the ${recovery}`);
    }
}

async function simulateRaces(engine: TableEngine): Promise<void> {
  for (const race of withWantedName(RACES)) {
    let count = 0;
    const runs = runRace(engine, race, Number(values.preemptions), Number(values.nth));
    for await (const { schedule, failure } of runs) {
      count += 1;
      points += 1;
      if (failure) {
        const name = `${race.name}, preempted after ${schedule.join(', ')} effects`;
        reportFailure(name, failure.violations, failure.steps);
      }
      if (failed.length >= maxFailures) return;
    }
    print(`${String(count).padStart(5)} schedules of ${race.name}`);
  }
}

async function checkReconciliation(engine: TableEngine): Promise<void> {
  for (const flow of withWantedName(FLOWS)) {
    const { points: entries, failure } = await runReconciliation(engine, flow);
    points += entries;
    if (failure) reportFailure(flow.name, failure.violations, failure.steps);
    if (failed.length >= maxFailures) return;
    print(`${String(entries).padStart(5)} entries of ${flow.name}`);
  }
}

async function simulate(): Promise<void> {
  const { crashes } = values;
  const engine = await openRunner(values.engine as 'model' | 'real');
  if (values.races) await simulateRaces(engine);
  else if (values.reconciliation) await checkReconciliation(engine);
  else if (crashes) await simulateCrashes(engine, crashes === 'pairs');
  else if (values.replay !== undefined) {
    const history = await replayHistory(JSON.parse(values.replay) as Decisions, engine);
    await reportHistory('the replay', history, engine, true);
  } else if (values.seed !== undefined) await simulateSeed(Number(values.seed), engine, true);
  else if (values.seeds !== undefined) {
    for (const seed of seedsIn(values.seeds))
      if (failed.length < maxFailures) await simulateSeed(seed, engine);
  } else await simulateNewSeeds(engine, Number(values.seconds));
  await closeRunner();
}

const started = performance.now();
if (values.hours === undefined) await simulate();
else {
  const { runForHours } = await import('./long-run.ts');
  const failures = await runForHours(
    Number(values.hours),
    newSeed(),
    Number(values['max-failures']),
  );
  process.exit(failures > 0 ? 1 : 0);
}
print(
  `${histories} histories, ${points} crash points, ${pairs} pairs, ${failed.length} failed, ${Math.round((performance.now() - started) / 1_000)} s`,
);
/** The result, for a program that imports this module and does not read the printed lines. */
export const report: Report = {
  histories,
  points,
  pairs,
  coverage,
  failures: failed,
  operations: Object.keys(CALLS),
};
if (values.json) print(JSON.stringify(report));
process.exitCode = failed.length > 0 ? 1 : 0;
