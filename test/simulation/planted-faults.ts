import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleSimulation } from './bundle.ts';
import { type Report, runBundle } from './bundle-runner.ts';
import { type PlantedFault, SEEDS } from './faults/fault.ts';

/* Runs the simulation in a child process, with or without a fault planted in the bundled code. */

const ROOT = join(import.meta.dirname, '../..');

/**
 * Returns the source of the file with the fault in it. Throws if a text does not occur exactly once, because the list
 * is then outdated.
 */
export async function plantedSource({ name, file, edits }: PlantedFault): Promise<string> {
  let text = await readFile(join(ROOT, file), 'utf8');
  for (const { find, put } of edits) {
    const [before, after, ...more] = text.split(find);
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(
        `"${name}": found ${more.length + (after === undefined ? 0 : 1)} times in ${file}: ${find}`,
      );
    text = `${before}${put}${after}`;
  }
  return text;
}

function faultPlugin(fault: PlantedFault): Plugin {
  const path = join(ROOT, fault.file);
  return {
    name: 'planted-fault',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async (asked) =>
        asked.path === path ? { contents: await plantedSource(fault), loader: 'ts' } : undefined,
      );
    },
  };
}

/** Bundles and runs the simulation with a fault; returns the report, which stops at the first failure. */
export async function runPlanted(fault: PlantedFault): Promise<Report> {
  const bundle = await bundleSimulation([faultPlugin(fault)]);
  try {
    const options = [...(fault.arguments ?? SEEDS), '--max-failures', '1', '--unguarded'];
    const { report } = await runBundle(bundle, ...options);
    return report;
  } finally {
    await rm(dirname(bundle), { recursive: true });
  }
}

/** The names of the violated invariants in a report, each once. */
export const violatedInvariants = ({ failures }: Report): string[] => [
  ...new Set(
    failures.flatMap(({ violations }) => violations.map((one) => one.split(':')[0] ?? '')),
  ),
];

type Each = (list: readonly string[], act: (one: string) => Promise<void>) => Promise<void>;

/** Runs the simulations of all planted faults without any fault; returns the failures. */
export async function failuresWithoutFault(
  faults: readonly PlantedFault[],
  each: Each,
): Promise<Report['failures']> {
  const bundle = await bundleSimulation();
  const runs = new Set(faults.map(({ arguments: options = SEEDS }) => JSON.stringify(options)));
  const failed: Report['failures'][number][] = [];
  try {
    await each([...runs], async (options) => {
      const { report } = await runBundle(bundle, ...(JSON.parse(options) as string[]));
      failed.push(...report.failures);
    });
  } finally {
    await rm(dirname(bundle), { recursive: true });
  }
  return failed;
}
