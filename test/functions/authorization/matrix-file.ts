import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '#shared/api/index.ts';
import { MATRIX } from './matrix.ts';

const FILE = join(import.meta.dirname, 'matrix.ts');

/** Adds the row of a new operation to matrix.ts, below the operation that is defined before it. */
export function addRow(name: string, row: string): void {
  const names = Object.keys(operations);
  const before = names.slice(0, names.indexOf(name)).findLast((other) => MATRIX.has(other));
  const lines = readFileSync(FILE, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(`  ${before} `));
  lines.splice(at + 1, 0, row);
  writeFileSync(FILE, lines.join('\n'));
}
