import { randomUUID } from 'node:crypto';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Bus } from '../../lib/local/bus.ts';
import { createTable } from '../../lib/local/engine.ts';
import { Stream } from '../../lib/local/stream.ts';
import { newFolder } from './machine.ts';

const { folder, remove } = newFolder();
const engineUrl = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
const tableName = `test-${randomUUID()}`;
const client = new DynamoDBClient({
  endpoint: engineUrl,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

beforeAll(() => createTable(engineUrl, tableName));
afterAll(() => {
  client.destroy();
  remove();
});

type Told = { Records: { dynamodb: { SequenceNumber: string; Keys: { pk: { S: string } } } }[] };
type Published = { batchItemFailures: { itemIdentifier: string }[] };

const write = (pk: string) =>
  client.send(
    new PutItemCommand({ TableName: tableName, Item: { pk: { S: pk }, sk: { S: 'X' } } }),
  );

/** A stream reader that continues at the position in the folder; it hands each batch to `publish`. */
function reader(publish: (event: Told) => Published | undefined) {
  const [heard, viewed]: [string[], string[]] = [[], []];
  const keysIn = (event: unknown) =>
    (event as Told).Records.map(({ dynamodb }) => dynamodb.Keys.pk.S);
  const stream = new Stream({
    ...{ engineUrl, tableName, folder },
    publish: async (event) => {
      heard.push(...keysIn(event));
      return publish(event as Told);
    },
    countViews: async (event) => void viewed.push(...keysIn(event)),
    settled: async () => undefined,
    onFault: () => undefined,
  });
  return { stream, heard, viewed };
}

describe('the local table stream', () => {
  test('publishes domain events only, and retries from the first one that was rejected', async () => {
    for (const pk of ['FACT#1', 'USER#1', 'FACT#2', 'FACT#3']) await write(pk);
    let failures = 1;
    const { stream, heard } = reader(({ Records: records }) => {
      const failed = records[failures > 0 ? 1 : records.length]?.dynamodb.SequenceNumber;
      failures -= 1;
      return { batchItemFailures: failed ? [{ itemIdentifier: failed }] : [] };
    });
    await stream.drain();
    expect(heard).toEqual(['FACT#1', 'FACT#2', 'FACT#3']);
    await stream.drain();
    expect(heard.slice(3)).toEqual(['FACT#2', 'FACT#3']);
    await stream.stop();
  });

  test('continues after a restart where it stopped, and retries a batch that failed', async () => {
    await write('FACT#4');
    const broken = reader(() => {
      throw new Error('ended in the middle');
    });
    await broken.stream.drain();
    await broken.stream.stop();
    const { stream, heard } = reader(() => undefined);
    await stream.drain();
    expect(heard).toEqual(['FACT#4']);
    await stream.stop();
  });

  test('passes new views of profiles to the function that counts them, after the events of the batch', async () => {
    for (const pk of ['VIEWS#1', 'FACT#5', 'VIEWS#2']) await write(pk);
    const orders: string[][] = [];
    const { stream, heard, viewed } = reader(() => {
      orders.push([...viewed]);
      return undefined;
    });
    await stream.drain();
    expect([heard, viewed, orders]).toEqual([['FACT#5'], ['VIEWS#1', 'VIEWS#2'], [[]]]);
    await stream.stop();
  });
});

describe('the local event bus', () => {
  // An event type with three subscribers.
  const event = { id: 'e', source: 'replypaid', 'detail-type': 'money.lost', detail: {} };
  const failing = (times: number) => {
    let calls = 0;
    const bus = new Bus({
      folder,
      now: Date.now,
      call: async () => {
        calls += 1;
        if (calls <= times) throw new Error('lost on the way');
      },
    });
    return { bus, calls: () => calls };
  };

  test('retries a lost delivery until it arrives', async () => {
    const { bus, calls } = failing(2);
    bus.accept(event);
    await bus.settled();
    expect([calls(), bus.deadLetters()]).toEqual([6, []]);
  });

  test('keeps a failed delivery with its reason', async () => {
    const { bus } = failing(100);
    bus.accept(event);
    await bus.settled();
    const left = bus.deadLetters().map(({ id, subscriber, why }) => `${id} ${subscriber} ${why}`);
    expect(left.sort()).toEqual([
      'e countAnalytics lost on the way',
      'e countReliability lost on the way',
      'e measureBusiness lost on the way',
      'e recordOutcomes lost on the way',
    ]);
  });
});
