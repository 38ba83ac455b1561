import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningEnvironment } from '../../lib/local/lock.ts';
import { channelAt } from '../../shared/live.ts';
import { instant } from '../../shared/time.ts';
import { encodeForm } from '../../shared/wire.ts';
import { groupOf } from '../../test/support/chat-calls.ts';
import { LiveClient } from '../../test/support/live-client.ts';
import type { Person } from '../../test/support/people.ts';
import type { World } from '../../test/support/world.ts';
import { load, round } from '../load.ts';
import { ServerProcess } from '../server-process.ts';

/*
 * 2,000 people with the WebSocket open on one local server, in groups of fifty. Each group gets messages through the whole path:
 * the operation, the stream of the table, the bus, the subscriber, the emulated AppSync. Prints JSON.
 */

const GROUPS = 40;
const GROUP_SIZE = 50;
const SOCKETS = GROUPS * GROUP_SIZE;
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
const before = await server.ask<number>('memory');

/** When each message was sent, and how long it took to each member. */
const sent = new Map<string, number>();
const times: number[] = [];

async function connect({ user, token }: Person): Promise<void> {
  const client = await LiveClient.connect(
    `${origin.replace('http', 'ws')}/event/realtime`,
    token,
    ({ type, event }) => {
      const hint = type === 'data' ? JSON.parse(String(event)) : {};
      const began = sent.get(`${hint.chatId} ${hint.number}`);
      if (hint.kind === 'chatMessage' && began !== undefined) times.push(performance.now() - began);
    },
  );
  await client.subscribe('own', channelAt(user.id, world.now()));
}

const began = performance.now();
const people = groups.flatMap((group) => group.people);
await Promise.all(
  Array.from({ length: CONNECTING }, async () => {
    for (let next = people.pop(); next; next = people.pop()) await connect(next);
  }),
);
const connectSeconds = (performance.now() - began) / 1_000;
const connected = await server.ask<number>('memory');

for (let nth = 1; nth <= ROUNDS; nth += 1) {
  const left = [...groups];
  await load(origin, () => messageIn(left.pop() as Group, nth), GROUPS);
  const whole = nth * SOCKETS;
  while (times.length < whole) await new Promise((resolve) => setTimeout(resolve, 10));
}

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

times.sort((one, other) => one - other);
const share = (of: number) => round(times[Math.ceil(times.length * of) - 1] ?? 0);
const after = await server.ask<number>('memory');
const megabytes = (bytes: number) => Math.round(bytes / 1e6);
process.stdout.write(
  JSON.stringify({
    sockets: SOCKETS,
    groupSize: GROUP_SIZE,
    rounds: ROUNDS,
    arrivals: times.length,
    connectSeconds: round(connectSeconds),
    milliseconds: { p50: share(0.5), p95: share(0.95), max: share(1) },
    megabytes: {
      before: megabytes(before),
      connected: megabytes(connected),
      after: megabytes(after),
    },
    kilobytesPerSocket: Math.round((connected - before) / SOCKETS / 1e3),
  }),
);
await server.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
