import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { paginateScan, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { documents, put, table } from '#functions/storage/table.ts';
import { createTable, deleteTable } from '#lib/local/engine.ts';
import { type Cost, metered } from '#lib/operator/consumed-capacity.ts';
import { writeAll } from '../support/plant-conversations.ts';
import { scanTable } from '../support/scanned-table.ts';
import { engine } from '../support/stages/engine.ts';
import { itemsOf, memory, stopAnswering } from '../support/stages/memory.ts';
import { NotModelled, order, same } from '../support/table-model/condition-expressions.ts';
import { putIf, updateBy } from '../support/table-model/expression-steps.ts';
import { type RandomRequest, randomRequest } from '../support/table-model/random-requests.ts';

/* Compares the table model with the engine: the same requests must give the same responses, errors and items. */

type Attributes = Readonly<Record<string, unknown>>;

const [TABLE, STREAMED] = ['compared', 'streamed'];
const ENGINE = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';

beforeAll(() => {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    TABLE_NAME: TABLE,
  });
});

type Outcome = { readonly is: unknown; readonly reasons?: unknown; readonly cost?: Cost };

/** The result of each request with the capacity units that it took, or the name and reasons of its error. */
async function outcomes(calls: readonly RandomRequest[]): Promise<Outcome[]> {
  const all: Outcome[] = [];
  for (const { send } of calls) {
    try {
      const { result: is, cost } = await metered(send);
      all.push({ is, cost });
    } catch (fault) {
      const { name: is, CancellationReasons: reasons } = fault as {
        name: string;
        CancellationReasons?: { Code?: string }[];
      };
      all.push({ is, ...(reasons && { reasons: reasons.map(({ Code }) => Code) }) });
    }
  }
  return all;
}

async function runOnModel(calls: readonly RandomRequest[], name = TABLE) {
  await memory.createTable(name);
  try {
    return {
      outcomes: await outcomes(calls),
      items: itemsOf(name),
      records: (await memory.streamRecords(name)).map(streamEntry),
    };
  } finally {
    stopAnswering();
  }
}

async function runOnEngine(calls: readonly RandomRequest[]) {
  await createTable(ENGINE, TABLE, { stream: false });
  const all = await outcomes(calls);
  const items = await scanTable(TABLE);
  await deleteTable(ENGINE, TABLE);
  const place = (item: Attributes) => `${item.pk}\n${item.sk}`;
  return {
    outcomes: all,
    items: items.sort((one, other) => order(place(one), place(other))),
  };
}

/** A stream record in the form in which the two streams are compared. */
function streamEntry({ eventName, dynamodb }: DynamoDBRecord) {
  const { Keys = {}, NewImage } = dynamodb ?? {};
  return {
    eventName,
    at: unmarshall(Keys as Values),
    image: NewImage && unmarshall(NewImage as Values),
  };
}

async function engineStream(calls: readonly RandomRequest[]) {
  await engine.createTable(STREAMED, { stream: true });
  await outcomes(calls);
  return (await engine.streamRecords(STREAMED)).map(streamEntry);
}

type Values = Record<string, AttributeValue>;

/** Counts each kind of outcome, to show that it was compared. */
function countOutcomes(description: Map<string, number>, all: readonly Outcome[]): void {
  for (const { is } of all) {
    const name = typeof is === 'string' ? is : is === undefined ? 'nothing' : 'found';
    description.set(name, (description.get(name) ?? 0) + 1);
  }
}

/** Makes the requests of the model and of the engine, and returns the outcomes, which are the same. */
async function sameOutcomes(calls: readonly RandomRequest[]): Promise<Outcome[]> {
  const modelled = await runOnModel(calls);
  const real = await runOnEngine(calls);
  calls.forEach(({ description }, at) => {
    expect([at, description, modelled.outcomes[at]]).toEqual([at, description, real.outcomes[at]]);
  });
  expect(modelled.items).toEqual(real.items);
  return real.outcomes;
}

test('the table model gives the same responses, errors and items as the engine', async () => {
  const compared = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(randomRequest, { minLength: 10, maxLength: 40 }), async (calls) => {
      countOutcomes(compared, await sameOutcomes(calls));
    }),
    { seed: 20_261_121, numRuns: 60 },
  );
  for (const frequent of ['done', 'refused', 'found'])
    expect(compared.get(frequent)).toBeGreaterThan(100);
  for (const rare of ['ValidationException', 'TransactionCanceledException', 'nothing'])
    expect(compared.get(rare)).toBeGreaterThan(0);
});

const key = (sk: string) => ({ pk: 'A', sk });
const putOf = (sk: string, more: Attributes = {}): RandomRequest => ({
  description: `put ${sk}`,
  send: () => table.write(put({ ...key(sk), ...more })),
});

test('a page of a query ends at 1 MB', async () => {
  const letters = { gsi1pk: 'X', gsi1sk: '1', bio: 'b'.repeat(150_000) };
  const puts = Array.from({ length: 9 }, (_, nth) => putOf(`${nth}`, letters));
  const outcomes = await sameOutcomes([
    ...puts,
    { description: 'a page', send: () => table.query({ partition: 'A', consistent: true }) },
    { description: 'a page of keys', send: () => table.query({ index: 'gsi1', partition: 'X' }) },
  ]);
  const [page, keys] = outcomes.slice(puts.length).map(({ is }) => is);
  expect(page).toMatchObject({ count: 6, next: key('5') });
  expect(keys).toMatchObject({ count: 9 });
});

test('a scan reads the items that pass its filter, also of an index', async () => {
  const filtered = {
    TableName: TABLE,
    FilterExpression: 'begins_with(#sk, :two)',
    ExpressionAttributeNames: { '#sk': 'sk' },
    ExpressionAttributeValues: { ':two': '2' },
  };
  const outcomes = await sameOutcomes([
    ...['1', '2'].map((sk) => putOf(sk, { gsi1pk: 'X', gsi1sk: sk })),
    putOf('21'),
    { description: 'a scan', send: () => scannedBy(filtered) },
    { description: 'of an index', send: () => scannedBy({ ...filtered, IndexName: 'gsi1' }) },
  ]);
  expect(outcomes.slice(3).map(({ is }) => (is as Attributes[]).length)).toEqual([2, 1]);
});

/** The items of all pages of a scan. */
async function scannedBy(request: ScanCommandInput): Promise<Attributes[]> {
  const items: Attributes[] = [];
  for await (const page of paginateScan({ client: documents }, request))
    items.push(...(page.Items ?? []));
  return items;
}

test('an item larger than 400 KB is refused, whatever writes it', async () => {
  const bio = 'b'.repeat(409_000);
  const grow = () => updateBy(key('1'), 'SET #more = :more', { more: bio });
  const outcomes = await sameOutcomes([
    putOf('1', { bio }),
    putOf('2', { bio: `${bio}${'b'.repeat(700)}` }),
    { description: 'an update', send: () => table.write(grow()) },
    { description: 'a transaction', send: () => table.transact(grow()) },
  ]);
  expect(outcomes.map(({ is }) => is)).toEqual([
    'done',
    'ValidationException',
    'ValidationException',
    'TransactionCanceledException',
  ]);
});

test('keys are in the order of UTF-8, and numbers have the size that DynamoDB counts', async () => {
  const numbers = [0, 1, -1, 10, 99, 100, 123_456, -123_456, 1_800_000_000_000, 0.5];
  await sameOutcomes([
    ...['z', 'é', '\u{fffd}', '\u{1f600}', 'z1'].map((sk) => putOf(sk)),
    { description: 'a page', send: () => table.query({ partition: 'A' }) },
    ...numbers.map((number) => putOf('n', { text: 'x'.repeat(1_024 - 14), number })),
  ]);
});

test('a batch of puts is stored, and an attribute of a map removed', async () => {
  const items = ['1', '2'].map((sk) => ({ ...key(sk), map: { x: 1, y: 2 } }));
  await sameOutcomes([
    { description: 'a batch', send: () => writeAll(items) },
    {
      description: 'a removal',
      send: () => table.change(updateBy(key('1'), 'REMOVE #map.#y', {})),
    },
    { description: 'another', send: () => table.change(updateBy(key('1'), 'REMOVE #map.#y', {})) },
  ]);
});

/** The engine also streams writes that changed nothing, which DynamoDB does not. */
function changesIn(records: readonly ReturnType<typeof streamEntry>[]) {
  const images = new Map<string, Attributes | undefined>();
  return records.filter(({ at, image }) => {
    const place = `${at.pk} ${at.sk}`;
    const changed = !same(images.get(place), image);
    images.set(place, image);
    return changed;
  });
}

test('the stream of the table model has the same records as the engine', async () => {
  // Requests name the table for which they are made.
  process.env.TABLE_NAME = STREAMED;
  const calls = fc.sample(randomRequest, { seed: 20_261_121, numRuns: 300 });
  process.env.TABLE_NAME = TABLE;
  const { records } = await runOnModel(calls, STREAMED);
  expect(records).toEqual(changesIn(await engineStream(calls)));
  expect(records.length).toBeGreaterThan(50);
});

test('the table model throws NotModelled for features it does not support', async () => {
  await memory.createTable(TABLE);
  const at = { pk: 'A', sk: '1' };
  const unknown = [
    () => table.write(put({ ...at, when: new Date() })),
    () => table.write(put({ ...at, share: Number.NaN })),
    () => table.write(updateBy(at, 'ADD #n :half', { half: 0.5 })),
    () =>
      table.write(
        putIf(at, { when: 'attribute_type(#a, :type)', values: { type: 'S' }, otherwise: 'no' }),
      ),
  ];
  for (const request of unknown) await expect(request()).rejects.toThrow(NotModelled);
  expect(itemsOf(TABLE)).toEqual([]);
  stopAnswering();
});
