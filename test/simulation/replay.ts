import { bundleSimulation, deleteBundle } from './bundle.ts';
import { runBundle } from './bundle-runner.ts';
import type { Decisions } from './choices.ts';

/** Replays a history in a process of its own, and returns the violated invariants. */
export async function violationsAfter(decisions: Decisions): Promise<readonly string[]> {
  const bundle = await bundleSimulation();
  try {
    const { report } = await runBundle(bundle, '--replay', JSON.stringify(decisions));
    return report.failures.flatMap(({ violations }) => violations);
  } finally {
    await deleteBundle(bundle);
  }
}
