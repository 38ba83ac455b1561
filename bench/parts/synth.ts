import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * Measures how long a full `cdk synth` takes without caches: every source file is transpiled, all functions are
 * bundled, and every stack is written to an empty folder and checked by cdk-nag. Runs for the example stage and for
 * production, which has the most resources. The target is 6 seconds on two cores. Prints JSON.
 */

const ROOT = join(import.meta.dirname, '../..');
const settings = (stage: string) => join(ROOT, `settings/${stage}.json`);

/** Runs `cdk synth` of a stage; returns the seconds and the templates' figures. */
function synthesise(stage: string) {
  const directory = mkdtempSync(join(tmpdir(), 'replypaid-synth-'));
  try {
    const began = performance.now();
    execFileSync(
      join(ROOT, 'node_modules/.bin/cdk'),
      ['synth', '--quiet', '--no-notices', '--output', directory, '-c', `stage=${stage}`],
      // Disables the caches of tsx and Node.
      {
        cwd: ROOT,
        // Errors go to the terminal; standard output is reserved for the figures.
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, TSX_DISABLE_CACHE: '1', NODE_DISABLE_COMPILE_CACHE: '1' },
      },
    );
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    return { seconds, ...sizesIn(directory) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function sizesIn(directory: string) {
  const templates = readdirSync(directory)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => readFileSync(join(directory, file), 'utf8'));
  const resources = templates.map((text) => Object.keys(JSON.parse(text).Resources).length);
  return {
    stacks: templates.length,
    resources: resources.reduce((sum, count) => sum + count, 0),
    resourcesOfTheLargest: Math.max(...resources),
    kilobytesOfTheLargest: Math.round(
      Math.max(...templates.map((text) => Buffer.byteLength(text))) / 1_000,
    ),
  };
}

/** Runs the synth of production with the example's settings, in a temporary settings file. */
function synthesiseProduction() {
  const stage = `bench${process.pid}`;
  const example = JSON.parse(readFileSync(settings('example'), 'utf8'));
  const production = {
    ...example,
    production: true,
    // Settings refuse the numbers of AWS's documentation.
    account: '210987654321',
    alarmEmail: 'operator@letters.example.co',
    domain: { name: 'letters.example.co', hostedZoneId: 'Z0123456789ABCDEFGHIJ' },
  };
  writeFileSync(settings(stage), JSON.stringify(production));
  try {
    return synthesise(stage);
  } finally {
    rmSync(settings(stage));
  }
}

const { seconds, ...example } = synthesise('example');
process.stdout.write(JSON.stringify({ seconds, example, production: synthesiseProduction() }));
