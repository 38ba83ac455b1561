import type { Attributes } from './condition-expressions.ts';
import { Rows } from './table-rows.ts';

/** A write that stale reads do not see yet. */
type LateWrite = {
  readonly id: string;
  readonly after: Attributes | undefined;
  /** The number of writes after which it is seen. */
  readonly due: number;
  readonly at: number;
};

/** How stale the reads of a history may be. */
export type Staleness = {
  /** The most later writes that may be made before a write is seen. */
  readonly lag: number;
  readonly random: { between(first: number, last: number): number };
  /** The simulated clock: as soon as it advances, every write is seen. */
  readonly now: () => number;
};

/**
 * The table and its indexes as reads without ConsistentRead see them: the writes of an item arrive late and in their order, those
 * of different items in any order.
 */
export class StaleRows {
  readonly #rows = new Rows();
  #late: LateWrite[] = [];
  #writes = 0;

  constructor(private readonly staleness: Staleness) {}

  write(id: string, after: Attributes | undefined): void {
    const { lag, random, now } = this.staleness;
    this.#writes += 1;
    const before = this.#late.findLast((late) => late.id === id)?.due ?? 0;
    const due = Math.max(before, this.#writes + random.between(1, lag));
    this.#late.push({ id, after, due, at: now() });
  }

  /** The rows that a read sees now. */
  seen(): Rows {
    const now = this.staleness.now();
    const late: LateWrite[] = [];
    for (const write of this.#late)
      if (write.due > this.#writes && write.at === now) late.push(write);
      else this.#rows.replace(write.id, this.#rows.get(write.id), write.after);
    this.#late = late;
    return this.#rows;
  }
}
