import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/* The usage texts of all commands. */

const ROOT = join(__dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Those that run with runCommand. */
const COMMANDS = [
  'accept',
  'bench:aws',
  'openapi',
  'ops',
  'preflight',
  'redrive',
  'restore',
  'rotate',
  'secrets',
  'stripe:check',
  'webhooks',
];
/** Those that read their options as soon as they are loaded. */
const PROGRAMS = ['bench', 'simulate', 'simulate:sweeps', 'soak', 'start'];

/** The line after the usage of a command. */
const END = '-- end --';

/** Returns the file that npm runs for a command. */
const fileOf = (name: string) => /\bnode --import tsx (\S+)/.exec(scripts[name] ?? '')?.at(1) ?? '';

/** Runs Node with tsx, without a terminal. */
const run = (...words: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { cwd: ROOT };
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', ...words],
      options,
      (fault, out, err) => resolve({ code: Number(fault?.code ?? 0), out, err }),
    );
    child.stdin?.end();
  });

/** Imports each file as Node would run it with --help. In one process, because each would load nearly the same modules. */
const IN_TURN = `
  for (const file of process.argv.slice(1)) {
    process.argv = [process.execPath, file, '--help'];
    await import(file);
    console.log(${JSON.stringify(END)});
  }`;

test('each command prints its usage on request', async () => {
  const files = COMMANDS.map((name) => join(ROOT, fileOf(name)));
  const { code, out, err } = await run('--input-type=module', '--eval', IN_TURN, ...files);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const begun = out.split(`${END}\n`).map((usage) => /^npm run [\w:]+/.exec(usage)?.[0] ?? usage);
  expect(begun).toEqual([...COMMANDS.map((name) => `npm run ${name}`), '']);
});

/** The options that the file of a command declares. */
const optionsOf = (name: string) =>
  [
    ...readFileSync(join(ROOT, fileOf(name)), 'utf8').matchAll(
      /^ *'?([\w-]+)'?: \{ type: '(?:string|boolean)'/gm,
    ),
  ].map(([, option]) => `--${option}`);

test.each(PROGRAMS)('npm run %s prints a usage that names each option on request', async (name) => {
  const { code, out, err } = await run(fileOf(name), '--help');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(name === 'start' ? /^npm start/ : new RegExp(`^npm run ${name} `));
  expect(optionsOf(name).filter((option) => !out.includes(option))).toEqual([]);
});

test.each([
  ['secrets', 2, ['--nonsense']],
  ['ops', 1, []],
  // Without this, a value that is no number would run nothing, and report that nothing failed.
  ['simulate', 2, ['--seeds', 'all']],
  ['simulate', 2, ['--crashes', 'pairs', '--nth', '0']],
  ...PROGRAMS.map((name) => [name, 2, ['--nonsense']] as const),
] as const)(
  'npm run %s prints its usage and ends with %i for %j, without a stack trace',
  async (name, expected, words) => {
    const { code, err } = await run(fileOf(name), ...words);
    expect(code).toBe(expected);
    expect(err).toContain(name === 'start' ? 'npm start' : `npm run ${name}`);
    expect(err).not.toMatch(/^ {4}at /m);
  },
);
