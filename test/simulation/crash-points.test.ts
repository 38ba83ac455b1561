import { beforeAll, expect, test } from '@jest/globals';
import { bundleSimulation } from './bundle.ts';
import { runBundle } from './bundle-runner.ts';

/*
 * Crashes at every write of every money flow, and at every pair of writes: one in the flow and one in the recovery
 * after it.
 */

/**
 * The minimum numbers of crash points and of pairs; the flows have more than these, so fewer means that some are no
 * longer tested.
 */
const MINIMUM_COUNTS = { points: 1_300, pairs: 4_200 } as const;

let bundle: string;
beforeAll(async () => {
  bundle = await bundleSimulation();
}, 60_000);

test('every flow recovers from a crash at any write, and from a second one at any write of the recovery', async () => {
  const halves = await Promise.all(
    // About half of them are flows of claims.
    ['claim', '-claim'].map((flow) => runBundle(bundle, '--crashes', 'pairs', `--flow=${flow}`)),
  );
  for (const { report, output } of halves) {
    if (report.failures.length > 0) process.stdout.write(output);
    expect(report.failures).toEqual([]);
  }
  const total = (count: 'points' | 'pairs') =>
    halves.reduce((sum, { report }) => sum + report[count], 0);
  expect(total('points')).toBeGreaterThanOrEqual(MINIMUM_COUNTS.points);
  expect(total('pairs')).toBeGreaterThanOrEqual(MINIMUM_COUNTS.pairs);
}, 1_200_000);
