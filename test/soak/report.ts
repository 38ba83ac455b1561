import type { Sample } from './client.ts';
import type { Money } from './money.ts';
import type { Memory } from './product.ts';
import type { Comparison } from './write-log.ts';

/** The results of a soak. */
export type Results = {
  readonly writes: readonly Comparison[];
  readonly money: Money;
  /** The events that their subscribers have not processed after an hour of retries. */
  readonly undelivered: number;
  /** The samples of the journeys, and those of the crowd. */
  readonly samples: Readonly<Record<string, readonly Sample[]>>;
  readonly memory: Readonly<Record<string, Memory>>;
  readonly kills: Readonly<Record<string, number>>;
};

/** The longest time (ms) that 99 of 100 requests of the crowd may take. */
const LONGEST_P99 = 5_000;

/** Why a soak failed; empty if it passed. */
export function failuresOf({ writes, money, undelivered, samples }: Results): string[] {
  const crowd = samples.crowd ?? [];
  const internal = countOf(Object.values(samples).flat(), 500);
  const dropped = countOf(crowd, 'unreachable');
  const p99 = percentileOf(crowd, 0.99);
  const { sum, booked, atStripe } = money;
  return [
    ...writes.flatMap(({ kind, lost }) => lost.map((id) => `${kind}: ${id} is lost`)),
    ...writes.flatMap(({ kind, doubled }) => doubled.map((id) => `${kind}: ${id} is there twice`)),
    ...(sum === 0 ? [] : [`the ledger sums to ${sum} cents`]),
    ...(booked === atStripe
      ? []
      : [`the ledger says ${booked} cents are at Stripe, Stripe says ${atStripe}`]),
    ...(undelivered === 0 ? [] : [`${undelivered} events are not delivered`]),
    ...(internal === 0 ? [] : [`${internal} requests were answered 500`]),
    ...(dropped === 0 ? [] : [`${dropped} requests of the crowd were not answered`]),
    ...(p99 <= LONGEST_P99 ? [] : [`the slowest 1 % of the crowd took over ${p99} ms`]),
  ];
}

const countOf = (samples: readonly Sample[], wanted: Sample['status']) =>
  samples.filter(({ status }) => status === wanted).length;

/** The figures of a soak, for a terminal. */
export function linesOf(results: Results): string[] {
  const { writes, money, undelivered, samples, memory, kills } = results;
  return [
    `kills: ${Object.entries(kills).map(([what, count]) => `${what} ${count}`)}`,
    row('', 'acknowledged', 'found', 'lost', 'twice', 'other stored'),
    ...writes.map(({ kind, acknowledged, found, lost, doubled, unacknowledged }) =>
      row(kind, acknowledged, found, lost.length, doubled.length, unacknowledged),
    ),
    `ledger: ${money.accounts} accounts, sum ${money.sum}, at Stripe ${money.booked}, emulator ${money.atStripe} cents`,
    `events not delivered: ${undelivered}`,
    ...Object.entries(memory).map(
      ([when, { server, engine }]) => `memory ${when}: server ${server} MB, engine ${engine} MB`,
    ),
    ...Object.entries(samples).flatMap(([who, all]) => [
      `${who}: ${all.length} requests, ${statusesOf(all)}`,
      `${who}, ms: ${timesOf(all)}`,
    ]),
  ];
}

const row = (first: string, ...cells: (string | number)[]) =>
  first.padEnd(16) + cells.map((cell) => String(cell).padStart(14)).join('');

function statusesOf(samples: readonly Sample[]): string {
  const counts = new Map<Sample['status'], number>();
  for (const { status } of samples) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => String(one).localeCompare(String(other)))
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}

function timesOf(samples: readonly Sample[]): string {
  const at = (share: number) => percentileOf(samples, share);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, slowest ${at(1)}`;
}

/** The time (ms) within which this share of the answered requests was answered. */
function percentileOf(samples: readonly Sample[], share: number): number {
  const sorted = samples
    .filter(({ status }) => typeof status === 'number')
    .map(({ milliseconds }) => milliseconds)
    .sort((one, other) => one - other);
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
}
