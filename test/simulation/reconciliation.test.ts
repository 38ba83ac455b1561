import { expect, test } from '@jest/globals';
import { bundleSimulation } from './bundle.ts';
import { runBundle } from './bundle-runner.ts';

/* Checks the reconciliation after every money flow: `npm run simulate -- --reconciliation`. */

test('after every flow reconciliation reports each changed entry, and what only Stripe knows of', async () => {
  const bundle = await bundleSimulation();
  const halves = await Promise.all(
    ['claim', '-claim'].map((flow) => runBundle(bundle, '--reconciliation', `--flow=${flow}`)),
  );
  for (const { report, output } of halves) {
    if (report.failures.length > 0) process.stdout.write(output);
    expect(report.failures).toEqual([]);
  }
  const entries = halves.reduce((sum, { report }) => sum + report.points, 0);
  expect(entries).toBeGreaterThanOrEqual(300);
});
