import type { Logger } from './log.ts';

const CONCURRENCY = 5;

type Position = Readonly<Record<string, unknown>>;

type Sweep<Item> = {
  /** Reads the next slice of due items; without `next` it is the last one. */
  readonly read: (
    from: Position | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly next?: Position | undefined }>;
  readonly handle: (item: Item) => Promise<void>;
  readonly timeLeft: () => number;
  /** The time (ms) that is kept for completing the current batch. */
  readonly reserve?: number;
  readonly log: Logger;
};

/**
 * Handles all due items, a few at once, until none is left or the time runs out. One that fails is logged and does not block the
 * others. Returns how many were handled, and how many of them failed.
 */
export async function sweepItems<Item>({
  read,
  handle,
  timeLeft,
  log,
  reserve = 10_000,
}: Sweep<Item>) {
  let [done, faults] = [0, 0];
  let from: Position | undefined;
  do {
    const { items, next } = await read(from);
    for (let first = 0; first < items.length && timeLeft() > reserve; first += CONCURRENCY) {
      const batch = items.slice(first, first + CONCURRENCY);
      const went = await Promise.allSettled(batch.map(handle));
      for (const one of went) if (one.status === 'rejected') log.error('fault', one.reason);
      done += batch.length;
      faults += went.filter(({ status }) => status === 'rejected').length;
    }
    from = next;
  } while (from && timeLeft() > reserve);
  return { done, faults };
}
