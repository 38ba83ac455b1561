import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Asked, ofTable, type TableRequest } from '../../lib/grants/asked.ts';
import grants from '../../lib/grants/grants.json' with { type: 'json' };
import { areas } from '../../shared/api/index.ts';

/*
 * What a function asks of the table here it must be granted where it is deployed, on the rarest way through it too: a
 * process that asks for more is told so, as IAM would, and its history fails.
 */

const GRANTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = grants;
const BUNDLES = new Map(
  Object.entries(areas).flatMap(([area, operations]) =>
    Object.keys(operations).map((name): [string, string] => [name, `${area}/${name}`]),
  ),
);

/** Where what functions ask is written down, in place of being refused; grants-reporter.js compares it with the rest. */
let recordings: string | undefined;
let enforces = true;
const written = new Set<string>();

/** From now on nothing is refused: what functions ask goes into a file of this folder, in the form of recorder.ts. */
export function recordInto(folder: string): void {
  recordings = join(folder, `simulation-${globalThis.process.pid}.jsonl`);
}

/** From now on nothing is refused: a fault that was planted has to be noticed by what holds the money, not by a role. */
export function allowEverything(): void {
  enforces = false;
}

/** Throws where the function behind a process is not granted what it asks. `process`: what stage.ts calls it. */
export function assertGranted(process: string | undefined, operation: string, input: object): void {
  const name = process === undefined ? undefined : bundleOf(process);
  const granted = name === undefined ? undefined : GRANTS[name];
  if (name === undefined || !granted) return;
  for (const asked of ofTable(operation, input as TableRequest)) {
    const { action, of } = asked;
    if (recordings) write(recordings, name, asked);
    else if (enforces && !granted[action]?.includes(of))
      throw new Error(`${name} used ${action} under ${of} and may not (lib/grants/grants.json)`);
  }
}

function write(file: string, name: string, asked: Asked): void {
  const line = `${JSON.stringify([name, asked])}\n`;
  if (written.has(line)) return;
  written.add(line);
  appendFileSync(file, line);
}

const known = new Map<string, string | undefined>();

function bundleOf(process: string): string | undefined {
  const [first = '', second = ''] = process.split(' ');
  const words = `${first} ${second}`;
  if (!known.has(words)) known.set(words, bundleOfWords(first, second));
  return known.get(words);
}

function bundleOfWords(first: string, second: string): string | undefined {
  if (first === 'schedule') return `jobs/${second}`;
  if (first === 'webhook') return 'webhooks/stripe';
  if (first === 'subscriber') return `events/${second}`;
  return BUNDLES.get(second);
}
