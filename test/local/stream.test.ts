import { randomUUID } from 'node:crypto';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Bus } from '#lib/local/bus.ts';
import { createTable } from '#lib/local/engine.ts';
import { Stream } from '#lib/local/stream.ts';
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

/**
 * A stream reader that continues at the position in the folder; it hands each batch to `publish`. `settled` ends when the
 * subscribers are done.
 */
function reader(
  publish: (event: Told) => Published | undefined,
  settled = async (): Promise<void> => undefined,
) {
  const [heard, viewed]: [string[], string[]] = [[], []];
  const keysIn = (event: unknown) =>
    (event as Told).Records.map(({ dynamodb }) => dynamodb.Keys.pk.S);
  const stream = new Stream({
    engineUrl,
    tableName,
    folder,
    publish: async (event) => {
      heard.push(...keysIn(event));
      return publish(event as Told);
    },
    countViews: async (event) => void viewed.push(...keysIn(event)),
    settled,
    onFault: () => undefined,
  });
  return { stream, heard, viewed };
}

describe('the local table stream', () => {
  test('publishes domain events only, and retries from the first one that was rejected', async () => {
    for (const pk of ['EVENT#1', 'USER#1', 'EVENT#2', 'EVENT#3']) await write(pk);
    let failures = 1;
    const { stream, heard } = reader(({ Records: records }) => {
      const failed = records[failures > 0 ? 1 : records.length]?.dynamodb.SequenceNumber;
      failures -= 1;
      return { batchItemFailures: failed ? [{ itemIdentifier: failed }] : [] };
    });
    await stream.drain();
    expect(heard).toEqual(['EVENT#1', 'EVENT#2', 'EVENT#3']);
    await stream.drain();
    expect(heard.slice(3)).toEqual(['EVENT#2', 'EVENT#3']);
    await stream.stop();
  });

  test('continues after a restart where it stopped, and retries a batch that failed', async () => {
    await write('EVENT#4');
    const broken = reader(() => {
      throw new Error('ended in the middle');
    });
    await broken.stream.drain();
    await broken.stream.stop();
    const { stream, heard } = reader(() => undefined);
    await stream.drain();
    expect(heard).toEqual(['EVENT#4']);
    await stream.stop();
  });

  test('repeats a batch whose subscribers were not done when the process ended', async () => {
    await write('EVENT#4B');
    const ended = reader(
      () => undefined,
      () => Promise.reject(new Error('ended in the middle')),
    );
    await ended.stream.drain();
    await ended.stream.stop();
    const { stream, heard } = reader(() => undefined);
    await stream.drain();
    expect([ended.heard, heard]).toEqual([['EVENT#4B'], ['EVENT#4B']]);
    await stream.stop();
  });

  test('passes new views of profiles to the function that counts them, after the events of the batch', async () => {
    for (const pk of ['VIEWS#1', 'EVENT#5', 'VIEWS#2']) await write(pk);
    const orders: string[][] = [];
    const { stream, heard, viewed } = reader(() => {
      orders.push([...viewed]);
      return undefined;
    });
    await stream.drain();
    expect([heard, viewed, orders]).toEqual([['EVENT#5'], ['VIEWS#1', 'VIEWS#2'], [[]]]);
    await stream.stop();
  });
});

describe('the local event bus', () => {
  // An event type with four subscribers.
  const event = { id: 'e', source: 'replypaid', 'detail-type': 'money.lost', detail: {} };
  let time = Date.parse('2026-11-26T00:00:00.000Z');
  const SUBSCRIBERS = 4;

  /** A bus whose first `times` deliveries fail, or fewer if it is mended before. */
  const failing = (times: number) => {
    const own = newFolder();
    folders.push(own);
    let calls = 0;
    let isMended = false;
    const open = () =>
      new Bus({
        folder: own.folder,
        now: () => time,
        call: async () => {
          calls += 1;
          if (calls <= times && !isMended) throw new Error('lost on the way');
        },
      });
    const mend = () => {
      isMended = true;
    };
    return { bus: open(), open, calls: () => calls, mend };
  };
  const folders: ReturnType<typeof newFolder>[] = [];
  afterAll(() => {
    for (const own of folders) own.remove();
  });

  test('leaves out named subscribers during some work, and not after it, also if it failed', async () => {
    const { bus, calls } = failing(0);
    const work = bus.without(['countAnalytics', 'measureBusiness'], async () => {
      bus.accept(event);
      await bus.settled();
      throw new Error('the work failed');
    });
    await expect(work).rejects.toThrow('the work failed');
    expect(calls()).toBe(SUBSCRIBERS - 2);
    bus.accept(event);
    await bus.settled();
    expect(calls()).toBe(2 * SUBSCRIBERS - 2);
  });

  test('retries a lost delivery until it arrives', async () => {
    const { bus, calls } = failing(2);
    bus.accept(event);
    await bus.settled();
    expect([calls(), bus.undelivered]).toEqual([SUBSCRIBERS + 2, []]);
  });

  test('keeps a failed delivery with its reason', async () => {
    const { bus } = failing(100);
    bus.accept(event);
    await bus.settled();
    const left = bus.undelivered.map(({ id, subscriber, why }) => `${id} ${subscriber} ${why}`);
    expect(left.sort()).toEqual([
      'e countAnalytics lost on the way',
      'e countReliability lost on the way',
      'e measureBusiness lost on the way',
      'e recordOutcomes lost on the way',
    ]);
  });

  test('retries a failed delivery with growing delays, also after a restart, until it arrives', async () => {
    const { bus, open, calls } = failing(6 * SUBSCRIBERS);
    bus.accept(event);
    await bus.settled();
    const delays: number[] = [];
    let delivered = 0;
    for (let restarted = open(); delivered === 0; restarted = open()) {
      const [{ nextTryAt = '' } = {}] = restarted.undelivered;
      delays.push(Date.parse(nextTryAt) - time);
      time = Date.parse(nextTryAt) - 1;
      expect([await restarted.retry(), restarted.undelivered.length]).toEqual([0, SUBSCRIBERS]);
      time += 1;
      delivered = await restarted.retry();
    }
    expect([delays, delivered, calls()]).toEqual([
      [1_000, 2_000, 4_000],
      SUBSCRIBERS,
      7 * SUBSCRIBERS,
    ]);
    expect(open().undelivered).toEqual([]);
  });

  test('retries for a day, at most five minutes apart; the dead letter then waits for an operator', async () => {
    const { bus, open, calls, mend } = failing(Number.POSITIVE_INFINITY);
    const [began, SECOND, DAY] = [time, 1_000, 24 * 60 * 60 * 1_000];
    bus.accept(event);
    await bus.settled();
    const delays: number[] = [];
    for (let next = bus.undelivered[0]?.nextTryAt; next; next = bus.undelivered[0]?.nextTryAt) {
      delays.push((Date.parse(next) - time) / SECOND);
      time = Date.parse(next);
      await bus.retry();
    }
    expect(delays.slice(0, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    expect(Math.max(...delays)).toBe(300);
    expect(time - began).toBeGreaterThanOrEqual(DAY);
    expect(time - began).toBeLessThan(DAY + 300 * SECOND);
    const before = calls();
    time += DAY;
    expect([await bus.retry(), calls()]).toEqual([0, before]);
    expect([await bus.redrive(), bus.undelivered.length]).toEqual([0, SUBSCRIBERS]);
    mend();
    expect([await bus.redrive(), bus.undelivered.length]).toEqual([SUBSCRIBERS, 0]);
    expect(open().undelivered).toEqual([]);
  });
});
