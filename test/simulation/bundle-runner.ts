import { execFile } from 'node:child_process';
import type { Decisions } from './choices.ts';

/* Runs the bundled simulation in a child process, as `npm run simulate` does, and reads its report. */

export type Report = {
  readonly histories: number;
  /** Single crash points, or interleavings of two calls. */
  readonly points: number;
  readonly pairs: number;
  /** How often each thing occurred in the histories, by name. */
  readonly coverage: Readonly<Record<string, number>>;
  /** The operations that random histories may call from their tables. */
  readonly operations: readonly string[];
  readonly failures: readonly {
    readonly name: string;
    readonly violations: readonly string[];
    /** The choices of a shrunk history. */
    readonly decisions?: Decisions;
  }[];
};

export type BundleRun = { readonly report: Report; readonly output: string };

/** Runs a bundle from bundleSimulation with these arguments. Rejects if the program ends without a report. */
export function runBundle(bundle: string, ...args: readonly string[]): Promise<BundleRun> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 256 * 1024 * 1024 };
    execFile(process.execPath, [bundle, ...args, '--json'], options, (fault, output, stderr) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      if (!last.startsWith('{"histories"')) return reject(fault ?? new Error(stderr));
      resolve({ report: JSON.parse(last) as Report, output });
    });
  });
}
