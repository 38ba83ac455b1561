import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openSession } from '../../functions/storage/auth/sessions.ts';
import { put, table } from '../../functions/storage/table.ts';
import { createTable } from '../../lib/local/engine.ts';
import { type Asked, COMMANDS } from '../../lib/operator/backup/commands.ts';
import { prepareTable } from '../../lib/operator/backup/prepare-table.ts';
import { leftOutAs } from '../../lib/operator/backup/what-is-kept.ts';
import { allItems, placeOf } from '../../lib/operator/backup/whole-table.ts';
import { TABLE } from '../../lib/table.ts';
import { toIso } from '../../shared/time.ts';
import { intentsOf } from '../support/money.ts';
import { pendingOrder } from '../support/orders.ts';
import { startWorld, type World } from '../support/world.ts';

/* What the operator says and reads; what AWS is asked. */

const folder = mkdtempSync(join(tmpdir(), 'replypaid-commands-'));
const file = join(folder, 'backup.gz');
let world: World;
beforeAll(async () => {
  world = await startWorld();
  await pendingOrder(world);
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Says a command, and answers what was printed. */
async function say(name: keyof typeof COMMANDS, asked: Partial<Asked> = {}): Promise<string[]> {
  const lines: string[] = [];
  await COMMANDS[name]({
    ...{ stage: 'local', file: undefined, table: undefined, since: undefined },
    ...{ factsSince: undefined, asItIs: false, yes: false },
    ...asked,
    say: (line) => lines.push(line),
  });
  return lines;
}

describe('from export to a restored table', () => {
  test('each step says what it did; both sides print the same ledger', async () => {
    const exported = await say('export', { file });
    const [hash] = exported.filter((line) => line.startsWith('ledger '));
    expect(exported.join('\n')).toMatch(/left out: .*sessions \d/);
    expect(exported.join('\n')).toMatch(/card:clearing +-\$25\.00/);
    expect(await say('verify', { file })).toContain(hash);
    const restored = `drill-${randomUUID()}`;
    expect((await say('prepare', { table: restored, yes: true })).at(-1)).toBe(
      'taken out: nothing',
    );
    await expect(say('import', { file, table: restored })).rejects.toThrow(/--yes/);
    const imported = await say('import', { file, table: restored, yes: true });
    expect(imported).toContain(hash);
    expect(imported.join('\n')).toMatch(
      /\d+ items written, 0 were there already; left out: \d+ expired/,
    );
    expect(await say('hash', { table: restored })).toContain(hash);
    await expect(say('import', { file, table: restored, yes: true })).rejects.toThrow(/not empty/);
  });

  test('what is missing is asked for in a sentence', async () => {
    await expect(say('export')).rejects.toThrow('Please name the file to write.');
    await expect(say('import')).rejects.toThrow('Please name the file to read.');
    await expect(say('prepare')).rejects.toThrow('Please name the table');
    await expect(say('after-restore')).rejects.toThrow(/--since/);
    await expect(say('after-restore', { since: '2026-11-21 09:30' })).rejects.toThrow(
      /is no moment: write it like 2026-11-21T09:30:00Z/,
    );
  });

  test('a ledger that does not add up is an error, with its sentence', async () => {
    const wrong = `wrong-${randomUUID()}`;
    await createTable(world.engineUrl, wrong, { stream: false });
    process.env.TABLE_NAME = wrong;
    await table.write(put({ pk: 'USER#u', sk: 'BALANCE', balance: 5, entries: 0 }));
    process.env.TABLE_NAME = world.tableName;
    await expect(say('hash', { table: wrong })).rejects.toThrow('The ledger does not add up.');
  });
});

describe('prepare', () => {
  test('takes sessions out of a copy, and never touches the table that the stage uses', async () => {
    const copy = `copy-${randomUUID()}`;
    await say('prepare', { table: copy, yes: true });
    process.env.TABLE_NAME = copy;
    await table.write(openSession('01ARZ3NDEKTSV4RRFFQ69G5FAV', world.now()).step);
    await table.write(put({ pk: 'USER#u', sk: 'USER' }));
    process.env.TABLE_NAME = world.tableName;
    expect(await say('prepare', { table: copy, yes: true })).toContain('taken out: sessions 1');
    const kept = [];
    for await (const item of allItems(placeOf(copy))) kept.push(item);
    expect(kept).toHaveLength(1);
    expect(kept.filter(leftOutAs)).toEqual([]);
    await expect(say('prepare', { table: world.tableName, yes: true })).rejects.toThrow(
      /is the table that local uses/,
    );
  });
});

describe('after a restore', () => {
  test('nothing is given back by a copy while its stage runs on', async () => {
    const since = toIso(world.now());
    const asked = { stage: 'example', since, table: 'drill', yes: true };
    await expect(say('after-restore', asked)).rejects.toThrow(/^example is not paused/);
    expect(process.env.TABLE_NAME).toBe(world.tableName);
  });

  test('nothing is done without --yes; with it what was found is done, and said', async () => {
    const since = toIso(world.now());
    const restored = `drill-${randomUUID()}`;
    await say('prepare', { table: restored, yes: true });
    await say('import', { file, table: restored, yes: true });
    const lost = await pendingOrder(world);
    const asked = { since, table: restored };
    try {
      await expect(say('after-restore', asked)).rejects.toThrow(/Nothing was changed/);
      expect(intentsOf(world).every(({ status }) => status === 'requires_capture')).toBe(true);
      const said = (await say('after-restore', { ...asked, yes: true })).join('\n');
      expect(said).toContain(`GIVE BACK $25.00 (held)`);
      expect(said).toContain(`$25.00 of ${lost.id} released`);
    } finally {
      process.env.TABLE_NAME = world.tableName;
    }
  });
});

describe('a table in AWS', () => {
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  const asked = (): string[][] =>
    readFileSync(join(folder, 'asked'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  /** An `aws` that has this table, or none until it is created, and writes down what it was asked. */
  function fakeAws(before: object | undefined, ttl = 'DISABLED'): void {
    for (const name of ['asked', 'made']) rmSync(join(folder, name), { force: true });
    const after = { LatestStreamLabel: '2026-11-21T15:00:00.000', ...before };
    const script = `#!${process.execPath}
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
const words = process.argv.slice(2);
const made = ${JSON.stringify(join(folder, 'made'))};
appendFileSync(${JSON.stringify(join(folder, 'asked'))}, JSON.stringify(words) + '\\n');
const before = ${JSON.stringify(before ?? null)};
if (words[1] === 'create-table') writeFileSync(made, '');
if (words[1] === 'describe-table') {
  if (!before && !existsSync(made)) { console.error('ResourceNotFoundException'); process.exit(254); }
  const indexes = ${JSON.stringify(TABLE.indexes.map(({ name }) => ({ IndexName: name })))};
  console.log(JSON.stringify({ Table: { TableStatus: 'ACTIVE', GlobalSecondaryIndexes: indexes, ...${JSON.stringify(after)} } }));
}
if (words[1] === 'describe-time-to-live')
  console.log(JSON.stringify({ TimeToLiveDescription: { TimeToLiveStatus: ${JSON.stringify(ttl)} } }));
`;
    writeFileSync(join(folder, 'aws'), script);
    chmodSync(join(folder, 'aws'), 0o755);
    process.env.PATH = `${folder}${delimiter}${path}`;
  }

  test('that was restored gets all that AWS leaves out', () => {
    fakeAws({});
    expect(prepareTable('again', 'us-east-1')).toEqual({
      name: 'again',
      streamLabel: '2026-11-21T15:00:00.000',
    });
    const words = asked().map((one) => one.join(' '));
    for (const what of [
      'update-table --table-name again --region us-east-1 --stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE',
      'update-table --table-name again --region us-east-1 --deletion-protection-enabled',
      'update-time-to-live --table-name again --region us-east-1 --time-to-live-specification Enabled=true,AttributeName=expiresAt',
      'update-continuous-backups --table-name again --region us-east-1 --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true',
    ])
      expect(words.some((line) => line.includes(what))).toBe(true);
    expect(words.some((line) => line.includes('create-table'))).toBe(false);
  });

  test('that has it all is asked for nothing a second time', () => {
    const stream = { StreamViewType: 'NEW_IMAGE' };
    fakeAws({ StreamSpecification: stream, DeletionProtectionEnabled: true }, 'ENABLED');
    prepareTable('again', 'us-east-1');
    expect(asked().filter(([, what]) => /^(update-t|create)/.test(what ?? ''))).toEqual([]);
  });

  test('that is not there is made as the stage’s own was', () => {
    fakeAws(undefined);
    prepareTable('again', 'us-east-1');
    const made = asked().find(([, what]) => what === 'create-table') ?? [];
    const request = JSON.parse(made[made.indexOf('--cli-input-json') + 1] ?? '{}');
    expect(request).toMatchObject({ TableName: 'again', BillingMode: 'PAY_PER_REQUEST' });
    expect(request.GlobalSecondaryIndexes).toHaveLength(TABLE.indexes.length);
  });

  test('of another shape is refused', () => {
    fakeAws({ GlobalSecondaryIndexes: [{ IndexName: 'gsi1' }] });
    expect(() => prepareTable('again', 'us-east-1')).toThrow(/has no index gsi2, gsi3, gsi4, gsi5/);
  });
});

test('at the terminal a mistake is a sentence, and ends with 1', () => {
  const run = (...words: string[]) => {
    try {
      execFileSync(process.execPath, ['--import', 'tsx', 'bin/backup.ts', ...words], {
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
  expect(run('verify', join(folder, 'none.gz'))).toMatchObject({
    status: 1,
    said: expect.stringContaining('There is no file'),
  });
  expect(run('forget')).toMatchObject({
    status: 1,
    said: expect.stringContaining('npm run backup'),
  });
  expect(run('verify', '--force')).toMatchObject({
    status: 1,
    said: expect.stringMatching(/^Unknown/),
  });
  expect(existsSync(join(folder, 'none.gz'))).toBe(false);
}, 60_000);
