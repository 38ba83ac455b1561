import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/* The usage texts of all commands. */

const ROOT = join(__dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const COMMANDS = [
  'accept',
  'bench:aws',
  'ops',
  'preflight',
  'redrive',
  'restore',
  'secrets',
  'trace',
  'webhooks',
];

/** Runs a command as npm does, without a terminal. */
const run = (name: string, ...words: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const [program = '', ...start] = scripts[name]?.split(' ') ?? [];
    const child = execFile(program, [...start, ...words], { cwd: ROOT }, (fault, out, err) =>
      resolve({ code: Number(fault?.code ?? 0), out, err }),
    );
    child.stdin?.end();
  });

describe.each(COMMANDS)('npm run %s', (name) => {
  test('prints its usage on request', async () => {
    const { code, out, err } = await run(name, '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(new RegExp(`^npm run ${name}\\b`));
  }, 30_000);
});

test.each([
  ['secrets', ['--nonsense']],
  ['ops', []],
])(
  'npm run %s with %j prints its usage, and no stack trace',
  async (name, words) => {
    const { code, err } = await run(name, ...words);
    expect(code).toBe(1);
    expect(err).toContain(`npm run ${name} -- --stage <stage>`);
    expect(err).not.toMatch(/^ {4}at /m);
  },
  30_000,
);
