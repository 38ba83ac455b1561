import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { schedules } from '#shared/api/schedules.ts';
import { bundleSimulation } from './bundle.ts';

/*
 * Every schedule that works through a list, with more due items than one slice of the list has. `npm run simulate:sweeps`
 * runs 5,000.
 */

/** More than one slice. */
const COUNT = 51;
/** More than a run of recheckLinks checks. */
const MANY = 500;
/** The sweeps whose items need no request to Stripe, so that many of them take little time. */
const QUICK = ['deliverPostponed', 'recheckLinks', 'deleteAccounts'] as const;

type Outcome = {
  readonly name: string;
  readonly schedule: string;
  readonly count: number;
  readonly withFailures: boolean;
  readonly due: number;
  readonly left: number;
  readonly failed: boolean;
  readonly changes: Readonly<Record<string, number>>;
};

let bundle: string;
beforeAll(async () => {
  bundle = await bundleSimulation('sweeps-main.ts');
});

async function runSweeps(...args: readonly string[]): Promise<Outcome[]> {
  const env = { ...process.env, LOG_LEVEL: 'SILENT' };
  const { stdout } = await promisify(execFile)(process.execPath, [bundle, ...args], { env });
  return stdout
    .split('\n')
    .flatMap((line) => (line.startsWith('sweep ') ? [JSON.parse(line.slice(6)) as Outcome] : []));
}

/** Expects that the many items became what a single one becomes, except two that fail at each write. */
function expectAllDone(outcomes: readonly Outcome[], count: number): void {
  for (const one of outcomes.filter((outcome) => outcome.count === count)) {
    const { name, withFailures, due, left, failed, changes } = one;
    const wanted = { name, due: count, left: withFailures ? 2 : 0, failed: withFailures };
    expect({ name, due, left, failed }).toEqual(wanted);
    const single = outcomes.find((other) => other.name === name && other.count === 1);
    const times = Object.entries(single?.changes ?? { none: 1 });
    if (!withFailures)
      expect(changes).toEqual(Object.fromEntries(times.map(([kind, by]) => [kind, by * count])));
  }
}

test('every sweep handles all due items, and an item that fails does not hold up the others', async () => {
  const outcomes = await runSweeps(`1,${COUNT}`);
  expectAllDone(outcomes, COUNT);
  const sweeping = Object.values(schedules).filter((one) => 'list' in one);
  // watchPayouts only counts.
  const wanted = sweeping.map(({ name }) => name).filter((name) => name !== 'watchPayouts');
  expect([...new Set(outcomes.map(({ schedule }) => schedule))].sort()).toEqual(wanted.sort());
});

test.each(QUICK)('%s handles 500 due items, also if two of them fail', async (name) => {
  const outcomes = await runSweeps(`1,${MANY}`, name);
  expect(outcomes).toHaveLength(4);
  expectAllDone(outcomes, MANY);
});
