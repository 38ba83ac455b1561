import { expect, test } from '@jest/globals';
import { FAULTS } from './faults.ts';
import {
  failuresWithoutFault,
  plantedSource,
  runPlanted,
  violatedInvariants,
} from './planted-faults.ts';

/* The simulation notices faults: each of a list is planted in the code as it is bundled, and has to break what must hold. */

/** Two at once: a machine has at least as many cores. */
const AT_ONCE = 2;

async function each<One>(list: readonly One[], act: (one: One) => Promise<void>): Promise<void> {
  const left = [...list];
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

test('every planted fault is a text that is there, once', async () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(24);
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  await each(FAULTS, async (fault) => {
    await plantedSource(fault);
  });
});

test('without a fault, everything that they play holds', async () => {
  const failed = await failuresWithoutFault(FAULTS, each);
  expect(failed).toEqual([]);
}, 240_000);

test('each planted fault is noticed, by what is there to notice it', async () => {
  const unnoticed: unknown[] = [];
  await each(FAULTS, async (fault) => {
    const report = await runPlanted(fault);
    const broken = violatedInvariants(report);
    if (!broken.some((name) => fault.caughtBy.includes(name)))
      unnoticed.push({ fault: fault.name, caughtBy: fault.caughtBy, broken });
  });
  expect(unnoticed).toEqual([]);
}, 900_000);
