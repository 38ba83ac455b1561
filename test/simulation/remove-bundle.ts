import { rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Deletes the bundle that the test files of a run have shared. */
export default function removeBundle(): void {
  const { SIMULATION_BUNDLE: bundle } = process.env;
  if (bundle) rmSync(dirname(bundle), { recursive: true, force: true });
}
