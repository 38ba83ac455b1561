import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { live } from '#functions/gateways/live.ts';
import { logOf } from '#functions/log.ts';
import { runningEnvironment } from '#lib/local/lock.ts';
import { channelAt } from '#shared/live.ts';
import { instant } from '#shared/time.ts';
import { encodeForm } from '#shared/wire.ts';
import { groupOf } from '#test/support/chat-calls.ts';
import { LiveClient } from '#test/support/live-client.ts';
import type { Person } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';
import { load, round } from '../load.ts';
import { ServerProcess } from '../server-process.ts';

/*
 * 2,000 WebSockets on one local server: 250 people in groups of fifty, each with eight devices. First everybody gets a hint at
 * once. Then each group gets messages through the whole path: the operation, the stream of the table, the bus, the subscriber.
 * Prints JSON.
 */

const GROUPS = 5;
const GROUP_SIZE = 50;
const DEVICES = 8;
const SOCKETS = GROUPS * GROUP_SIZE * DEVICES;
const ROUNDS = 5;
const CONNECTING = 20;

const folder = mkdtempSync(join(tmpdir(), 'replypaid-bench-'));
const server = await ServerProcess.start('local-server.ts', folder, 'streaming');
Object.assign(process.env, runningEnvironment(folder));
const origin = await server.ask<string>('url');
const world = { now: () => instant(Date.now()) } as World;

type Group = { readonly chatId: string; readonly people: readonly Person[] };

const groups: Group[] = [];
while (groups.length < GROUPS) groups.push(await groupOf(world, GROUP_SIZE));
const people = groups.flatMap((group) => group.people);
const before = await server.ask<number>('memory');

/** When a hint or a message was sent, by its name; and how long it took to each socket. */
const sent = new Map<string, number>();
let times: number[] = [];

/** The name of a hint: its kind, or the chat and the number of its message. */
const nameOf = (hint: { kind: string; chatId?: string; number?: number }): string =>
  hint.kind === 'chatMessage' ? `${hint.chatId} ${hint.number}` : hint.kind;

async function connect({ user, token }: Person): Promise<void> {
  const client = await LiveClient.connect(
    `${origin.replace('http', 'ws')}/event/realtime`,
    token,
    ({ type, event }) => {
      const time = type === 'data' ? sent.get(nameOf(JSON.parse(String(event)))) : undefined;
      if (time !== undefined) times.push(performance.now() - time);
    },
  );
  await client.subscribe('own', channelAt(user.id, world.now()));
}

const began = performance.now();
const devices = people.flatMap((person) => Array.from({ length: DEVICES }, () => person));
await Promise.all(
  Array.from({ length: CONNECTING }, async () => {
    for (let next = devices.pop(); next; next = devices.pop()) await connect(next);
  }),
);
const connectSeconds = (performance.now() - began) / 1_000;
const connected = await server.ask<number>('memory');

/** Repeats sending something to all sockets, and returns the times (ms) until it arrived. */
async function arrivals(send: (nth: number) => Promise<unknown>) {
  times = [];
  for (let nth = 1; nth <= ROUNDS; nth += 1) {
    await send(nth);
    while (times.length < nth * SOCKETS) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  times.sort((one, other) => one - other);
  const share = (of: number) => round(times[Math.ceil(times.length * of) - 1] ?? 0);
  return { arrivals: times.length, p50: share(0.5), p95: share(0.95), max: share(1) };
}

const log = logOf('bench');
const hints = people.map(({ user }) => ({
  userId: user.id,
  hints: [{ kind: 'account' } as const],
}));
const hintToAll = await arrivals(() => {
  sent.set('account', performance.now());
  return live.publish(hints, { now: world.now(), log });
});

/** The request of the nth message in a group; the members take turns. */
function messageIn({ chatId, people: members }: Group, nth: number) {
  sent.set(`${chatId} ${nth}`, performance.now());
  return {
    method: 'POST',
    path: '/api/createChatMessage',
    headers: {
      authorization: `Bearer ${members[nth]?.token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: encodeForm({ chatId, messageText: `<p>Message ${nth}</p>` }),
  } as const;
}

const messageToAll = await arrivals((nth) => {
  const left = [...groups];
  return load(origin, () => messageIn(left.pop() as Group, nth), GROUPS);
});

const megabytes = (bytes: number) => Math.round(bytes / 1e6);
process.stdout.write(
  JSON.stringify({
    sockets: SOCKETS,
    people: people.length,
    groupSize: GROUP_SIZE,
    connectSeconds: round(connectSeconds),
    hintToAll,
    messageToAll,
    megabytes: {
      before: megabytes(before),
      connected: megabytes(connected),
      after: megabytes(await server.ask<number>('memory')),
    },
    kilobytesPerSocket: Math.round((connected - before) / SOCKETS / 1e3),
  }),
);
await server.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
