import { execFile } from 'node:child_process';

/* Plays the bundled simulation in a process of its own, as `npm run simulate` does, and reads what it says. */

export type Report = {
  readonly histories: number;
  readonly points: number;
  /** What the histories brought about, by name. */
  readonly seen: Readonly<Record<string, number>>;
  readonly failures: readonly { readonly name: string; readonly violations: readonly string[] }[];
};

export type Played = { readonly report: Report; readonly said: string };

/** `bundle`: from bundleSimulation. Throws where the program ends without a report. */
export function playBundled(bundle: string, ...args: readonly string[]): Promise<Played> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 256 * 1024 * 1024 };
    execFile(process.execPath, [bundle, ...args, '--json'], options, (fault, said, complaint) => {
      const last = said.trim().split('\n').at(-1) ?? '';
      if (!last.startsWith('{"histories"')) return reject(fault ?? new Error(complaint));
      resolve({ report: JSON.parse(last) as Report, said });
    });
  });
}
