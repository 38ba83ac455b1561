import { beforeAll, expect, test } from '@jest/globals';
import { bundleSimulation } from './bundle.ts';
import { runBundle } from './bundle-runner.ts';
import { KNOWN_HISTORIES } from './faults/fault.ts';
import { FAULTS } from './faults.ts';
import { KNOWN_SEEDS } from './known-seeds.ts';
import { plantedSource, runPlanted, violatedInvariants } from './planted-faults.ts';

/* Proves that the simulation notices faults: each planted fault must violate one of the invariants that it names. */

/**
 * A run plants the first of every twelve faults in the order of the list, because each takes seconds. The choice is the same for every
 * version of the code, so that a run fails because of the change that it checks. PLANTED=all plants all of them, as the nightly
 * run does.
 */
const NTH = process.env.PLANTED === 'all' ? 1 : 12;
const CHOSEN = FAULTS.filter((_, nth) => nth % NTH === 0);
/** The number of processes that run faults at the same time; a machine has at least as many cores. */
const AT_ONCE = 2;
/** The number of faults that one process runs. Each leaves its modules behind, which slow down the following ones. */
const PER_PROCESS = 8;

test('the text of every planted fault occurs exactly once in its file', async () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(130);
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  for (const fault of FAULTS) await plantedSource(fault);
});

/** Whether another test of this folder runs these arguments without a fault. */
const runsElsewhere = ([kind, value = '']: readonly string[]) =>
  (kind === '--crashes' && value === 'single') ||
  kind === '--reconciliation' ||
  (kind === '--seeds' && value.split(/\D/).every((seed) => Number(seed) <= KNOWN_SEEDS));

let unchanged: string;
beforeAll(async () => {
  unchanged = await bundleSimulation();
});

test('no invariant is violated without a planted fault', async () => {
  const options = CHOSEN.map((fault) => fault.arguments ?? KNOWN_HISTORIES);
  const runs = new Set(options.filter((one) => !runsElsewhere(one)).map((one) => one.join('\n')));
  for (const run of runs) {
    const { report } = await runBundle(unchanged, ...run.split('\n'));
    expect(report.points).toBeGreaterThan(0);
    expect(report.failures).toEqual([]);
  }
});

test('each planted fault violates one of the invariants that it names', async () => {
  const unnoticed: unknown[] = [];
  const left = [...CHOSEN];
  const runRest = async () => {
    while (left.length > 0)
      for (const [{ name, caughtBy }, report] of await runPlanted(left.splice(0, PER_PROCESS))) {
        const broken = violatedInvariants(report);
        if (!broken.some((invariant) => caughtBy.includes(invariant)))
          unnoticed.push({ fault: name, caughtBy, broken });
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runRest));
  expect(unnoticed).toEqual([]);
});
