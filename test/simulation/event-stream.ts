import type { TransientFaults } from './transient-faults.ts';
import type { RecordedEvent } from './write-recorder.ts';

/** Some records of the stream, which Lambda delivers to the function together. */
export type StreamBatch = {
  readonly events: readonly RecordedEvent[];
  /** Called when the function has published the first `count` of them; the others are delivered again. */
  readonly published: (count: number) => void;
};

/**
 * The stream of the table. The records of a shard are delivered in their order, those of different shards in any order, and each
 * at least once.
 */
export class EventStream {
  /** The number of published events of each shard. */
  readonly #positions: number[];

  constructor(
    private readonly events: readonly RecordedEvent[],
    private readonly faults: TransientFaults,
  ) {
    this.#positions = Array.from({ length: faults.rates.shards }, () => 0);
  }

  get unpublishedCount(): number {
    return this.events.length - this.#positions.reduce((sum, one) => sum + one, 0);
  }

  /** The next records of a shard that has any. */
  nextBatch(atMost: number): StreamBatch {
    const { random, rates } = this.faults;
    const waiting = this.#positions.flatMap((position, shard) => {
      const events = this.#eventsOf(shard).slice(position, position + atMost);
      return events.length > 0 ? [{ shard, position, events }] : [];
    });
    if (waiting.length === 0) return { events: [], published: () => {} };
    const { shard, position, events } = random.pick(waiting);
    return {
      events,
      published: (count) => {
        // Lambda may invoke the function again with the same records.
        if (random.chance(rates.repeated)) return;
        const before = this.#positions[shard] ?? 0;
        this.#positions[shard] = Math.max(before, position + count);
      },
    };
  }

  #eventsOf(shard: number): readonly RecordedEvent[] {
    return this.events.filter(({ item }) => shardOf(item.pk, this.#positions.length) === shard);
  }
}

/** The shard of a partition key: the records of one item are in one shard. */
const shardOf = (pk: string, shards: number): number =>
  [...pk].reduce((sum, character) => sum + character.charCodeAt(0), 0) % shards;
