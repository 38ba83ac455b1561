import { beforeAll, expect, test } from '@jest/globals';
import { bundleSimulation } from './bundle.ts';
import { playBundled } from './player.ts';

/* Random histories. A failing one prints its steps and its seed: npm run simulate -- --seed <seed>. */

const IN_CI = process.env.CI === 'true';
/** Seconds of fresh histories in CI, and how many known ones everywhere. */
const FRESH = '120';
const KNOWN = '1-250';
const MORE = '251-260';
/** Histories that are played on the real engine as well, which takes much longer. */
const SAMPLE = '1-6';

let bundle: string;
beforeAll(async () => {
  bundle = await bundleSimulation();
}, 60_000);

test('whatever people, banks, schedules and crashes bring about, the money comes right in the end', async () => {
  const { report, said } = await playBundled(bundle, '--seeds', KNOWN);
  if (report.failures.length > 0) process.stdout.write(said);
  expect(report.failures).toEqual([]);
  expect(report.histories).toBe(250);
}, 300_000);

test('and so it does in histories that nobody has seen before', async () => {
  // Fresh ones where somebody waits for them anyway; elsewhere a few more that are known.
  const some = IN_CI ? ['--seconds', FRESH] : ['--seeds', MORE];
  const { report, said } = await playBundled(bundle, ...some);
  if (IN_CI || report.failures.length > 0) process.stdout.write(said);
  expect(report.failures).toEqual([]);
  expect(report.histories).toBeGreaterThan(0);
}, 300_000);

test('a seed is one history, to the last step', async () => {
  for (const seed of ['7', '42']) {
    const [one, other] = await Promise.all([
      playBundled(bundle, '--seed', seed),
      // Whatever was played before leaves no trace.
      playBundled(bundle, '--seeds', `${Number(seed) - 2}-${seed}`, '--steps'),
    ]);
    const steps = stepsOf(one.said);
    expect(steps.length).toBeGreaterThan(50);
    expect(stepsOf(other.said).slice(-steps.length)).toEqual(steps);
  }
}, 60_000);

test('the model of the table and the real engine end with the same items', async () => {
  const [modelled, real] = await Promise.all(
    ['model', 'real'].map((engine) =>
      playBundled(bundle, '--seeds', SAMPLE, '--items', '--engine', engine),
    ),
  );
  const [one, other] = [itemsOf(modelled?.said), itemsOf(real?.said)];
  expect(one).toHaveLength(6);
  expect(one.flat().length).toBeGreaterThan(200);
  expect(one).toEqual(other);
}, 300_000);

/** Every item of each history. */
const itemsOf = (said = ''): unknown[][] =>
  said
    .split('\n')
    .flatMap((line) =>
      line.startsWith('items ') ? [JSON.parse(line.slice('items '.length))] : [],
    );
const stepsOf = (said: string) => said.split('\n').filter((line) => /^\d{4}-\d\d-\d\dT/.test(line));
