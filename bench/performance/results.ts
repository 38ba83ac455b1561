import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cost } from '#lib/operator/consumed-capacity.ts';

/** Numbers by name, to any depth: what the parts of the benchmark print. */
export type Figures = { readonly [name: string]: number | Figures };

/** The figures of a part, when they were measured, and how busy the machine was. */
export type Measured = { readonly at: string; readonly load: number; readonly figures: Figures };

/** The stored results of `npm run bench`; a part that was never measured is missing. */
export type Results = {
  readonly machine: string;
  readonly parts: Readonly<Record<string, Measured>>;
};

const FILE = join(import.meta.dirname, '../results.json');

/** Reads bench/results.json. */
export function readResults(): Results {
  if (!existsSync(FILE)) return { machine: 'no machine yet', parts: {} };
  const { machine, ...parts } = JSON.parse(readFileSync(FILE, 'utf8'));
  return { machine, parts };
}

/** Returns the number or the group of numbers under these names; undefined if it was not measured. */
export function at(figures: Figures | undefined, ...names: string[]): number | Figures | undefined {
  let found: number | Figures | undefined = figures;
  for (const name of names) found = typeof found === 'object' ? found[name] : undefined;
  return found;
}

/** Returns the number under these names; undefined if it was not measured. */
export function numberAt(figures: Figures | undefined, ...names: string[]): number | undefined {
  const found = at(figures, ...names);
  return typeof found === 'number' ? found : undefined;
}

/** Returns the groups under these names, in the order of the file. */
export function groupsAt(figures: Figures | undefined, ...names: string[]): [string, Figures][] {
  const found = at(figures, ...names);
  return Object.entries(typeof found === 'object' ? found : {}).filter(
    (entry): entry is [string, Figures] => typeof entry[1] === 'object',
  );
}

/** Formats calls, read units and write units as `2 · 3 · 0`. */
export const costCell = ({ calls, reads, writes }: Cost) => `${calls} · ${reads} · ${writes}`;
