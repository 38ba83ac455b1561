import { createHash } from 'node:crypto';
import { type Instant, SECOND, toSeconds } from '../../shared/time.ts';
import { limitKey } from './keys.ts';
import { type Step, type TableReader, type TableWriter, update } from './table.ts';

/**
 * A counter of fixed windows of `within` seconds. `what` may contain an IP address or phone number: only its hash is stored.
 */
export type Counted = { readonly what: string; readonly within: number; readonly now: Instant };

/**
 * Counts one call against a limit of `max` calls in fixed windows of `within` seconds.
 * Returns undefined, or the seconds until the window ends if the limit was reached.
 */
export async function countCall(
  table: Pick<TableWriter, 'write'>,
  call: Counted & { readonly max: number },
): Promise<number | undefined> {
  const outcome = await table.write(countStep({ ...call, by: 1 }, 'OVER'));
  return outcome === 'OVER' ? secondsLeft(call) : undefined;
}

/**
 * Makes a counter like `countCall` for one limit, in the memory of this container instead of the table. It is emptied with
 * each window.
 */
export function countInMemory(): (call: Counted & { readonly max: number }) => number | undefined {
  let window = 0;
  const calls = new Map<string, number>();
  return (call) => {
    if (windowOf(call) !== window) calls.clear();
    window = windowOf(call);
    const before = calls.get(call.what) ?? 0;
    if (before >= call.max) return secondsLeft(call);
    calls.set(call.what, before + 1);
    return undefined;
  };
}

/** The step that counts `by` against a limit of `max`. The first call of a window is always within the limit. */
export const countStep = <Outcome extends string>(
  { by, max, ...counted }: Counted & { readonly by: number; readonly max: number },
  otherwise: Outcome,
): Step<Outcome> =>
  update(
    keyOf(counted),
    'SET #expiresAt = :expiresAt ADD #calls :by',
    { expiresAt: windowEnd(counted) + 60, by },
    {
      when: 'attribute_not_exists(#calls) OR #calls <= :room',
      values: { room: max - by },
      otherwise,
    },
  );

/** The counts of several counters in their current windows. */
export async function countsOf(
  table: Pick<TableReader, 'getMany'>,
  counted: readonly Counted[],
): Promise<number[]> {
  const found = await table.getMany<{ readonly calls?: number }>(counted.map(keyOf));
  return found.map((item) => item?.calls ?? 0);
}

/** Seconds until the window ends. */
export const secondsLeft = (counted: Counted): number =>
  Math.max(1, windowEnd(counted) - toSeconds(counted.now));

/** A hash, used as an id for IP addresses and phone numbers, which must not be stored themselves. */
export const hashOf = (what: string): string =>
  createHash('sha256').update(what).digest('base64url').slice(0, 22);

const windowOf = ({ within, now }: Counted) => Math.floor(now / (within * SECOND));
const windowEnd = (counted: Counted) => (windowOf(counted) + 1) * counted.within;
const keyOf = (counted: Counted) => limitKey(hashOf(counted.what), windowOf(counted));
