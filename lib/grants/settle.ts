import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sentence } from '../sentence.ts';
import { GRANTS_FILE, type Grants, notGranted, notUsed, readGrants, SEEN_FILE } from './grants.ts';

/**
 * Grants each function what it did while all tests of test/functions ran for the last time, and nothing else. Answers
 * what changed, a sentence each. Throws a Sentence where they never ran.
 */
export function settleGrants(): readonly string[] {
  if (!existsSync(SEEN_FILE))
    throw new Sentence('Nothing was seen yet: npx jest --selectProjects functions, to its end.');
  const seen = readGrants(SEEN_FILE);
  const before: Grants = existsSync(GRANTS_FILE) ? readGrants() : {};
  writeFileSync(GRANTS_FILE, `${JSON.stringify(seen)}\n`);
  const biome = join(import.meta.dirname, '../../node_modules/@biomejs/biome/bin/biome');
  execFileSync(process.execPath, [biome, 'format', '--write', GRANTS_FILE], { stdio: 'ignore' });
  return [
    ...notGranted(seen, before).map((sentence) => sentence.replace('and may not', 'and may now')),
    ...notUsed(seen, before).map((sentence) => sentence.replace('and never does', 'no longer')),
  ];
}
