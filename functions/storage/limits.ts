import { createHash } from 'node:crypto';
import { type Instant, SECOND, toSeconds } from '#shared/time.ts';
import { atMost, missingOr } from './conditions.ts';
import { limitKey } from './keys.ts';
import { type Step, type TableReader, type TableWriter, update } from './table.ts';

/**
 * A counter of fixed windows of `within` seconds. `what` may contain an IP address, a phone number or an email address: only its
 * hash is stored.
 */
export type Counted = { readonly what: string; readonly within: number; readonly now: Instant };

/** A limit of `max` calls in a window of `within` seconds. */
export type Window = { readonly max: number; readonly within: number };

/**
 * Counts one call against a limit of `max` calls in fixed windows of `within` seconds, and against limits of the same calls in
 * `shorter` windows, in one write. Returns undefined, or the seconds until the window of the limit that was reached ends.
 */
export async function countCall(
  table: Pick<TableWriter, 'write' | 'getMany'>,
  call: Counted & Window & { readonly shorter?: readonly Window[] },
): Promise<number | undefined> {
  const outcome = await table.write(countStep({ ...call, by: 1 }, 'OVER'));
  if (outcome !== 'OVER') return undefined;
  const { shorter = [] } = call;
  if (shorter.length === 0) return secondsLeft(call);
  const [counts = {}] = await table.getMany<CallCounts>([keyOf(call)]);
  const windows = shorter.map((window) => ({ ...call, ...window }));
  const full = windows.filter((window) => (counts[nameIn(window)] ?? 0) >= window.max);
  const isLongest = full.length === 0 || (counts.calls ?? 0) >= call.max;
  return Math.max(...(isLongest ? [call] : full).map(secondsLeft));
}

const inMemory = new Set<Map<string, number>>();

/** Empties the counters in memory: each history of the simulation begins at the same time, with the same people. */
export function forgetCalls(): void {
  for (const calls of inMemory) calls.clear();
}

/**
 * Makes a counter like `countCall` for one limit, in the memory of this container instead of the table. It is emptied with
 * each window.
 */
export function countInMemory(): (call: Counted & { readonly max: number }) => number | undefined {
  let window = 0;
  const calls = new Map<string, number>();
  inMemory.add(calls);
  return (call) => {
    if (windowOf(call) !== window) calls.clear();
    window = windowOf(call);
    const before = calls.get(call.what) ?? 0;
    if (before >= call.max) return secondsLeft(call);
    calls.set(call.what, before + 1);
    return undefined;
  };
}

/**
 * The step that counts `by` against a limit of `max`, and against the limits of `shorter` windows. The first call of a window is
 * always within the limit.
 */
export function countStep<Outcome extends string>(
  {
    by,
    shorter = [],
    ...longest
  }: Counted & Window & { readonly by: number; readonly shorter?: readonly Window[] },
  otherwise: Outcome,
): Step<Outcome> {
  const counters = [
    { name: 'calls', room: longest.max - by },
    ...shorter.map((window) => ({
      name: nameIn({ ...longest, ...window }),
      room: window.max - by,
    })),
  ];
  return update(
    keyOf(longest),
    {
      set: { expiresAt: windowEnd(longest) + 60 },
      add: Object.fromEntries(counters.map(({ name }) => [name, by])),
    },
    {
      when: Object.fromEntries(counters.map(({ name, room }) => [name, missingOr(atMost(room))])),
      otherwise,
    },
  );
}

/** The calls in a window, those in its shorter windows (`nameIn`), and when the item expires, in epoch seconds. */
export type CallCounts = { readonly [counter: `calls${string}`]: number } & {
  readonly calls?: number;
  readonly expiresAt?: number;
};

/** The counter of a shorter window, in the item of the longest: `calls3600in495123`. */
const nameIn = (window: Counted) => `calls${window.within}in${windowOf(window)}` as const;

/** The counts of several counters in their current windows. */
export async function countsOf(
  table: Pick<TableReader, 'getMany'>,
  counted: readonly Counted[],
): Promise<number[]> {
  const found = await table.getMany<CallCounts>(counted.map(keyOf));
  return found.map((item) => item?.calls ?? 0);
}

/** Seconds until the window ends. */
export const secondsLeft = (counted: Counted): number =>
  Math.max(1, windowEnd(counted) - toSeconds(counted.now));

/** A hash, used as an id for IP addresses, phone numbers and email addresses, which must not be stored themselves. */
export const hashOf = (what: string): string =>
  createHash('sha256').update(what).digest('base64url').slice(0, 22);

const windowOf = ({ within, now }: Counted) => Math.floor(now / (within * SECOND));
const windowEnd = (counted: Counted) => (windowOf(counted) + 1) * counted.within;
const keyOf = (counted: Counted) => limitKey(hashOf(counted.what), windowOf(counted));
