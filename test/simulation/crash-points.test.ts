import { beforeAll, expect, test } from '@jest/globals';
import { bundleSimulation } from './bundle.ts';
import { runBundle } from './bundle-runner.ts';

/*
 * Crashes at every write of every money flow, and at every pair of writes: one in the flow and one in the recovery
 * after it.
 */

/**
 * The minimum number of crash points; the flows have more than these, so fewer means that some are no longer tested.
 */
const MINIMUM_POINTS = { single: 550, pairs: 2_400 } as const;

let bundle: string;
beforeAll(async () => {
  bundle = await bundleSimulation();
}, 60_000);

test('every flow recovers from a crash at any single write', async () => {
  const { report, output } = await runBundle(bundle, '--crashes', 'single');
  if (report.failures.length > 0) process.stdout.write(output);
  expect(report.failures).toEqual([]);
  expect(report.points).toBeGreaterThanOrEqual(MINIMUM_POINTS.single);
}, 300_000);

test('every flow recovers from a second crash at any write of the recovery', async () => {
  const halves = await Promise.all(
    ['paying', '-paying'].map((flow) => runBundle(bundle, '--crashes', 'pairs', `--flow=${flow}`)),
  );
  for (const { report, output } of halves) {
    if (report.failures.length > 0) process.stdout.write(output);
    expect(report.failures).toEqual([]);
  }
  const points = halves.reduce((sum, { report }) => sum + report.points, 0);
  process.stdout.write(`${points} pairs of crash points\n`);
  expect(points).toBeGreaterThanOrEqual(MINIMUM_POINTS.pairs);
}, 600_000);
