import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

export const ROOT = join(import.meta.dirname, '../..');

/**
 * Bundles the simulation into one file, which a new process loads within a second. `plugins` can replace the contents
 * of files. Returns the path of the bundle.
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
    // Left out of the bundle: only the browser scripts of the Stripe emulator need it, and no simulation requests
    // those.
    external: ['esbuild'],
    // DynamoDB Local is found relative to the packages, wherever the bundle is.
    define: { 'import.meta.url': JSON.stringify(`file://${join(ROOT, 'package.json')}`) },
    banner: {
      js: `import{createRequire as __createRequire}from'node:module';const require=__createRequire(${JSON.stringify(`file://${join(ROOT, 'package.json')}`)});`,
    },
    plugins,
  });
  return outfile;
}
