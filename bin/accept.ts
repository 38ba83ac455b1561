import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';

/*
 * `npm run accept`: regenerates all files that are derived from the code and checked in. Review their changes like
 * any other.
 */

const USAGE = `npm run accept [-- <part> …]

Writes what the tests compare with the code; git diff shows what changed.
  access     the rows of new operations in test/functions/authorization/matrix.ts
  messages   docs/messages.md, from shared/messages
  cloud      the snapshots in test/cloud: routes and roles, and the values of all resources`;

const ROOT = join(import.meta.dirname, '..');
const jest = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  execFileSync(process.execPath, ['node_modules/jest/bin/jest.js', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'SILENT', ...env },
  });

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  async access() {
    const words = ['--selectProjects', 'functions', '-t', 'in the matrix'];
    jest([...words, '--', 'test/functions/authorization'], { WRITE_MISSING_ROWS: 'yes' });
  },

  async messages() {
    const { messagesPage } = await import('#lib/messages-page.ts');
    writeFileSync(join(ROOT, 'docs/messages.md'), messagesPage());
  },

  async cloud() {
    jest([
      '--selectProjects',
      'cloud',
      '-u',
      '--',
      'test/cloud/permissions',
      'test/cloud/template-values',
    ]);
  },
};

await runCommand(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown) throw new CliError(`There is no part ${unknown}.\n\n${USAGE}`);
  for (const [name, write] of Object.entries(PARTS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.log(name);
    await write();
  }
});
