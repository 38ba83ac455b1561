import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { bundleFunctions } from '../lib/bundle.ts';

/* How long a function takes to load: a fresh process of plain Node, from its start of the import to its end. */

const TIMES = 3;
const LOAD = `const began = performance.now(); await import(process.argv[1]);
process.stdout.write(String(performance.now() - began)); process.exit(0);`;

/** Milliseconds by function: the median of three fresh processes, one after the other. */
export async function importTimes(directory: string): Promise<Record<string, number>> {
  const { functions } = await bundleFunctions({ directory });
  const times: Record<string, number> = {};
  for (const { name, file } of functions) {
    const measured = Array.from({ length: TIMES }, () => timeOf(file)).sort((a, b) => a - b);
    times[name] = Math.round((measured[1] ?? 0) * 10) / 10;
  }
  return times;
}

/** What a handler's module reads of its environment before the first call. */
const environment = {
  ...process.env,
  AWS_REGION: 'us-east-1',
  TABLE_NAME: 'none',
  TOKEN_PUBLIC_KEYS: '[]',
  SETTINGS: '{}',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
};

function timeOf(file: string): number {
  const told = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', LOAD, pathToFileURL(file).href],
    { env: environment, encoding: 'utf8' },
  );
  return Number(told);
}
