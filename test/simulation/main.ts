import './environment.ts';
import { parseArgs } from 'node:util';
import { ALONE, everyPair, everyPoint, type Failure, HELPERS } from './crash-points.ts';
import type { EngineName, TableEngine } from './engine.ts';
import { FLOWS } from './flows.ts';
import { recordInto, refuseNothing } from './granted.ts';
import { runHistory } from './history.ts';
import { everyRace, RACES } from './races.ts';
import { added, type Tally } from './tally.ts';
import { close, open } from './theatre.ts';

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
    most: { type: 'string', default: '3' },
    /** What functions ask of the table is not refused but written down, in a file of GRANTS_RECORDINGS. */
    record: { type: 'boolean', default: false },
    /** What functions ask of the table is not held against their grants. */
    ungranted: { type: 'boolean', default: false },
    /** The last line is a report for programs. */
    json: { type: 'boolean', default: false },
  },
});

type Failed = { readonly name: string; readonly violations: readonly string[] };
const failed: Failed[] = [];
const most = Number(values.most);
let [histories, points] = [0, 0];
let seen: Tally = {};

const say = (text: string) => process.stdout.write(`${text}\n`);

function fail(name: string, violations: readonly string[], steps: readonly string[]): void {
  failed.push({ name, violations });
  say(`\n${name}\n${steps.join('\n')}\n\nWhat does not hold:`);
  for (const violation of violations) say(`  ${violation}`);
}

async function play(seed: number, engine: TableEngine, shown = false): Promise<void> {
  const { violations, steps, tally, dump } = await runHistory(seed, engine);
  seen = added(seen, tally);
  if (values.items) say(`items ${JSON.stringify(dump)}`);
  histories += 1;
  if (violations.length > 0)
    fail(`seed ${seed} (npm run simulate -- --seed ${seed})`, violations, steps);
  else if (shown || values.steps) say(steps.join('\n'));
}

function* seedsIn(range: string): Generator<number> {
  const [first = 1, last = first] = range.split('-').map(Number);
  for (let seed = first; seed <= last; seed += 1) yield seed;
}

async function playFresh(engine: TableEngine, seconds: number): Promise<void> {
  const fresh = Number(values.from ?? process.hrtime.bigint() % 1_000_000_000n);
  const end = performance.now() + seconds * 1_000;
  say(`fresh seeds from ${fresh}`);
  for (let seed = fresh; performance.now() < end && failed.length < most; seed += 1)
    await play(seed, engine);
}

const named = ({ flow, helper, points: at }: Failure) =>
  `${flow}, ${at.map(({ at: nth, when }) => `${when} ${nth}`).join(', then ')}, the ${helper} first`;

async function crash(engine: TableEngine, pairs: boolean): Promise<void> {
  const wanted = ({ name }: { readonly name: string }) =>
    values.flow.startsWith('-') ? !name.includes(values.flow.slice(1)) : name.includes(values.flow);
  for (const flow of FLOWS.filter(wanted))
    for (const helper of values.crashes === 'alone' ? ([ALONE] as const) : HELPERS) {
      const every = pairs ? everyPair : everyPoint;
      const outcome = await every(engine, flow, helper);
      points += outcome.points;
      say(`${String(outcome.points).padStart(5)} points of ${flow.name}, the ${helper} first`);
      for (const one of outcome.failures) fail(named(one), one.violations, one.steps);
      if (failed.length >= most) return;
    }
}

async function race(engine: TableEngine): Promise<void> {
  for (const one of RACES.filter(({ name }) => name.includes(values.flow))) {
    const outcome = await everyRace(engine, one);
    points += outcome.points;
    say(`${String(outcome.points).padStart(5)} points of a race: ${one.name}`);
    for (const {
      flow,
      points: [at],
      violations,
      steps,
    } of outcome.failures)
      fail(`${flow}, overtaken before effect ${(at?.at ?? 0) + 1}`, violations, steps);
    if (failed.length >= most) return;
  }
}

if (values.record && process.env.GRANTS_RECORDINGS) recordInto(process.env.GRANTS_RECORDINGS);
if (values.ungranted) refuseNothing();
const started = performance.now();
const engine = await open(values.engine as EngineName);
if (values.races) await race(engine);
else if (values.crashes) await crash(engine, values.crashes === 'pairs');
else if (values.seed !== undefined) await play(Number(values.seed), engine, true);
else if (values.seeds !== undefined) {
  for (const seed of seedsIn(values.seeds)) if (failed.length < most) await play(seed, engine);
} else await playFresh(engine, Number(values.seconds));
await close();
say(
  `${histories} histories, ${points} crash points, ${failed.length} failed, ${Math.round((performance.now() - started) / 1_000)} s`,
);
if (values.json) say(JSON.stringify({ histories, points, seen, failures: failed }));
process.exitCode = failed.length > 0 ? 1 : 0;
