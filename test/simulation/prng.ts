/*
 * Chance that a seed decides. Two dice of the same seed fall alike for ever, on every machine.
 */

export class Prng {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
    // Neighbouring seeds part ways at once.
    for (let warm = 0; warm < 4; warm += 1) this.next();
  }

  /** From 0 up to 1, which is not reached: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** From 0 up to `end`, which is not reached. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** From `first` to `last`, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list that is not empty. */
  pick<One>(list: readonly One[]): One {
    if (list.length === 0) throw new RangeError('the list is empty');
    return list[this.below(list.length)] as One;
  }

  /** A key of a table of weights, by its weight; those of weight 0 never. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.next() * total;
    for (const [name, weight] of entries) {
      if (left < weight) return name;
      left -= weight;
    }
    throw new RangeError('all weights are zero');
  }
}
