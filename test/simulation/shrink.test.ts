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

// Payment, answer, reply; and payment, cancellation, its repetition: after each of the first two, all processes end.
test.each([
  { name: 'a free reply counts as another paid answer', atMost: 8 },
  { name: 'a repeated ending is refused as too late', atMost: 8 },
])(
  'a history that notices "$name" shrinks to at most $atMost steps',
  async ({ name, atMost }) => {
    const fault = FAULTS.find((one) => one.name === name) as PlantedFault;
    const [shrunk] = (await runWith(fault, '--seeds', '1-40', '--shrink')).failures;
    const decisions = shrunk?.decisions ?? [];
    expect(decisions.map(([step]) => step)).toEqual(
      expect.arrayContaining(['setup', 'pay', 'end']),
    );
    expect(decisions.length - 2).toBeLessThanOrEqual(atMost);
    const replayed = await runWith(fault, '--replay', JSON.stringify(decisions));
    expect(fault.caughtBy).toEqual(violatedInvariants(replayed));
    expect(await violationsAfter(decisions)).toEqual([]);
  },
  240_000,
);
