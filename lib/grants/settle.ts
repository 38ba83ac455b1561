import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sentence } from '../sentence.ts';
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
 * Grants each function what it did while tests ran for the last time; after all of the tests that call functions, nothing
 * else. Answers what changed, a sentence each. Throws a Sentence where they never ran.
 */
export function settleGrants(): readonly string[] {
  if (!existsSync(SEEN_FILE))
    throw new Sentence('Nothing was seen yet: run the tests first, npm test or a part of them.');
  const { whole, seen } = JSON.parse(readFileSync(SEEN_FILE, 'utf8')) as SeenRun;
  const before: Grants = existsSync(GRANTS_FILE) ? readGrants() : {};
  const after = whole ? seen : together(before, seen);
  writeFileSync(GRANTS_FILE, `${JSON.stringify(after)}\n`);
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
