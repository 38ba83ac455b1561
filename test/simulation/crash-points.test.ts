import { beforeAll, expect, test } from '@jest/globals';
import { bundleSimulation } from './bundle.ts';
import { runBundle } from './bundle-runner.ts';

/*
 * Crashes at every write of every money flow, and at some pairs of writes: one in the flow and one in the recovery after it. `npm run
 * simulate -- --crashes pairs` runs all pairs.
 */

/**
 * A run recovers from each crash in one of the three ways, in turn, and takes every twelfth pair and every third crash that the
 * schedules alone recover from. The nightly run recovers from each in every way, and takes every eighth pair.
 */
const { EVERY_RECOVERY, NTH_PAIR = '12' } = process.env;
const IN_TURN = EVERY_RECOVERY ? [] : ['--in-turn'];

/** The minimum numbers of crash points and of pairs; the flows have more, so fewer means that some are no longer tested. */
const MINIMUM_COUNTS = {
  points: 1_200,
  pairs: Math.floor(5_500 / Number(NTH_PAIR)),
  alone: EVERY_RECOVERY ? 900 : 300,
} as const;

let bundle: string;
beforeAll(async () => {
  bundle = await bundleSimulation();
});

test('every flow recovers from a crash at any write, and from a second one in the recovery', async () => {
  const halves = await Promise.all(
    // About half of the flows are about claims.
    ['claim', '-claim'].map((flow) =>
      runBundle(bundle, '--crashes', 'pairs', ...IN_TURN, '--nth', NTH_PAIR, `--flow=${flow}`),
    ),
  );
  for (const { report, output } of halves) {
    if (report.failures.length > 0) process.stdout.write(output);
    expect(report.failures).toEqual([]);
  }
  const total = (count: 'points' | 'pairs') =>
    halves.reduce((sum, { report }) => sum + report[count], 0);
  expect(total('points')).toBeGreaterThanOrEqual(MINIMUM_COUNTS.points);
  expect(total('pairs')).toBeGreaterThanOrEqual(MINIMUM_COUNTS.pairs);
});

test('the schedules alone finish what a crash has interrupted, if no webhook ever comes', async () => {
  const { report, output } = await runBundle(bundle, '--crashes', 'alone', ...IN_TURN);
  if (report.failures.length > 0) process.stdout.write(output);
  expect(report.failures).toEqual([]);
  expect(report.points).toBeGreaterThanOrEqual(MINIMUM_COUNTS.alone);
});
