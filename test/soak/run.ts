import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readOptions } from '#lib/operator/command.ts';
import { control, type Network } from './client.ts';
import { runCrowd } from './crowd.ts';
import { type Run, runJourneys } from './journeys.ts';
import { readMoney } from './money.ts';
import { registerPeople } from './people.ts';
import { type Memory, Product } from './product.ts';
import { failuresOf, linesOf } from './report.ts';
import { readStored } from './stored.ts';
import { WriteLog } from './write-log.ts';

/* `npm run soak`: uses the product while it is disturbed. docs/operations.md */

const USAGE = `npm run soak [-- --minutes 10] [--connections 1000]

Uses the product in a temporary folder, while replies get lost, Stripe fails, and server and engine are killed by turns.
Then a crowd comes, the product is restarted, and every acknowledged write is looked up. Exits with 1, and keeps the
folder, if one is lost or stored twice, if the ledger is off, if an event is not delivered, if anything was answered 500,
or if the crowd was not answered in time.

  --minutes       how long the product is used before the crowd comes
  --connections   how many connections the crowd has`;

const LOST_SHARE = 0.05;
const KILL_EVERY_MS = 30_000;
const STRIPE_FAULT_EVERY_MS = 1_000;
const STRIPE_FAULTS = ['lose-reply', 'refuse-connection', 'status-500', 'rate-limit'] as const;
const CROWD_SECONDS = 15;

const { values } = readOptions(USAGE, {
  options: {
    minutes: { type: 'string', default: '10' },
    connections: { type: 'string', default: '1000' },
  },
});
const [minutes, connections] = [Number(values.minutes), Number(values.connections)];
if (!(minutes > 0) || !Number.isInteger(connections)) {
  console.error(USAGE);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'replypaid-soak-'));
console.log(`soak: ${minutes} minutes in ${folder}`);
const product = await Product.start(folder);
const network: Network = { url: product.url, samples: [], lostShare: 0 };
const kills = { server: 0, engine: 0 };

/** Kills the server and the engine by turns until the end. */
async function kill(until: number): Promise<void> {
  for (let turn = 0; Date.now() + KILL_EVERY_MS < until; turn += 1) {
    await pause(KILL_EVERY_MS);
    const what = turn % 2 === 0 ? 'server' : 'engine';
    const began = performance.now();
    await (what === 'server' ? product.killServer() : product.killEngine());
    kills[what] += 1;
    const milliseconds = Math.round(performance.now() - began);
    console.log(`killed the ${what}; it runs again after ${milliseconds} ms`);
  }
}

async function failStripe(until: number): Promise<void> {
  for (let turn = 0; Date.now() < until; turn += 1) {
    await control(network, 'stripe/faults', { kind: STRIPE_FAULTS[turn % STRIPE_FAULTS.length] });
    await pause(STRIPE_FAULT_EVERY_MS);
  }
}

async function soak() {
  const people = await registerPeople(network);
  const memory: Record<string, Memory> = { 'at the start': product.memory() };
  const until = Date.now() + minutes * 60_000;
  const isOver = () => Date.now() > until;
  const run: Run = { network, people, isOver, log: new WriteLog(), newcomers: [] };
  network.lostShare = LOST_SHARE;
  await Promise.all([runJourneys(run), kill(until), failStripe(until)]);
  network.lostShare = 0;
  memory['after the journeys'] = product.memory();

  // The crowd does not refresh tokens, and they are valid for 15 minutes.
  for (const person of [...people.senders, ...people.recipients]) await person.refreshesTokens();
  const journeys = network.samples.splice(0);
  await runCrowd(network, people, { connections, seconds: CROWD_SECONDS });
  memory['after the crowd'] = product.memory();
  const crowd = network.samples.splice(0);

  await product.stop();
  await product.start();
  const writes = run.log.compare(await readStored(run));
  // Lets everything happen that is still due, and events be delivered again.
  await control(network, 'clock', { advanceSeconds: 3_600 });
  const money = await readMoney(network);
  const events = await control(network, 'events');
  const { length: undelivered } = events.undelivered as readonly unknown[];
  const samples = { journeys, crowd, 'look-up': network.samples };
  return { writes, money, undelivered, samples, memory, kills };
}

let failures: string[];
try {
  const results = await soak();
  for (const line of linesOf(results)) console.log(line);
  failures = failuresOf(results);
} finally {
  await product.stop();
}
for (const failure of failures) console.error(`FAILED: ${failure}`);
if (failures.length === 0) rmSync(folder, { recursive: true });
else console.error(`The data and the log of the functions are in ${folder}`);
process.exit(failures.length === 0 ? 0 : 1);
