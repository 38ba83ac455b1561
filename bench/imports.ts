import { execFileSync } from 'node:child_process';
import type { BundledFunction } from '#lib/bundle.ts';

/* The time that a function takes to load: a fresh Node.js process measures the processor time of loading its bundle, as Lambda does. */

const TIMES = 5;
const LOAD = `const began = process.cpuUsage();
require(process.argv[1]);
const { user, system } = process.cpuUsage(began);
process.stdout.write(String((user + system) / 1000)); process.exit(0);`;

export type ImportTimes = {
  /** The median of the plain handler with the AWS SDK, measured among the others. */
  readonly plain: number;
  readonly functions: Readonly<Record<string, number>>;
};

/** Returns milliseconds: medians of fresh processes that run one after the other. */
export function importTimes(
  plain: Pick<BundledFunction, 'file'>,
  functions: readonly BundledFunction[],
): ImportTimes {
  const plainTimes: number[] = [];
  const times: Record<string, number> = {};
  for (const { name, file } of functions) {
    times[name] = median(Array.from({ length: TIMES }, () => timeOf(file)));
    plainTimes.push(timeOf(plain.file));
  }
  return { plain: median(plainTimes), functions: times };
}

const median = (times: readonly number[]): number =>
  Math.round(([...times].sort((a, b) => a - b)[times.length >> 1] ?? 0) * 10) / 10;

/** The environment variables that handler modules read while they load. */
const environment = {
  ...process.env,
  AWS_REGION: 'us-east-1',
  TABLE_NAME: 'none',
  TOKEN_PUBLIC_KEYS: '[]',
  SETTINGS: '{}',
  LOG_LEVEL: 'SILENT',
};

const timeOf = (file: string): number =>
  Number(
    execFileSync(process.execPath, ['-e', LOAD, file], { env: environment, encoding: 'utf8' }),
  );
