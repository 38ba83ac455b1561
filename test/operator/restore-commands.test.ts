import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { COMMANDS, type CommandOptions } from '#lib/operator/restore/commands.ts';
import { signInOf } from '#lib/operator/restore/table-scan.ts';
import { TABLE } from '#lib/table.ts';
import { toIso } from '#shared/time.ts';
import { intentsOf } from '../support/money.ts';
import { pendingOrder } from '../support/orders.ts';
import { itemsIn, restoredTable } from '../support/restored-table.ts';
import { startWorld, type World } from '../support/world.ts';

/* The commands that an operator runs after a restore, and their output. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await pendingOrder(world);
});
afterAll(() => world.stop());

/** Runs a command and returns the printed lines. */
async function say(
  name: keyof typeof COMMANDS,
  asked: Partial<CommandOptions> = {},
): Promise<string[]> {
  const lines: string[] = [];
  await COMMANDS[name]({
    stage: 'local',
    table: undefined,
    since: undefined,
    yes: false,
    ...asked,
    say: (line) => lines.push(line),
  });
  return lines;
}

describe('verify', () => {
  test('prints the same items, entries and accounts for a table and its copy', async () => {
    const said = await say('verify');
    expect(said[0]).toMatch(/^\d+ items$/);
    expect(said.join('\n')).toMatch(/card:clearing +−\s\$25\.00/);
    const copy = await restoredTable(world, await itemsIn());
    expect(await say('verify', { table: copy })).toEqual(said);
  });

  test('fails with an error for a ledger that does not sum to zero', async () => {
    const wrong = await restoredTable(world, [
      { pk: 'USER#u', sk: 'BALANCE', balance: 5, entries: 0 },
    ]);
    await expect(say('verify', { table: wrong })).rejects.toThrow('The ledger has errors.');
  });
});

describe('end-sessions', () => {
  test('deletes the sessions of a restored copy only with --yes', async () => {
    const copy = await restoredTable(world, await itemsIn());
    const sessions = (await itemsIn(copy)).filter((item) => signInOf(item) === 'sessions').length;
    expect(sessions).toBeGreaterThan(0);
    await expect(say('end-sessions', { table: copy })).rejects.toThrow(/--yes/);
    expect((await itemsIn(copy)).filter(signInOf)).toHaveLength(sessions);
    const said = await say('end-sessions', { table: copy, yes: true });
    expect(said.at(-1)).toBe(`Deleted: ${sessions} sessions, 0 devices, 0 codes`);
    expect((await itemsIn(copy)).filter(signInOf)).toEqual([]);
  });

  test('refuses the table that the stage uses', async () => {
    await expect(say('end-sessions', { table: world.tableName, yes: true })).rejects.toThrow(
      /is the table that local uses/,
    );
  });
});

test('a restore command without a required option asks for it', async () => {
  await expect(say('end-sessions')).rejects.toThrow('Add the name of the restored table');
  await expect(say('after-restore')).rejects.toThrow(/--since/);
  await expect(say('after-restore', { since: '2026-11-21 09:30' })).rejects.toThrow(
    /is not a time such as 2026-11-21T09:30:00Z/,
  );
});

describe('the after-restore command', () => {
  test('is refused for a copy of the table while the stage is not paused', async () => {
    const since = toIso(world.now());
    const asked = { stage: 'example', since, table: 'drill', yes: true };
    await expect(say('after-restore', asked)).rejects.toThrow(/^example is not paused/);
    expect(process.env.TABLE_NAME).toBe(world.tableName);
  });

  test('without --yes prints the differences and changes nothing; with --yes applies them', async () => {
    const since = toIso(world.now());
    const restored = await restoredTable(world, await itemsIn());
    const lost = await pendingOrder(world);
    const asked = { since, table: restored };
    try {
      await expect(say('after-restore', asked)).rejects.toThrow(/Nothing was changed/);
      expect(intentsOf(world).every(({ status }) => status === 'requires_capture')).toBe(true);
      const said = (await say('after-restore', { ...asked, yes: true })).join('\n');
      expect(said).toContain(`REFUND: $25.00 (held)`);
      expect(said).toContain(`DONE: $25.00 of conversation ${lost.id} released`);
    } finally {
      process.env.TABLE_NAME = world.tableName;
    }
  });
});

test('the handbook’s commands give a restored table the settings of the original table', () => {
  const handbook = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');
  for (const given of [
    `--stream-specification StreamEnabled=true,StreamViewType=${TABLE.stream}`,
    `--time-to-live-specification Enabled=true,AttributeName=${TABLE.timeToLive}`,
    '--deletion-protection-enabled',
    '--point-in-time-recovery-specification PointInTimeRecoveryEnabled=true',
  ])
    expect(handbook).toContain(given);
});

test('a wrong restore command prints an error without a stack trace, and exits with 1, or 2 for an unknown option', () => {
  const run = (...words: string[]) => {
    try {
      execFileSync(process.execPath, ['--import', 'tsx', 'bin/restore.ts', ...words], {
        cwd: join(__dirname, '../..'),
        encoding: 'utf8',
        stdio: 'pipe',
      });
      return undefined;
    } catch (fault) {
      const { status, stderr } = fault as { status: number; stderr: string };
      return { status, said: stderr.split('\n')[0] };
    }
  };
  expect(run('forget')).toMatchObject({
    status: 1,
    said: expect.stringContaining('npm run restore'),
  });
  expect(run('verify', '--force')).toMatchObject({
    status: 2,
    said: expect.stringMatching(/^Unknown/),
  });
});
