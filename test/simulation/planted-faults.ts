import { type ChildProcess, fork } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleWithoutPackages, ROOT } from './bundle.ts';
import type { Report } from './bundle-runner.ts';
import { KNOWN_HISTORIES, type PlantedFault } from './faults/fault.ts';

/* Runs the simulation in a child process with a fault planted in the bundled code. */

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
      // esbuild asks only for files that the expression matches, so it names as few as it can.
      const filter = new RegExp(`[\\\\/]${basename(path)}$`);
      onLoad({ filter }, async (asked) =>
        asked.path === path ? { contents: await plantedSource(fault), loader: 'ts' } : undefined,
      );
    },
  };
}

/**
 * Bundles and runs the simulation with each of these faults, in one process. Returns the report of each, which stops at
 * the first failure.
 */
export async function runPlanted(
  faults: readonly PlantedFault[],
): Promise<[fault: PlantedFault, Report][]> {
  const child = fork(join(import.meta.dirname, 'fault-process.js'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const reports: [PlantedFault, Report][] = [];
    for (const fault of faults) {
      const bundle = await bundleWithoutPackages([faultPlugin(fault)]);
      const options = [
        ...(fault.arguments ?? KNOWN_HISTORIES),
        '--max-failures',
        '1',
        '--unguarded',
      ];
      reports.push([fault, await runIn(child, bundle, options)]);
      await rm(dirname(bundle), { recursive: true });
    }
    return reports;
  } finally {
    child.kill();
  }
}

function runIn(child: ChildProcess, bundle: string, options: readonly string[]): Promise<Report> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`${options} ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (report: Report) => {
      child.off('exit', fail);
      resolve(report);
    });
    child.send({ bundle, options });
  });
}

/** The names of the violated invariants in a report, each once. */
export const violatedInvariants = ({ failures }: Report): string[] => [
  ...new Set(
    failures.flatMap(({ violations }) => violations.map((one) => one.split(':')[0] ?? '')),
  ),
];
