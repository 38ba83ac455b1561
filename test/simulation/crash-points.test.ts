import { beforeAll, expect, test } from '@jest/globals';
import { bundleSimulation } from './bundle.ts';
import { runBundle } from './bundle-runner.ts';

/* Every point at which a money flow can crash, and every pair of them: the flow, and then what came to its help. */

/** Fewer would mean that somebody stopped looking; the flows have grown to more than this. */
const LEAST = { single: 550, pairs: 2_400 } as const;

let bundle: string;
beforeAll(async () => {
  bundle = await bundleSimulation();
}, 60_000);

test('a crash at any single point of any flow is healed', async () => {
  const { report, output } = await runBundle(bundle, '--crashes', 'single');
  if (report.failures.length > 0) process.stdout.write(output);
  expect(report.failures).toEqual([]);
  expect(report.points).toBeGreaterThanOrEqual(LEAST.single);
}, 300_000);

test('so is a second crash at any point of whatever came to help', async () => {
  const halves = await Promise.all(
    ['paying', '-paying'].map((flow) => runBundle(bundle, '--crashes', 'pairs', `--flow=${flow}`)),
  );
  for (const { report, output } of halves) {
    if (report.failures.length > 0) process.stdout.write(output);
    expect(report.failures).toEqual([]);
  }
  const points = halves.reduce((sum, { report }) => sum + report.points, 0);
  process.stdout.write(`${points} pairs of crash points\n`);
  expect(points).toBeGreaterThanOrEqual(LEAST.pairs);
}, 600_000);
