import { expect, test } from '@jest/globals';
import { FAULTS } from './faults.ts';
import {
  failuresWithoutFault,
  plantedSource,
  runPlanted,
  violatedInvariants,
} from './planted-faults.ts';

/* Proves that the simulation notices faults: each planted fault must violate one of the invariants that it names. */

/** The number of faults that run at the same time; a machine has at least as many cores. */
const AT_ONCE = 2;

async function each<One>(list: readonly One[], act: (one: One) => Promise<void>): Promise<void> {
  const left = [...list];
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

test('the text of every planted fault occurs exactly once in its file', async () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(24);
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  await each(FAULTS, async (fault) => {
    await plantedSource(fault);
  });
});

test('no invariant is violated without a planted fault', async () => {
  const failed = await failuresWithoutFault(FAULTS, each);
  expect(failed).toEqual([]);
}, 240_000);

test('every planted fault violates one of the invariants that it names', async () => {
  const unnoticed: unknown[] = [];
  await each(FAULTS, async (fault) => {
    const report = await runPlanted(fault);
    const broken = violatedInvariants(report);
    if (!broken.some((name) => fault.caughtBy.includes(name)))
      unnoticed.push({ fault: fault.name, caughtBy: fault.caughtBy, broken });
  });
  expect(unnoticed).toEqual([]);
}, 900_000);
