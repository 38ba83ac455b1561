import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { type Actor, requestOf } from '#lib/local/deeds/actor.ts';
import { type Deed, responseTo } from '#lib/local/deeds/calls.ts';
import { QUESTION } from '#lib/local/deeds/texts.ts';
import type { Order } from '#lib/local/deeds/things.ts';
import { runningEnvironment } from '#lib/local/lock.ts';
import { operations } from '#shared/api/index.ts';
import { instant } from '#shared/time.ts';
import { encodeForm } from '#shared/wire.ts';
import { bearer, newPerson, type Person } from '#test/support/people.ts';
import { plantConversations } from '#test/support/plant-conversations.ts';
import { type LoadRequest, load, median, round } from '../load.ts';
import { type RecordedCall, recorded, translated } from '../recorder.ts';
import { ServerProcess } from '../server-process.ts';

/*
 * Compares the CPU time of the local server per call (HTTP server, functions and emulators) with that of a bare server
 * that sends the same recorded requests to the same table with the AWS SDK. The database engine and the load generator are
 * other processes. The two take turns, and the figures are medians. Prints JSON.
 */

const ROUNDS = 7;
/**
 * The calls of a warm-up and of each round. The bare server counts its writes for the recorded senders: all together are
 * below the limit of messages per sender.
 */
const READS = { warmUp: 150, round: 60 };
const WRITES = { warmUp: 30, round: 18 };
const SENDERS = 10;
const LIST_LENGTH = 45;

const folder = mkdtempSync(join(tmpdir(), 'replypaid-bench-'));
const local = await ServerProcess.start('local-server.ts', folder);
Object.assign(process.env, runningEnvironment(folder));
const servers = {
  local,
  bare: await ServerProcess.start('bare-server.ts'),
};

const now = instant(Date.now());
const world = { now: () => now };
const recipient = await newPerson(world);
const planted = { recipient: recipient.user, status: 'OPEN', until: now } as const;
await plantConversations({ ...planted, sender: (await newPerson(world)).user }, LIST_LENGTH);

type Writer = Person & { readonly order: Order };

async function newWriters(): Promise<Writer[]> {
  const writers: Writer[] = [];
  for (let nth = 0; nth < SENDERS; nth += 1) {
    const person = await newPerson(world);
    const [id = ''] = await plantConversations({ ...planted, sender: person.user }, 1);
    writers.push({ ...person, order: { id, sender: person, recipient } });
  }
  return writers;
}

/** An operation to measure. */
type Measured = {
  readonly calls: typeof READS;
  /** The requests; the bare server ignores their contents. */
  readonly shot: () => LoadRequest;
  /** The calls that the bare server repeats. */
  readonly recording: readonly RecordedCall[];
};

/** A read by the recipient, with the same token each time. */
async function read(deed: (me: Actor) => Deed<unknown>) {
  const { id, token } = recipient;
  const view = () => responseTo(deed(bearer(token)));
  // Once before, so that nothing is recorded that only a first call does.
  await view();
  const { operation, input } = requestOf(id, deed);
  const path = `${operations[operation].path}?${encodeForm(input)}`;
  const headers = { authorization: `Bearer ${token}` };
  return {
    calls: READS,
    shot: () => ({ method: 'GET', path, headers }),
    recording: [await recorded(view)],
  } satisfies Measured;
}

const writes = ({ order }: Writer, me: Actor) => me.writes(order, { text: QUESTION });

/** Messages of other senders are recorded, and repeated in the conversations of a third group. */
async function write(): Promise<Measured> {
  const writers = await newWriters();
  let written = 0;
  const shot = (): LoadRequest => {
    const writer = writers[written++ % SENDERS] as Writer;
    const { operation, input } = requestOf(writer.id, (me) => writes(writer, me));
    return {
      method: 'POST',
      path: operations[operation].path,
      headers: {
        authorization: `Bearer ${writer.token}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: encodeForm(input),
    };
  };
  return { calls: WRITES, shot, recording: await recordedMessages() };
}

async function recordedMessages(): Promise<Measured['recording']> {
  const writers = await newWriters();
  const calls: RecordedCall[] = [];
  for (let nth = 0; nth < WRITES.warmUp + ROUNDS * WRITES.round; nth += 1) {
    const writer = writers[nth % SENDERS] as Writer;
    calls.push(await recorded(() => responseTo(writes(writer, writer))));
  }
  const others = await newWriters();
  const ids = new Map(
    writers.flatMap((writer, nth) => {
      const [from, to] = [idsOf(writer), idsOf(others[nth] as Writer)];
      return from.map((id, place) => [id, to[place] as string] as const);
    }),
  );
  return calls.map((one) => translated(one, ids, new Set([recipient.user.id])));
}

const idsOf = ({ user, token, order }: Writer): string[] => [
  user.id,
  String(decodeJwt(token).sid),
  order.id,
];

/** The CPU time per call in milliseconds, and the durations. */
async function window(server: ServerProcess, shot: () => LoadRequest, count: number) {
  const url = await server.ask<string>('url');
  const before = await server.cpu();
  const times = await load(url, shot, count);
  return { cpu: ((await server.cpu()) - before) / count, times };
}

const figureOf = (windows: readonly { cpu: number; times: readonly number[] }[]) => ({
  cpuMilliseconds: round(median(windows.map(({ cpu }) => cpu))),
  p50: round(median(windows.flatMap(({ times }) => times))),
});

async function compare(name: string, { calls, shot, recording }: Measured) {
  await servers.bare.ask('learn', [name, recording]);
  const rounds: Record<keyof typeof servers, Awaited<ReturnType<typeof window>>>[] = [];
  for (let nth = 0; nth <= ROUNDS; nth += 1) {
    const count = nth === 0 ? calls.warmUp : calls.round;
    // Subscribers first finish the events of earlier calls.
    await local.ask('drain');
    const one = {
      local: await window(servers.local, shot, count),
      bare: await window(servers.bare, shot, count),
    };
    if (nth > 0) rounds.push(one);
  }
  return {
    local: figureOf(rounds.map((one) => one.local)),
    bare: figureOf(rounds.map((one) => one.bare)),
    times: round(median(rounds.map((one) => one.local.cpu / one.bare.cpu))),
  };
}

const results = {
  viewUserProfile: await compare(
    'viewUserProfile',
    await read((me) => me.profileNamed(recipient.user.username)),
  ),
  viewInboxList: await compare('viewInboxList', await read((me) => me.inbox())),
  createOrderMessage: await compare('createOrderMessage', await write()),
};
process.stdout.write(JSON.stringify(results));
for (const server of [servers.bare, servers.local]) await server.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
