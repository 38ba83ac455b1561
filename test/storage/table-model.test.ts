import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { put, table } from '#functions/storage/table.ts';
import { createTable, deleteTable } from '#lib/local/engine.ts';
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

/** The result of each request, or the name and reasons of its error. */
async function outcomes(calls: readonly RandomRequest[]): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const { send } of calls) {
    try {
      all.push(await send());
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
function countOutcomes(description: Map<string, number>, all: readonly unknown[]): void {
  for (const outcome of all) {
    const name = outcome === 'done' || outcome === 'refused' ? outcome : kindOf(outcome);
    description.set(name, (description.get(name) ?? 0) + 1);
  }
}

const kindOf = (outcome: unknown): string =>
  (outcome as { is?: string } | undefined)?.is ?? (outcome === undefined ? 'nothing' : 'found');

test('the table model gives the same responses, errors and items as the engine', async () => {
  const compared = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(randomRequest, { minLength: 10, maxLength: 40 }), async (calls) => {
      const modelled = await runOnModel(calls);
      const real = await runOnEngine(calls);
      calls.forEach(({ description }, at) => {
        expect([at, description, modelled.outcomes[at]]).toEqual([
          at,
          description,
          real.outcomes[at],
        ]);
      });
      expect(modelled.items).toEqual(real.items);
      countOutcomes(compared, real.outcomes);
    }),
    { seed: 20_261_121, numRuns: 60 },
  );
  for (const frequent of ['done', 'refused', 'found'])
    expect(compared.get(frequent)).toBeGreaterThan(100);
  for (const rare of ['ValidationException', 'TransactionCanceledException', 'nothing'])
    expect(compared.get(rare)).toBeGreaterThan(0);
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
