import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { bundleFunctions } from '../lib/bundle.ts';

/* The time that a function takes to load: a fresh Node.js process measures its import. */

const TIMES = 3;
const LOAD = `const began = performance.now(); await import(process.argv[1]);
process.stdout.write(String(performance.now() - began)); process.exit(0);`;

/** Returns milliseconds by function: the median of three fresh processes that run one after the other. */
export async function importTimes(directory: string): Promise<Record<string, number>> {
  const { functions } = await bundleFunctions({ directory });
  const times: Record<string, number> = {};
  for (const { name, file } of functions) {
    const measured = Array.from({ length: TIMES }, () => timeOf(file)).sort((a, b) => a - b);
    times[name] = Math.round((measured[1] ?? 0) * 10) / 10;
  }
  return times;
}

/** The environment variables that handler modules read while they load. */
const environment = {
  ...process.env,
  AWS_REGION: 'us-east-1',
  TABLE_NAME: 'none',
  TOKEN_PUBLIC_KEYS: '[]',
  SETTINGS: '{}',
  LOG_LEVEL: 'SILENT',
};

function timeOf(file: string): number {
  const told = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', LOAD, pathToFileURL(file).href],
    { env: environment, encoding: 'utf8' },
  );
  return Number(told);
}
