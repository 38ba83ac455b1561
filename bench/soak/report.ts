import type { Comparison } from './book.ts';
import type { Sample } from './client.ts';
import type { Money } from './money.ts';
import type { Memory } from './product.ts';

/** The results of a soak. */
export type Results = {
  readonly writes: readonly Comparison[];
  readonly money: Money;
  /** Of the journeys, and of the crowd. */
  readonly samples: Readonly<Record<string, readonly Sample[]>>;
  readonly memory: Readonly<Record<string, Memory>>;
  readonly kills: Readonly<Record<string, number>>;
};

/** Why a soak failed; empty if it passed. */
export function failuresOf({ writes, money, samples }: Results): string[] {
  const failed = Object.values(samples).flat();
  const internal = failed.filter(({ status }) => status === 500).length;
  const { sum, booked, atStripe } = money;
  return [
    ...writes.flatMap(({ kind, lost }) => lost.map((id) => `${kind}: ${id} is lost`)),
    ...writes.flatMap(({ kind, doubled }) => doubled.map((id) => `${kind}: ${id} is there twice`)),
    ...(sum === 0 ? [] : [`the ledger sums to ${sum} cents`]),
    ...(booked === atStripe
      ? []
      : [`the ledger says ${booked} cents are at Stripe, Stripe says ${atStripe}`]),
    ...(internal === 0 ? [] : [`${internal} requests were answered 500`]),
  ];
}

/** The figures of a soak, for a terminal. */
export function linesOf(results: Results): string[] {
  const { writes, money, samples, memory, kills } = results;
  return [
    `kills: ${Object.entries(kills).map(([what, count]) => `${what} ${count}`)}`,
    row('', 'acknowledged', 'found', 'lost', 'twice', 'other stored'),
    ...writes.map(({ kind, acknowledged, found, lost, doubled, unacknowledged }) =>
      row(kind, acknowledged, found, lost.length, doubled.length, unacknowledged),
    ),
    `ledger: ${money.accounts} accounts, sum ${money.sum}, at Stripe ${money.booked}, emulator ${money.atStripe} cents`,
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

/** Percentiles of what was answered. */
function timesOf(samples: readonly Sample[]): string {
  const sorted = samples
    .filter(({ status }) => typeof status === 'number')
    .map(({ milliseconds }) => milliseconds)
    .sort((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, slowest ${at(1)}`;
}
