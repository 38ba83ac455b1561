import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '#lib/operator/command.ts';
import { PARTS, type Part, performancePage, type Results } from './page.ts';

/* `npm run bench`: measures the parts, one after the other, each in its own process. */

const USAGE = `npm run bench [-- <part> …]

Measures the parts, stores the figures in bench/results.json, and writes docs/performance.md from it. Runs all parts unless
some are named; those that are not keep their stored figures.

The parts are ${PARTS.join(', ')}.`;

const FILE = join(import.meta.dirname, 'results.json');
const PAGE = join(import.meta.dirname, '../docs/performance.md');

const { positionals } = readOptions(USAGE, { allowPositionals: true });
const unknown = positionals.find((name) => !PARTS.includes(name as Part));
if (unknown) {
  console.error(`There is no part ${unknown}. Parts: ${PARTS.join(', ')}`);
  process.exit(1);
}

const earlier = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, Node ${process.version}`;
const results: Results = { ...earlier, machine };
for (const part of PARTS) {
  if (positionals.length > 0 && !positionals.includes(part)) continue;
  console.log(part);
  // The load average shows how far the durations can be trusted.
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const figures = JSON.parse(await printedBy(part));
  results[part] = { at: new Date().toISOString(), load, figures };
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(PAGE, performancePage(results));
}
console.log('docs/performance.md is written.');

function printedBy(part: Part): Promise<string> {
  const file = join(import.meta.dirname, `parts/${part}.ts`);
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      LOG_LEVEL: 'SILENT',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      // Functions print their metrics first; the last line contains the figures.
      if (code === 0) resolve(printed.trimEnd().split('\n').at(-1) ?? '');
      else reject(new Error(`${part} ended with ${code}`));
    });
  });
}
