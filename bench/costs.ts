import { CALLS_OF_CONVERSATION } from '#test/support/paid-conversation.ts';
import startEngine from '#test/support/start-engine.ts';
import stopEngine from '#test/support/stop-engine.ts';
import { startWorld } from '#test/support/world.ts';
import { operationList } from '#test/usual-calls/usual-calls.ts';
import { measureOperations } from './operation-costs.ts';

/*
 * `npm run costs`: what a million paid conversations cost a month. It measures what each operation asks of the table, and
 * multiplies it by how often a conversation calls it and by list prices. docs/operations.md, "What it costs", has the
 * result.
 */

/** List prices of us-east-1 in dollars, without free tiers, as of 2025-11, from the page …/pricing of each service. */
const PRICES = {
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  tableGigabyteMonth: 0.45,
  run: 0.2e-6,
  gigabyteSecond: 0.000_013_333_4,
  gatewayRequest: 1e-6,
  cloudFrontRequest: 1.1e-6,
  gigabyteOut: 0.085,
  firewallRequest: 0.6e-6,
  event: 1e-6,
  hint: 1e-6,
  text: 0.0095,
  logGigabyte: 0.53,
  trace: 5e-6,
  pictureGigabyteMonth: 0.023,
};

/** The work of services for one conversation that no call of a person causes. Assumed, not measured. */
const ASSUMED = {
  /** Text messages with codes, and to people without a device that gets push. */
  texts: 0.232,
  /** Each of these four is a run of a function. */
  webhooks: 5,
  domainEvents: 6,
  subscriberRuns: 17,
  liveAuthorizations: 12,
  /** Units that those runs, the schedules and the counters of views use. */
  readsInside: 61,
  writesInside: 74,
  hints: 36,
  files: 40,
  megabytesOut: 2.5,
  /** Kilobytes that are stored for a year: in the table, and of pictures. */
  kilobytesKept: 16,
  kilobytesOfPictures: 40,
  logBytes: 117_000,
  /** Milliseconds of a run in 512 MB, by what it does; a run that hashes a password has twice the memory. */
  milliseconds: { reads: 25, writes: 50, stripe: 900, hashes: 1_000 },
  /** The share of runs that X-Ray traces. */
  traced: 0.05,
};

const RUNS_INSIDE =
  ASSUMED.webhooks + ASSUMED.domainEvents + ASSUMED.subscriberRuns + ASSUMED.liveAuthorizations;

const HASHING = ['authenticate', 'createUser', 'confirmPasswordReset', 'updatePassword'];
const AT_STRIPE = ['payments', 'disputes', 'cards', 'subscriptions', 'payouts'];

const definitions = operationList().map(({ definition }) => definition);

function millisecondsOf(name: string, writes: number): number {
  const { milliseconds } = ASSUMED;
  const uses = definitions.find((one) => one.name === name)?.uses ?? [];
  if (HASHING.includes(name)) return milliseconds.hashes;
  if (uses.some((use) => AT_STRIPE.includes(use))) return milliseconds.stripe;
  return writes > 0 ? milliseconds.writes : milliseconds.reads;
}

/** Measures the operations of a conversation, and returns what all of its calls use together. */
async function usage() {
  const often = Object.entries(CALLS_OF_CONVERSATION);
  await startEngine();
  const world = await startWorld();
  const measured = await measureOperations(
    world,
    often.map(([name]) => name),
  );
  await world.stop();
  await stopEngine();
  const total = (amount: (name: string) => number) =>
    often.reduce((sum, [name, times]) => sum + amount(name) * times, 0);
  const { milliseconds, readsInside, writesInside, webhooks } = ASSUMED;
  const inside = webhooks * milliseconds.stripe + (RUNS_INSIDE - webhooks) * milliseconds.writes;
  return {
    calls: total(() => 1),
    reads: readsInside + total((name) => measured[name]?.reads ?? 0),
    writes: writesInside + total((name) => measured[name]?.writes ?? 0),
    gigabyteSeconds:
      0.0005 * (inside + total((name) => millisecondsOf(name, measured[name]?.writes ?? 0))),
  };
}

const { calls, reads, writes, gigabyteSeconds } = await usage();
const runs = calls + RUNS_INSIDE;
const requests = calls + ASSUMED.webhooks;
const served = requests + ASSUMED.files;
const kept = (kilobytes: number, price: number) => (kilobytes / 1e6) * 12 * price;

/** Dollars of one conversation. */
const rows: Readonly<Record<string, number>> = {
  'Text messages, nearly all of them codes': ASSUMED.texts * PRICES.text,
  'CloudFront and WAF':
    served * (PRICES.cloudFrontRequest + PRICES.firewallRequest) +
    (ASSUMED.megabytesOut / 1_000) * PRICES.gigabyteOut,
  'Table: units': writes * PRICES.writeUnit + reads * PRICES.readUnit,
  'Table and pictures: a year of storage':
    kept(ASSUMED.kilobytesKept, PRICES.tableGigabyteMonth) +
    kept(ASSUMED.kilobytesOfPictures, PRICES.pictureGigabyteMonth),
  'API Gateway': requests * PRICES.gatewayRequest,
  Lambda: runs * PRICES.run + gigabyteSeconds * PRICES.gigabyteSecond,
  'Logs and traces':
    (ASSUMED.logBytes / 1e9) * PRICES.logGigabyte + runs * ASSUMED.traced * PRICES.trace,
  'Live hints and events': ASSUMED.hints * PRICES.hint + ASSUMED.domainEvents * PRICES.event,
};
const all = Object.values(rows).reduce((sum, one) => sum + one, 0);
const line = (name: string, dollars: number) =>
  `| ${name} | $${Math.round(dollars * 1e6).toLocaleString('en-US')} |`;

console.log(
  `One conversation is ${Math.round(calls)} calls by people, ${Math.round(runs)} runs of functions, ${Math.round(reads)} read units, ${Math.round(writes)} write units and ${gigabyteSeconds.toFixed(1)} gigabyte-seconds.

| | 1 million conversations |
|---|---|
${Object.entries(rows)
  .map(([name, dollars]) => line(name, dollars))
  .join('\n')}
${line('**AWS**', all)}`,
);
process.exit(0);
