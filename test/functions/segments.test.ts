import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { stripeClient } from '#functions/gateways/stripe.ts';
import { withSegment } from '#functions/segments.ts';
import { table } from '#functions/storage/table.ts';
import { worldOfFile } from '../support/test-world.ts';

/* X-Ray segments of the requests that a function awaits, as the X-Ray daemon receives them. */

const SAMPLED =
  'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=a:1';
const PARENT = { trace_id: '1-5759e988-bd862e3fe1be46a994272793', parent_id: '53995c3f42cd8ad8' };

const world = worldOfFile();
let daemon: Socket;
let provider: Server;
let base: string;
const received: string[] = [];

beforeAll(async () => {
  daemon = createSocket('udp4').on('message', (message) => received.push(message.toString()));
  daemon.bind(0, '127.0.0.1');
  provider = createServer((_request, response) => response.writeHead(402).end('{"error":{}}'));
  provider.listen(0, '127.0.0.1');
  await Promise.all([once(daemon, 'listening'), once(provider, 'listening')]);
  base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => {
  daemon.close();
  provider.close();
});
afterEach(() => {
  delete process.env._X_AMZN_TRACE_ID;
  delete process.env.AWS_XRAY_DAEMON_ADDRESS;
  received.length = 0;
});

function recording(header: string): void {
  process.env._X_AMZN_TRACE_ID = header;
  process.env.AWS_XRAY_DAEMON_ADDRESS = `127.0.0.1:${daemon.address().port}`;
}

/** Returns the next document that the daemon receives. */
async function nextDocument() {
  if (received.length === 0) await once(daemon, 'message');
  const [header, document = ''] = received.shift()?.split('\n') ?? [];
  expect(header).toBe('{"format":"json","version":1}');
  return JSON.parse(document);
}

test('a table read is an X-Ray subsegment of the function', async () => {
  recording(SAMPLED);
  await table.get({ pk: 'NONE', sk: 'NONE' });
  const sent = await nextDocument();
  expect(sent).toMatchObject({
    ...PARENT,
    name: 'DynamoDB',
    namespace: 'aws',
    type: 'subsegment',
    aws: { operation: 'GetItem', table_name: world.tableName },
  });
  expect(sent.id).toMatch(/^[0-9a-f]{16}$/);
  expect(sent.end_time).toBeGreaterThanOrEqual(sent.start_time);
  expect(sent).not.toHaveProperty('fault');
  await withSegment(
    async () => {},
    () => ({ name: 'the next', namespace: 'remote' }),
  );
  expect(await nextDocument()).toMatchObject({ name: 'the next' });
});

test('a Stripe request is a segment with its status and path, without its query', async () => {
  recording(SAMPLED);
  const client = stripeClient('sk_test_1', base);
  await expect(client.customers.search({ query: "email:'a@b.c'" })).rejects.toThrow();
  expect(await nextDocument()).toMatchObject({
    ...PARENT,
    name: '127.0.0.1',
    namespace: 'remote',
    error: true,
    http: {
      request: { method: 'GET', url: `${base}/v1/customers/search` },
      response: { status: 402 },
    },
  });
});

test('failing work is recorded as a fault, and its error is rethrown', async () => {
  recording(SAMPLED);
  const details = () => ({ name: 'one', namespace: 'remote' }) as const;
  const work = () => Promise.reject(new Error('no'));
  await expect(withSegment(work, details)).rejects.toThrow('no');
  expect(await nextDocument()).toMatchObject({ name: 'one', fault: true });
});

test('nothing is sent or awaited for a request that is not traced', async () => {
  const details = (name: string) => () => ({ name, namespace: 'remote' }) as const;
  recording(SAMPLED.replace('Sampled=1', 'Sampled=0'));
  await withSegment(async () => {}, details('not sampled'));
  recording('');
  await withSegment(async () => {}, details('outside of a trace'));
  recording(SAMPLED);
  delete process.env.AWS_XRAY_DAEMON_ADDRESS;
  await withSegment(async () => {}, details('without a daemon'));
  recording(SAMPLED);
  const broken = () => {
    throw new Error('details that cannot be had');
  };
  expect(await withSegment(async () => 'done', broken)).toBe('done');
  await withSegment(async () => {}, details('the last'));
  expect(await nextDocument()).toMatchObject({ name: 'the last' });
});
