import { bundleSimulation } from './bundle.ts';

/** Bundles the simulation for all test files of a run, because each bundling takes some seconds. */
export default async function makeBundle(): Promise<void> {
  // Set before the workers start, because they inherit this environment.
  process.env.SIMULATION_BUNDLE ??= await bundleSimulation();
}
