import { execFile } from 'node:child_process';

/* Plays the bundled simulation in a process of its own, as `npm run simulate` does, and reads what it says. */

export type Report = {
  readonly histories: number;
  readonly points: number;
  /** What the histories brought about, by name. */
  readonly coverage: Readonly<Record<string, number>>;
  readonly failures: readonly { readonly name: string; readonly violations: readonly string[] }[];
};

export type BundleRun = { readonly report: Report; readonly output: string };

/** `bundle`: from bundleSimulation. Throws where the program ends without a report. */
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
