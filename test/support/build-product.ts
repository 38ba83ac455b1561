import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunctions, buildWeb } from '../../lib/local/builds.ts';
import { Shutdown } from '../../lib/local/shutdown.ts';
import startEngine from './start-engine.ts';

/** Builds functions and web as they are deployed, unless what is there is of the same source; then starts the engine. */
export default async function buildProduct(
  _all: unknown,
  project: { displayName?: { name: string } },
) {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  if (project.displayName?.name === 'e2e' && !process.env.CHROMIUM_PATH)
    say(
      'Left out: test/e2e/full-browser.test.ts. The packaged browser denies notifications; ' +
        'CHROMIUM_PATH=/usr/bin/chromium npm test runs it in a full one.',
    );
  // Before the workers start, which have their environment from here.
  process.env.PLANTED_WORLDS ??= mkdtempSync(join(tmpdir(), 'replypaid-worlds-'));
  await Promise.all([buildFunctions(say), buildWeb(new Shutdown()), startEngine()]);
}
