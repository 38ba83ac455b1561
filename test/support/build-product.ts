import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenBrowser, WITHOUT_BROWSER } from '@replypaid/test-browser/installed';
import { buildFunctions, buildWeb } from '#lib/local/builds.ts';
import { Shutdown } from '#lib/local/shutdown.ts';
import { missingEngines } from '../engines/installed.js';
import startEngine from './start-engine.ts';

/**
 * Builds the functions and the web app as they are deployed, unless the existing builds are up to date; then starts
 * DynamoDB Local.
 */
export default async function buildProduct(
  _all: unknown,
  project: { displayName?: { name: string } },
) {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const isOfScreens = project.displayName?.name === 'e2e';
  if (isOfScreens && !chosenBrowser()) say(WITHOUT_BROWSER);
  else if (isOfScreens && !process.env.CHROMIUM_PATH)
    say(
      'Left out: test/e2e/full-browser.test.ts. The packaged browser denies notifications; ' +
        'CHROMIUM_PATH=/usr/bin/chromium npm run test:all runs it in a full one.',
    );
  if (project.displayName?.name === 'engines' && missingEngines.length > 0)
    say(
      `Left out: ${missingEngines.map(({ test }) => `test/engines/${test}`).join(', ')}. They need browsers: ` +
        missingEngines.map(({ packages }) => packages).join(' '),
    );
  // Set before the workers start, because they inherit this environment.
  process.env.PLANTED_WORLDS ??= mkdtempSync(join(tmpdir(), 'replypaid-worlds-'));
  await Promise.all([buildFunctions(say), buildWeb(new Shutdown()), startEngine()]);
}
