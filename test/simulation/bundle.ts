import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

export const ROOT = join(import.meta.dirname, '../..');
const PREFIX = 'replypaid-simulation-';

/**
 * Bundles a program of the simulation into one file, which a new process loads within a second. Returns its path. All test files of
 * a run share one bundle of `main.ts` (make-bundle.ts).
 */
export async function bundleSimulation(
  program: 'main.ts' | 'sweeps-main.ts' = 'main.ts',
): Promise<string> {
  const { SIMULATION_BUNDLE: shared } = process.env;
  if (shared && program === 'main.ts') return shared;
  return bundleInto(mkdtempSync(join(tmpdir(), PREFIX)), program);
}

/** Deletes a bundle from bundleSimulation, unless other test files of this run still use it. */
export async function deleteBundle(bundle: string): Promise<void> {
  if (bundle !== process.env.SIMULATION_BUNDLE) await rm(dirname(bundle), { recursive: true });
}

async function bundleInto(folder: string, program: string): Promise<string> {
  const outfile = join(folder, 'simulation.mjs');
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(import.meta.dirname, program)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
    // Left out of the bundle: only the browser scripts of the Stripe emulator need it, and no simulation requests
    // those. long-run.ts itself runs bundles.
    external: ['esbuild', './long-run.ts'],
    // DynamoDB Local is found relative to the packages, wherever the bundle is.
    define: { 'import.meta.url': JSON.stringify(`file://${join(ROOT, 'package.json')}`) },
    banner: {
      js: `import{createRequire as __createRequire}from'node:module';const require=__createRequire(${JSON.stringify(`file://${join(ROOT, 'package.json')}`)});`,
    },
  });
  return outfile;
}
