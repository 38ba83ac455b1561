import { expect, test } from '@jest/globals';
import type { PlantedFault } from './faults/fault.ts';
import { FAULTS } from './faults.ts';
import { runPlanted, violatedInvariants } from './planted-faults.ts';
import { violationsAfter } from './replay.ts';

/* Proves with planted faults that a failing history shrinks to the steps that matter, and replays without its seed. */

async function runWith(fault: PlantedFault, ...options: readonly string[]) {
  const [[, report] = []] = await runPlanted([{ ...fault, arguments: options }]);
  if (!report) throw new Error(`no report of ${fault.name}`);
  return report;
}

/** Payment, answer, reply; after each of the first two, all processes end. */
const MOST_STEPS = 8;

test('a history that notices a planted fault shrinks to the steps that matter', async () => {
  const fault = FAULTS.find(
    ({ name }) => name === 'a free reply counts as another paid answer',
  ) as PlantedFault;
  const [shrunk] = (await runWith(fault, '--seeds', '1-40', '--shrink')).failures;
  const decisions = shrunk?.decisions ?? [];
  expect(decisions.map(([step]) => step)).toEqual(expect.arrayContaining(['setup', 'pay', 'end']));
  expect(decisions.length - 2).toBeLessThanOrEqual(MOST_STEPS);
  const replayed = await runWith(fault, '--replay', JSON.stringify(decisions));
  expect(fault.caughtBy).toEqual(violatedInvariants(replayed));
  expect(await violationsAfter(decisions)).toEqual([]);
});
