import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFunctions } from '../lib/bundle.ts';
import { bundlePlainHandler, loadedOutputs } from './function-bytes.ts';

/* The time that a function takes to load: a fresh Node.js process measures the import of its bundle and of its capabilities. */

const ROOT = join(import.meta.dirname, '..');
const TIMES = 5;
const LOAD = `const began = performance.now();
await Promise.all(process.argv.slice(1).map((url) => import(url)));
process.stdout.write(String(performance.now() - began)); process.exit(0);`;

export type ImportTimes = {
  /** The median of the plain handler with the AWS SDK, measured among the others. */
  readonly plain: number;
  readonly functions: Readonly<Record<string, number>>;
};

/** Returns milliseconds: medians of fresh processes that run one after the other. */
export async function importTimes(directory: string): Promise<ImportTimes> {
  const plainFile = (await bundlePlainHandler(join(directory, 'plain'))).file;
  const { functions, metafile } = await bundleFunctions({ directory: join(directory, 'all') });
  const plain: number[] = [];
  const times: Record<string, number> = {};
  for (const { name } of functions) {
    const files = loadedOutputs(name, metafile.outputs).map((path) => join(ROOT, path));
    times[name] = median(Array.from({ length: TIMES }, () => timeOf(files)));
    plain.push(timeOf([plainFile]));
  }
  return { plain: median(plain), functions: times };
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

function timeOf(files: readonly string[]): number {
  const urls = files.map((file) => pathToFileURL(file).href);
  const options = { env: environment, encoding: 'utf8' } as const;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '-e', LOAD, ...urls], options),
  );
}
