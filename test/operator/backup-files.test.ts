import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { put, table } from '../../functions/storage/table.ts';
import { createTable } from '../../lib/local/engine.ts';
import { checkBackup, writeBackup } from '../../lib/operator/backup/backup-file.ts';
import {
  FORMAT,
  itemIn,
  itemLine,
  type StoredItem,
  VERSION,
} from '../../lib/operator/backup/backup-lines.ts';
import { exportTable } from '../../lib/operator/backup/export.ts';
import { importBackup, refuseHalf } from '../../lib/operator/backup/import.ts';
import { LedgerCount } from '../../lib/operator/backup/ledger-count.ts';
import { allItems, type Place, placeOf } from '../../lib/operator/backup/whole-table.ts';
import { HOUR, later } from '../../shared/time.ts';
import { newPerson } from '../support/people.ts';
import { startWorld, type World } from '../support/world.ts';

/* A file that is not what it says is refused before anything is written; an import that died goes on. */

const folder = mkdtempSync(join(tmpdir(), 'replypaid-backup-'));
const file = join(folder, 'backup.gz');
let world: World;
let lines: string[];

beforeAll(async () => {
  world = await startWorld();
  for (let nth = 0; nth < 12; nth += 1) await newPerson(world);
  await table.write(
    put({ pk: 'CHAT#1', sk: 'ROOM', told: new Set(['b', 'a']), picture: new Uint8Array([1, 2]) }),
  );
  await exportTable(placeOf(), file, { stage: 'test', now: world.now() });
  lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function emptyTable(): Promise<Place> {
  const name = `empty-${randomUUID()}`;
  await createTable(world.engineUrl, name, { stream: false });
  return placeOf(name);
}

async function itemsIn(place: Place): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  for await (const item of allItems(place)) items.push(item);
  return items;
}

const packed = (...changed: string[]) => gzipSync(`${changed.join('\n')}\n`);
const altered = (from: string | RegExp, to: string) =>
  lines.map((line, nth) => (nth === 3 ? line.replace(from, to) : line));

describe('a file is refused with a sentence, and nothing is written', () => {
  test.each<[string, () => Buffer, RegExp]>([
    ['cut in the middle', () => readFileSync(file).subarray(0, -200), /cannot be unpacked/],
    ['cut between two lines', () => packed(...lines.slice(0, -3)), /its end is missing/],
    ['cut inside of a line', () => gzipSync(lines.join('\n').slice(0, -4)), /its last line is cut/],
    ['of no length', () => packed(''), /is no backup of this product/],
    ['with an item less', () => packed(...lines.toSpliced(2, 1)), /says that it has \d+ items/],
    ['with a number altered', () => packed(...altered(/"N":"\d/, '"N":"7')), /it was altered/],
    ['with a line that is none', () => packed(...altered('"}', '"')), /cannot be read/],
    [
      'with two items swapped',
      () => packed(...lines.with(1, lines[2] ?? '').with(2, lines[1] ?? '')),
      /it was altered/,
    ],
    ['with more after its end', () => packed(...lines, '{}'), /something stands after its end/],
    [
      'of a later version',
      () => packed((lines[0] ?? '').replace('"version":1', '"version":2'), ...lines.slice(1)),
      /is a backup of version 2, and this program knows version 1/,
    ],
    ['of something else', () => packed('{"some":"thing"}'), /is no backup of this product/],
    ['that is no archive', () => Buffer.from(lines.join('\n')), /cannot be unpacked/],
  ])('%s', async (_how, content, sentence) => {
    const wrong = join(folder, 'wrong.gz');
    writeFileSync(wrong, content());
    const place = await emptyTable();
    await expect(importBackup(place, wrong, { now: world.now() })).rejects.toThrow(sentence);
    expect(await itemsIn(place)).toEqual([]);
  });

  test('that is not there', async () => {
    await expect(checkBackup(join(folder, 'nowhere.gz'))).rejects.toThrow(/There is no file/);
  });
});

describe('an export', () => {
  test('writes over nothing', async () => {
    const again = exportTable(placeOf(), file, { stage: 'test', now: world.now() });
    await expect(again).rejects.toThrow(/is there already/);
  });

  test('that dies leaves no file of that name, and one that failed leaves none at all', async () => {
    const other = join(folder, 'failed.gz');
    const header = { format: FORMAT, version: VERSION, stage: 'test', table: 't', at: 0 } as const;
    const items = async function* (): AsyncGenerator<StoredItem> {
      yield { pk: { S: 'A' }, sk: { S: 'A' } };
      expect(existsSync(other)).toBe(false);
      throw new Error('the table is away');
    };
    await expect(writeBackup(other, header, items())).rejects.toThrow('the table is away');
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
  });

  test('keeps numbers to the last digit, sets and bytes', () => {
    const item = {
      pk: { S: 'A' },
      B: { N: '12345678901234567890.123456789' },
      M: { M: { B: { B: new Uint8Array([0, 255]) }, BS: { S: 'BS' } } },
      L: { L: [{ BS: [new Uint8Array([7])] }, { SS: ['b', 'a'] }, { NULL: true }] },
    } satisfies StoredItem;
    expect(itemIn(itemLine(item))).toEqual(item);
  });
});

describe('an import', () => {
  test('goes into an empty table only', async () => {
    const place = await emptyTable();
    await importBackup(place, file, { now: world.now() });
    const before = await itemsIn(place);
    const again = importBackup(place, file, { now: world.now() });
    await expect(again).rejects.toThrow(/is not empty/);
    await expect(importBackup(placeOf(), file, { now: world.now() })).rejects.toThrow(/not empty/);
    expect(await itemsIn(place)).toEqual(before);
  });

  test.each(['before', 'after'] as const)(
    'that dies goes on, whichever write it died %s',
    async (when) => {
      const whole = await emptyTable();
      await importBackup(whole, file, { now: world.now() });
      const wanted = await itemsIn(whole);
      // The mark, an item, some more, and the last of them.
      for (const nth of [1, 2, 17, wanted.length, wanted.length + 1]) {
        const place = await emptyTable();
        const dying = { ...place, client: mortal(nth, when) };
        const fate = importBackup(dying, file, { now: world.now() });
        await expect(fate).rejects.toThrow('the process died');
        if (nth > 1) {
          await expect(refuseHalf(place)).rejects.toThrow(/has not ended/);
          const exporting = exportTable(place, join(folder, 'half.gz'), {
            stage: 'test',
            now: world.now(),
          });
          await expect(exporting).rejects.toThrow(/has not ended/);
        }
        // A day later, when more has expired: what goes in was decided when it began.
        const done = await importBackup(place, file, { now: later(world.now(), 24 * HOUR) });
        if (nth > 1) expect(done.written + done.there).toBe(wanted.length);
        expect(new Set((await itemsIn(place)).map(itemLine)).size).toBe(
          nth > 1 ? wanted.length : done.written,
        );
        await refuseHalf(place);
      }
    },
    60_000,
  );

  test('does not go on with another file, nor in a table that somebody uses', async () => {
    const place = await emptyTable();
    const dying = { ...place, client: mortal(9, 'before') };
    await expect(importBackup(dying, file, { now: world.now() })).rejects.toThrow();
    const other = join(folder, 'other.gz');
    await exportTable(placeOf(), other, { stage: 'test', now: later(world.now(), 1) });
    const mixing = importBackup(place, other, { now: world.now() });
    await expect(mixing).rejects.toThrow(/An import of another file .* was not ended/);
    const stranger = { pk: { S: 'USER#stranger' }, sk: { S: 'USER' } };
    const writing = new PutItemCommand({ TableName: place.tableName, Item: stranger });
    await place.client.send(writing);
    const beside = importBackup(place, file, { now: world.now() });
    await expect(beside).rejects.toThrow(/Somebody uses the table/);
  });

  test('waits for a table that takes no more at the moment', async () => {
    const place = await emptyTable();
    let refused = 0;
    const client = new DynamoDBClient({ maxAttempts: 1 });
    client.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          if (commandName !== 'PutItemCommand' || refused >= 5) return next(args);
          refused += 1;
          throw Object.assign(new Error('slower'), { name: 'ThrottlingException' });
        },
      { step: 'initialize', name: 'throttle' },
    );
    await importBackup({ ...place, client }, file, { now: world.now() });
    expect(refused).toBe(5);
  });
});

/** A client of a process that dies at its n-th write: nothing leaves it from then on. */
function mortal(dieAt: number, when: 'before' | 'after'): DynamoDBClient {
  const client = new DynamoDBClient({ maxAttempts: 1 });
  let writes = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (/^(Put|Delete)/.test(String(commandName))) writes += 1;
        if (writes > dieAt) throw new Error('the process died');
        if (writes < dieAt) return next(args);
        if (when === 'after') await next(args);
        throw new Error('the process died');
      },
    { step: 'initialize', name: 'mortal' },
  );
  return client;
}

describe('the ledger', () => {
  const entry = (cause: string, ...postings: (readonly [string, number])[]) => ({
    pk: { S: `ENTRY#${cause}` },
    sk: { S: 'ENTRY' },
    cause: { S: cause },
    gsi2sk: { S: cause },
    ...postings
      .filter(([account]) => account.startsWith('user:'))
      .map(([account]) => ({ userId: { S: account.slice('user:'.length) } }))[0],
    postings: {
      L: postings.map(([account, amount]) => ({
        M: { account: { S: account }, amount: { N: String(amount) } },
      })),
    },
  });
  const balance = (userId: string, cents: number, entries: number, outgoing = 0, waiting = 0) => ({
    pk: { S: `USER#${userId}` },
    sk: { S: 'BALANCE' },
    outgoing: { N: String(outgoing) },
    waiting: { N: String(waiting) },
    balance: { N: String(cents) },
    entries: { N: String(entries) },
  });
  const payout = (status: string, cents: number) => ({
    ...{ pk: { S: 'USER#a' }, sk: { S: 'PAYOUT#2026-11' } },
    ...{ status: { S: status }, amount: { N: String(cents) } },
  });
  const sound: StoredItem[] = [
    entry('one', ['user:a', 90], ['platform:fees', 10], ['held', -100]),
    entry('two', ['user:a', -50], ['payout:transit', 50]),
    balance('a', 40, 1, 50),
    payout('SENDING', 50),
  ];
  const count = (items: readonly StoredItem[]) => {
    const ledger = new LedgerCount();
    for (const item of items) ledger.add(item);
    return ledger;
  };

  test('has one hash whatever the order of its items and of what is in them', () => {
    const turned = [...sound]
      .reverse()
      .map((item) => Object.fromEntries(Object.entries(item).reverse()));
    expect(count(turned).hash()).toBe(count(sound).hash());
    expect(count(sound).hash()).toMatch(/^[0-9a-f]{64}$/);
    expect(count(sound).faults()).toEqual([]);
  });

  test('has the same hash wherever an item stands in lists, and another for any fact', () => {
    const moved = sound.map((item) => ('gsi2sk' in item ? { ...item, gsi2sk: { S: 'x' } } : item));
    expect(count(moved).hash()).toBe(count(sound).hash());
    const hashes = [
      sound,
      sound.slice(1),
      [...sound, sound[0] as StoredItem],
      sound.with(2, balance('a', 41, 1, 50)),
      sound.with(2, balance('b', 40, 1, 50)),
      sound.with(3, payout('PAID', 50)),
      sound.with(0, entry('one', ['user:a', 91], ['platform:fees', 9], ['held', -100])),
    ].map((items) => count(items).hash());
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test.each<[string, StoredItem[], RegExp]>([
    ['an entry that is off', [entry('off', ['held', 3])], /the entry off is off by 3 cents/],
    ['a balance that nobody posted', [balance('z', 7, 0)], /balance of z is 7 cents, and .* say 0/],
    ['postings without a balance', [entry('x', ['user:q', 5], ['held', -5])], /balance of q is 0/],
    [
      'an entry that was not counted',
      [balance('a', 40, 2, 50)],
      /counts 2 entries, and there are 1/,
    ],
    ['a payout that nobody counts on', [balance('a', 40, 1)], /0 cents go out .* it is 50 and 0/],
    ['a payout that does not wait', [balance('a', 40, 1, 50, 50)], /50 of them wait; .* 50 and 0/],
    ['a payout that is not on its way', [payout('PAID', 50)], /50 cents are on their way .* and 0/],
  ])('names %s', (_what, items, sentence) => {
    const replaced = sound.filter(
      (item) => !items.some((one) => one.pk?.S === item.pk?.S && one.sk?.S === item.sk?.S),
    );
    expect(
      count([...replaced, ...items])
        .faults()
        .join('; '),
    ).toMatch(sentence);
  });

  test('is told by account, those of people as one', () => {
    expect(count(sound).totals()).toEqual([
      ['held', -100, 0],
      ['payout:transit', 50, 0],
      ['platform:fees', 10, 0],
      ['user:*', 40, 1],
    ]);
  });
});
