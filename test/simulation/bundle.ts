import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

export const ROOT = join(import.meta.dirname, '../..');

/**
 * The simulation as one file, so that a fresh process plays it within a second. `plugins` may put something else in the
 * place of what is in the files. Answers where the file is.
 */
export async function bundleSimulation(plugins: Plugin[] = []): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'replypaid-simulation-')), 'simulation.mjs');
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
    // The Stripe emulator bundles its browser scripts with it, for which no simulation asks.
    external: ['esbuild'],
    // The engine's own program is found beside the packages, wherever the bundle lies.
    define: { 'import.meta.url': JSON.stringify(`file://${join(ROOT, 'package.json')}`) },
    banner: {
      js: `import{createRequire as __createRequire}from'node:module';const require=__createRequire(${JSON.stringify(`file://${join(ROOT, 'package.json')}`)});`,
    },
    plugins,
  });
  return outfile;
}
