import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';
import type { Cost } from '#lib/operator/consumed-capacity.ts';

/*
 * `npm run accept`: regenerates all files that are derived from the code and checked in. Review their changes like
 * any other.
 */

const USAGE = `npm run accept [-- <part> …]

Writes what the tests compare with the code, in less than a minute; git diff shows what changed.
  units      bench/operation-costs.ts: what each operation asks of the table, as measured
  documents  docs/performance.md with its graphs, and the costs in docs/operations.md, from the units and the
             results of the benchmark; docs/messages.md, from shared/messages
  bytes      bench/byte-budgets.json: what functions and screens load
  cloud      the snapshots in test/cloud: routes and roles, and the values of all resources`;

const ROOT = join(import.meta.dirname, '..');
const rewrite = (path: string, change: (text: string) => string) =>
  writeFileSync(join(ROOT, path), change(readFileSync(join(ROOT, path), 'utf8')));
const run = (...words: string[]) =>
  execFileSync(process.execPath, words, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'SILENT' },
  });

/**
 * The order matters: the documents are made from the capacity units, and each part imports files that an earlier part
 * may have written.
 */
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  async units() {
    // Functions print their metrics first; the last line contains the costs.
    const printed = run('--import', 'tsx', 'bench/parts/costs.ts').split('\n');
    const measured = JSON.parse(printed.at(-1) ?? '');
    rewrite('bench/operation-costs.ts', (text) =>
      text.replace(/^( {2}(\w+): \{\s+cost: )of\([^)]*\)/gm, (line, before, name) => {
        const cost: Cost | undefined = measured[name]?.cost;
        return cost ? `${before}of(${cost.calls}, ${cost.reads}, ${cost.writes})` : line;
      }),
    );
  },

  async documents() {
    const { writeDocuments } = await import('#bench/documents.ts');
    writeDocuments();
  },

  async bytes() {
    const { settledBytes } = await import('#bench/settled-bytes.ts');
    const budgets = JSON.stringify(await settledBytes(), null, 2);
    rewrite('bench/byte-budgets.json', () => `${budgets}\n`);
  },

  async cloud() {
    run(
      'node_modules/jest/bin/jest.js',
      '--selectProjects',
      'cloud',
      '-u',
      '--',
      'test/cloud/permissions',
      'test/cloud/template-values',
    );
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
