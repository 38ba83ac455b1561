import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ROOT } from './bundle.ts';

/**
 * A number that follows from the code in a bundle: other code has another one, so that runs differ, and the same code repeats its
 * run, so that a failure can be reproduced.
 */
export function codeNumber(bundle: string): number {
  const code = readFileSync(bundle, 'utf8').replaceAll(ROOT, '');
  return createHash('sha256').update(code).digest().readUInt32BE();
}
