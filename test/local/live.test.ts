import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startAws } from '#lib/local/aws/aws.ts';
import type { AuthorizerEvent } from '#lib/local/live/authorizer.ts';
import { LiveServer } from '#lib/local/live/live-server.ts';
import { LiveClient } from '../support/live-client.ts';

/* The emulated Event API, with an authorizer that allows each person their own channel. */

const ANA = '/people/ana/1';
const BEN = '/people/ben/1';

let server: Server;
let live: LiveServer;
let aws: Awaited<ReturnType<typeof startAws>>;
let url: string;
let asked: AuthorizerEvent[];
const clients: LiveClient[] = [];

beforeEach(async () => {
  asked = [];
  live = new LiveServer({
    authorize: async (event) => {
      asked.push(event);
      if (event.authorizationToken === 'broken') throw new Error('the authorizer failed');
      const { operation, channel = '' } = event.requestContext;
      const person = /^token of (\w+)$/.exec(event.authorizationToken)?.[1];
      const isOwn = operation === 'EVENT_CONNECT' || channel.startsWith(`/people/${person}/`);
      return { isAuthorized: person !== undefined && isOwn };
    },
    keepAliveEvery: 20,
    connectionTimeoutMs: 1_000,
  });
  server = createServer((_, response) => response.end('a page'));
  live.listen(server, { sharesUpgrades: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  aws = await startAws({
    secrets: () => ({}),
    onTextMessage: () => undefined,
    onEvent: () => undefined,
    onLiveEvents: (channel, events) => live.publish(channel, events),
  });
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  live.close();
  await aws.stop();
  await new Promise((resolve) => server.close(resolve));
});

/** Opens a connection as the web app does. Rejects with the status of a refused handshake. */
async function connect(token: string, path = '/event/realtime'): Promise<LiveClient> {
  const client = await LiveClient.connect(`${url}${path}`, token);
  clients.push(client);
  return client;
}

const SIGNED =
  'AWS4-HMAC-SHA256 Credential=local/20261121/us-east-1/appsync/aws4_request, SignedHeaders=host, Signature=00';

const publish = (body: unknown, authorization: string = SIGNED) =>
  fetch(`${aws.url}/event`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  });

describe('the handshake', () => {
  test('asks the authorizer with the headers of the subprotocol', async () => {
    await connect('token of ana');
    expect(asked).toEqual([
      {
        authorizationToken: 'token of ana',
        requestContext: {
          apiId: 'local',
          accountId: '000000000000',
          operation: 'EVENT_CONNECT',
          requestId: expect.any(String),
        },
        requestHeaders: { authorization: 'token of ana', host: 'localhost' },
      },
    ]);
  });

  test('is refused with a forged token, without one, and if the authorizer fails', async () => {
    await expect(connect('forged')).rejects.toThrow('401');
    await expect(connect('')).rejects.toThrow('401');
    await expect(connect('broken')).rejects.toThrow('401');
    expect(live.connectionCount).toBe(0);
  });

  test('is refused without the subprotocols and at another path', async () => {
    await expect(LiveClient.connect(`${url}/event/realtime`, undefined)).rejects.toThrow('400');
    await expect(connect('token of ana', '/other')).rejects.toThrow('404');
  });
});

describe('a connection', () => {
  test('is acknowledged with its timeout, and gets signs of life', async () => {
    const ana = await connect('token of ana');
    ana.send({ type: 'connection_init' });
    expect(await ana.next('connection_ack')).toEqual({
      type: 'connection_ack',
      connectionTimeoutMs: 1_000,
    });
    expect(await ana.next('ka')).toEqual({ type: 'ka' });
  });

  test('gets what is published to its channel, until it unsubscribes', async () => {
    const ana = await connect('token of ana');
    await ana.subscribe('one', ANA);
    expect(asked.at(-1)?.requestContext).toMatchObject({
      operation: 'EVENT_SUBSCRIBE',
      channel: ANA,
      channelNamespaceName: 'people',
    });
    const events = [1, 2].map((n) => JSON.stringify({ n }));
    const answer = await publish({ channel: ANA, events });
    expect(await answer.json()).toMatchObject({
      failed: [],
      successful: [{ index: 0 }, { index: 1 }],
    });
    expect(await ana.next('data')).toEqual({ type: 'data', id: 'one', event: '{"n":1}' });
    expect(await ana.next('data')).toEqual({ type: 'data', id: 'one', event: '{"n":2}' });
    ana.send({ type: 'unsubscribe', id: 'one' });
    await ana.next('unsubscribe_success');
    await publish({ channel: ANA, events });
    ana.send({ type: 'unsubscribe', id: 'one' });
    expect(await ana.next('unsubscribe_error')).toMatchObject({ id: 'one' });
    expect(ana.received('data')).toEqual([]);
  });

  test('is refused the channel of somebody else, a forged token, and a second use of an id', async () => {
    const ana = await connect('token of ana');
    for (const [channel, token] of [
      [BEN, 'token of ana'],
      [ANA, 'forged'],
      ['/people/*', 'token of ana'],
    ] as const) {
      await expect(ana.subscribe('refused', channel, token)).rejects.toThrow(
        /UnauthorizedException|BadRequestException/,
      );
    }
    await ana.subscribe('one', ANA);
    await expect(ana.subscribe('one', ANA)).rejects.toThrow('DuplicatedOperationError');
    await publish({ channel: BEN, events: ['{}'] });
    ana.send({ type: 'connection_init' });
    await ana.next('connection_ack');
    expect(ana.received('data')).toEqual([]);
  });

  test('gets one subscription for an id that it uses twice at once', async () => {
    const ana = await connect('token of ana');
    const authorization = { Authorization: 'token of ana', host: 'localhost' };
    for (let nth = 0; nth < 2; nth += 1)
      ana.send({ type: 'subscribe', id: 'one', channel: ANA, authorization });
    expect(await ana.next('subscribe_error')).toMatchObject({
      id: 'one',
      errors: [{ errorType: 'DuplicatedOperationError' }],
    });
    expect(await ana.next('subscribe_success')).toEqual({ type: 'subscribe_success', id: 'one' });
  });

  test('may use an id again after it was refused, and after it was unsubscribed', async () => {
    const ana = await connect('token of ana');
    await expect(ana.subscribe('one', BEN)).rejects.toThrow('UnauthorizedException');
    await ana.subscribe('one', ANA);
    ana.send({ type: 'unsubscribe', id: 'one' });
    await ana.next('unsubscribe_success');
    await ana.subscribe('one', ANA);
  });

  test('is refused an authorization without the host, which AppSync requires', async () => {
    const ana = await connect('token of ana');
    const authorization = { Authorization: 'token of ana' };
    ana.send({ type: 'subscribe', id: 'one', channel: ANA, authorization });
    expect(await ana.next('subscribe_error')).toMatchObject({
      errors: [{ errorType: 'UnauthorizedException' }],
    });
  });

  test('may not publish', async () => {
    const ana = await connect('token of ana');
    await ana.subscribe('one', ANA);
    ana.send({ type: 'publish', id: 'two', channel: ANA, events: ['{}'] });
    expect(await ana.next('publish_error')).toMatchObject({
      id: 'two',
      errors: [{ errorType: 'UnauthorizedException' }],
    });
    expect(ana.received('data')).toEqual([]);
  });

  test('gets an error for a message that the protocol does not have', async () => {
    const ana = await connect('token of ana');
    ana.send({ type: 'start' });
    expect(await ana.next('error')).toMatchObject({
      errors: [{ errorType: 'UnsupportedOperation' }],
    });
  });

  test('ends when connections are cut', async () => {
    const ana = await connect('token of ana');
    expect(live.cut()).toBe(1);
    await ana.closed;
    expect(live.connectionCount).toBe(0);
  });
});

describe('publishing', () => {
  test('is refused without a signature for AppSync', async () => {
    const other = SIGNED.replace('appsync', 's3');
    for (const authorization of ['', 'token of ana', other])
      expect((await publish({ channel: ANA, events: ['{}'] }, authorization)).status).toBe(401);
  });

  test('is refused with more than five events, none, or one that is not JSON', async () => {
    for (const events of [['1', '2', '3', '4', '5', '6'], [], ['{']])
      expect((await publish({ channel: ANA, events })).status).toBe(400);
    expect((await publish({ channel: 'ana', events: ['{}'] })).status).toBe(400);
  });

  test('is refused with more than 240 KB', async () => {
    const events = [JSON.stringify('x'.repeat(240 * 1_024))];
    expect((await publish({ channel: ANA, events })).status).toBe(413);
  });
});
