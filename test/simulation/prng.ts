/*
 * A pseudorandom number generator. Two generators with the same seed give the same numbers on every machine.
 */

export class Prng {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
    // Discards the first numbers, because neighboring seeds would start with similar ones.
    for (let warm = 0; warm < 4; warm += 1) this.next();
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Returns an integer from `first` to `last`, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Picks an element of a list. Throws if the list is empty. */
  pick<One>(list: readonly One[]): One {
    if (list.length === 0) throw new RangeError('the list is empty');
    return list[this.below(list.length)] as One;
  }

  /** Picks a key with a probability proportional to its weight; keys of weight 0 are never picked. */
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
