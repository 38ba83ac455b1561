import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { handler as publishHints } from '#functions/events/publishHints.ts';
import { handler as authorizeLive } from '#functions/live/authorize.ts';
import { LiveServer } from '#lib/local/live/live-server.ts';
import { channelAt, periodEndOf } from '#shared/live.ts';
import { HINTED_EVENTS } from '#shared/rules/live/hinted-events.ts';
import { MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { groupOf, pair } from '../../support/chats.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { LiveClient } from '../../support/live-client.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import type { Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What a subscription that is open still gets: with the real authorizer and publisher, over a WebSocket. */

const world = worldOfFile();

let server: Server;
let live: LiveServer;
let clients: LiveClient[];
/** The domain events that were delivered, and those of earlier tests. */
const delivered = new Set<string>();

beforeAll(async () => {
  live = new LiveServer({
    authorize: (event) => authorizeLive(event as never, lambdaContext()),
  });
  server = createServer();
  live.listen(server, { sharesUpgrades: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  live.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  clients = [];
});
afterEach(() => {
  for (const client of clients) client.close();
});

/** Connects a device, and subscribes it to the present channel of the person. */
async function subscribed({ user, token }: Person): Promise<LiveClient> {
  const { port } = server.address() as AddressInfo;
  const client = await LiveClient.connect(`ws://127.0.0.1:${port}/event/realtime`, token);
  clients.push(client);
  await client.subscribe('own', channelAt(user.id, world.now()));
  await hintsOf(client);
  return client;
}

/** Delivers the domain events and their hints, and returns the hints that a device got since the last call. */
async function hintsOf(client: LiveClient): Promise<{ kind: string; number?: number }[]> {
  const hinted: readonly string[] = HINTED_EVENTS;
  for (const event of await domainEventsOf(world)) {
    if (hinted.includes(event.type) && !delivered.has(event.id))
      await publishHints({ detail: event } as never, lambdaContext());
    delivered.add(event.id);
  }
  for (const { channel, hint } of world.hints.splice(0))
    live.publish(channel, [JSON.stringify(hint)]);
  // The answer follows on everything that was sent before.
  client.send({ type: 'connection_init' });
  await client.next('connection_ack');
  const hints: { kind: string; number?: number }[] = [];
  while (client.received('data').length > 0)
    hints.push(JSON.parse(String((await client.next('data')).event)));
  return hints;
}

test('a subscription gets nothing after its period, and an expired token begins no other', async () => {
  const { ana, ben, chat } = await pair(world);
  const device = await subscribed(ben);
  await ana.says(chat);
  expect(await hintsOf(device)).toMatchObject([{ kind: 'chatMessage', number: 1 }]);

  world.advance(periodEndOf(ben.user.id, world.now()) - world.now() + MINUTE);
  await ana.says(chat);
  expect(await hintsOf(device)).toEqual([]);
  world.advance(15 * MINUTE);
  const next = channelAt(ben.user.id, world.now());
  await expect(device.subscribe('next', next)).rejects.toThrow('UnauthorizedException');
});

test('a subscription gets a hint of the sign-out, and its token can open no other', async () => {
  const { ben } = await pair(world);
  const device = await subscribed(ben);
  await ben.calls('signOut');
  expect(await hintsOf(device)).toMatchObject([{ kind: 'sessionEnded' }]);
  const own = channelAt(ben.user.id, world.now());
  await expect(device.subscribe('again', own)).rejects.toThrow('UnauthorizedException');
});

test('a subscription of a person whom an operator blocks gets a hint of that and no message, and its token can open no other', async () => {
  const { ana, ben, chat } = await pair(world);
  const device = await subscribed(ben);
  await runConfirmedOps(world, 'block', ben.user.username);
  expect(await hintsOf(device)).toEqual([{ kind: 'sessionEnded', sessionId: null }]);
  await ana.says(chat);
  expect(await hintsOf(device)).toEqual([]);
  const own = channelAt(ben.user.id, world.now());
  await expect(device.subscribe('again', own)).rejects.toThrow('UnauthorizedException');
});

test('a subscription of a person who leaves a group gets no message of it', async () => {
  const { maker, others, chat } = await groupOf(world, 3);
  const [leaver = maker] = others;
  const device = await subscribed(leaver);
  await leaver.leaves(chat);
  await hintsOf(device);
  await maker.says(chat);
  expect(await hintsOf(device)).toEqual([]);
});
