import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '#lib/operator/command.ts';
import { writeDocuments } from './documents.ts';

/* `npm run bench`: measures the parts, one after the other, each in its own process. */

const PARTS = [
  'costs',
  'functions',
  'code',
  'speed',
  'start',
  'growth',
  'search',
  'chat',
  'live',
  'scrolling',
  'lighthouse',
  'interactions',
  'synth',
  'install',
] as const;
type Part = (typeof PARTS)[number];
type Measured = { readonly at: string; readonly load: number; readonly figures: unknown };
type Results = { machine: string } & { [P in Part]?: Measured };

const USAGE = `npm run bench [-- <part> …] [--full]

Measures the parts, prints the figures, stores them in bench/results.json, and writes docs/performance.md from it. Runs
all parts unless some are named; those that are not keep their stored figures.

  --full   measures up to 100,000 conversations

The parts are ${PARTS.join(', ')}.`;

const FILE = join(import.meta.dirname, 'results.json');
const { values, positionals } = readOptions(USAGE, {
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
});
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
  console.log(`\n${part}`);
  // The load average shows how far the durations can be trusted.
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const figures = JSON.parse(await printedBy(part)) as Record<string, unknown>;
  results[part] = { at: new Date().toISOString(), load, figures };
  print(figures);
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
}
writeDocuments();

/** The search part always uses all sizes, because few items have to be stored for it. */
function sizesOf(part: Part): string[] {
  const toTheEnd = values.full || part === 'search';
  return ['1000', '10000', ...(toTheEnd ? ['100000'] : [])];
}

function printedBy(part: Part): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, `parts/${part}.ts`), ...sizesOf(part)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        LOG_LEVEL: 'SILENT',
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      },
    },
  );
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

/** Prints one line for each object of numbers. */
function print(figures: Record<string, unknown>, before = ''): void {
  for (const [name, value] of Object.entries(figures)) {
    const path = before ? `${before} ${name}` : name;
    if (typeof value !== 'object' || value === null) console.log(`  ${path.padEnd(44)} ${value}`);
    else if (Object.values(value).every((leaf) => typeof leaf === 'number'))
      console.log(
        `  ${path.padEnd(44)} ${Object.entries(value)
          .map(([key, leaf]) => `${key} ${leaf}`)
          .join('  ')}`,
      );
    else print(value as Record<string, unknown>, path);
  }
}
