import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messagesPage } from '#lib/messages-page.ts';
import { withCosts } from './costs/sentences.ts';
import { GRAPHS } from './performance/growth.ts';
import { performancePage } from './performance/page.ts';
import { readResults } from './performance/results.ts';

/**
 * The documents that contain figures and messages from the code, and results of the benchmark, each with the function that updates them; `npm run
 * accept` and `npm run bench` run these.
 */
export const DOCUMENTS: Readonly<Record<string, (document: string) => string>> = {
  'docs/operations.md': withCosts,
  'docs/messages.md': messagesPage,
  'docs/performance.md': () => performancePage(readResults()),
  ...Object.fromEntries(
    Object.entries(GRAPHS).map(([name, draw]) => [
      `docs/performance/${name}`,
      () => draw(readResults()),
    ]),
  ),
};

/** Brings all documents up to date. */
export function writeDocuments(): void {
  for (const [path, withFigures] of Object.entries(DOCUMENTS)) {
    const file = join(import.meta.dirname, '..', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, withFigures(existsSync(file) ? readFileSync(file, 'utf8') : ''));
  }
}
