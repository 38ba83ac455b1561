import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../cli-error.ts';
import {
  GRANTS_FILE,
  type Grants,
  grantsOf,
  listed,
  notGranted,
  notUsed,
  readGrants,
  SEEN_FILE,
  type Seen,
  type SeenRun,
} from './grants.ts';

/**
 * Grants each function what it did while tests ran for the last time. `exactly`: and nothing else, which only a run of all
 * tests that call functions can say. Answers what changed, a sentence each. Throws a CliError where they never ran.
 */
export function settleGrants(exactly: boolean): readonly string[] {
  if (!existsSync(SEEN_FILE))
    throw new CliError('Nothing was seen yet: run the tests first, npm test or a part of them.');
  const { whole, seen } = JSON.parse(readFileSync(SEEN_FILE, 'utf8')) as SeenRun;
  const before: Grants = existsSync(GRANTS_FILE) ? readGrants() : {};
  if (exactly && !whole)
    throw new CliError('Only a part of the tests ran, or some failed: run npm test first.');
  const after = exactly ? seen : together(before, seen);
  // Indented: biome keeps an object on several lines where it begins so, and the file changes only in what was granted.
  writeFileSync(GRANTS_FILE, `${JSON.stringify(after, null, 2)}\n`);
  const biome = join(import.meta.dirname, '../../node_modules/@biomejs/biome/bin/biome');
  execFileSync(process.execPath, [biome, 'format', '--write', GRANTS_FILE], { stdio: 'ignore' });
  return [
    ...notGranted(after, before).map((sentence) => sentence.replace('and may not', 'and may now')),
    ...notUsed(after, before).map((sentence) => sentence.replace('and never does', 'no longer')),
  ];
}

function together(...all: readonly Grants[]): Grants {
  return grantsOf(
    all.flatMap((grants) =>
      Object.entries(grants).flatMap(([name, granted]): Seen[] => [
        [name],
        ...listed(granted).map((asked): Seen => [name, asked]),
      ]),
    ),
  );
}
