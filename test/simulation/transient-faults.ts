import { Prng } from './prng.ts';

/*
 * Transient faults of DynamoDB: what it may do at any time, and what the product has to get over without an error. Writes conflict
 * with transactions, requests are throttled, batches and pages are incomplete, reads without ConsistentRead are stale, and the
 * stream repeats its records. They come below the retries of the product's client, so those run as in production.
 */

/** How often each fault occurs in a history, as a probability. */
type FaultRates = {
  readonly throttled: number;
  readonly conflict: number;
  /** How often a batch or a page is incomplete. */
  readonly incomplete: number;
  /** The most later writes after which a stale read still misses a write; 0 if every read is consistent. */
  readonly lag: number;
  readonly shards: number;
  /** How often a batch of stream records is delivered again. */
  readonly repeated: number;
};

const NO_FAULTS: FaultRates = {
  throttled: 0,
  conflict: 0,
  incomplete: 0,
  lag: 0,
  shards: 1,
  repeated: 0,
};

/** The most tries that fail before a request succeeds: one less than the client makes (functions/storage). */
const MOST_THROTTLED = 3;
const MOST_CONFLICTS = 5;

/** The part of a request that DynamoDB performs; `respond` turns its response into that of the whole request. */
type PartialRequest = {
  readonly input: object;
  readonly respond?: (output: object) => object;
};

export class TransientFaults {
  readonly random: Prng;
  readonly rates: FaultRates;
  readonly #rejections = new WeakMap<object, Rejection[]>();

  /** The faults of a seed; without a seed there are none. `rates`: in place of those that the seed decides. */
  constructor(seed: number | undefined, rates: Partial<FaultRates> = {}) {
    this.random = new Prng((seed ?? 0) ^ 0xd1b);
    this.rates = { ...(seed === undefined ? NO_FAULTS : someRates(this.random)), ...rates };
  }

  /** The faults of a seed, which about half of the seeds do not have. */
  static sometimes(seed: number): TransientFaults {
    return new TransientFaults(new Prng(seed ^ 0x1d0).chance(0.5) ? seed : undefined);
  }

  /** Returns the error with which DynamoDB rejects this try of a request; undefined if it performs it. */
  nextError(command: string, input: object): Error | undefined {
    const rejections = this.#rejections.get(input) ?? this.rejectionsOf(command);
    this.#rejections.set(input, rejections);
    const rejection = rejections.shift();
    return rejection && errorOf(rejection);
  }

  /** The responses to the tries of one request before it succeeds: few enough that the client gets over them. */
  rejectionsOf(command: string): Rejection[] {
    const { random, rates } = this;
    const conflicts = CONFLICTS[command] ?? [];
    const busy = conflicts.length > 0 && random.chance(rates.conflict);
    const sends = busy ? random.between(1, MOST_CONFLICTS) : 0;
    return Array.from({ length: sends + 1 }, (_, nth) => [
      ...Array.from(
        { length: random.chance(rates.throttled) ? random.between(1, MOST_THROTTLED) : 0 },
        () => random.pick(THROTTLED),
      ),
      ...(nth < sends ? [random.pick(conflicts)] : []),
    ]).flat();
  }

  /** Returns the part of a request that DynamoDB performs: of a query a page, of a batch some keys. */
  partOf(command: string, input: object): PartialRequest {
    const whole: PartialRequest = { input };
    if (!this.random.chance(this.rates.incomplete)) return whole;
    if (command === 'Query') return this.#pageOf(input);
    return command === 'BatchGet' ? this.#someKeysOf(input) : whole;
  }

  /** A page that ends early, as at a megabyte: the response of a query with a lower limit. */
  #pageOf(input: { readonly Limit?: number }): PartialRequest {
    const size = this.random.pick([1, 1, 1, 4]);
    const Limit = Math.min(input.Limit ?? size, size);
    return { input: { ...input, Limit } };
  }

  #someKeysOf(input: {
    readonly RequestItems?: Readonly<Record<string, { Keys: unknown[] }>>;
  }): PartialRequest {
    const [[table, { Keys, ...rest }] = ['', { Keys: [] }]] = Object.entries(
      input.RequestItems ?? {},
    );
    const count = this.random.between(1, Keys.length);
    const left = Keys.slice(count);
    return {
      input: { RequestItems: { [table]: { ...rest, Keys: Keys.slice(0, count) } } },
      respond: (output) =>
        left.length === 0
          ? output
          : { ...output, UnprocessedKeys: { [table]: { ...rest, Keys: left } } },
    };
  }
}

/** Picks rates, some of which are zero. */
function someRates(random: Prng): FaultRates {
  return {
    // Higher ones would use up the retries of the client, which the AWS SDK limits while a service fails.
    throttled: random.pick([0, 0.03, 0.06]),
    conflict: random.pick([0, 0.05, 0.2]),
    incomplete: random.pick([0, 0.2, 1]),
    lag: random.pick([0, 5, 50]),
    shards: random.pick([1, 3]),
    repeated: random.pick([0, 0.2]),
  };
}

/** A response with which DynamoDB rejects a request. */
export type Rejection = { readonly status: number; readonly body: string };

const TYPE_PREFIX = 'com.amazonaws.dynamodb.v20120810#';

const rejection = (name: string, more: object = {}, status = 400): Rejection => ({
  status,
  body: JSON.stringify({
    __type: `${TYPE_PREFIX}${name}`,
    message: 'rejected by the simulation',
    ...more,
  }),
});

/** The error that the AWS SDK makes of a response. */
function errorOf({ status, body }: Rejection): Error {
  const { __type, message, ...more } = JSON.parse(body);
  return Object.assign(new Error(message), {
    name: __type.replace(TYPE_PREFIX, ''),
    $metadata: { httpStatusCode: status },
    ...more,
  });
}

/** The responses after which the client itself retries. */
const THROTTLED = [
  rejection('ProvisionedThroughputExceededException'),
  rejection('ThrottlingException'),
  rejection('RequestLimitExceeded'),
  rejection('InternalServerError', {}, 500),
];

const canceled = (Code: string) =>
  rejection('TransactionCanceledException', {
    CancellationReasons: [{ Code: 'None' }, { Code, Message: 'rejected by the simulation' }],
  });
const CANCELED = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'].map(
  canceled,
);
const HELD = [rejection('TransactionConflictException')];

/** The responses after which functions/storage retries a write, by the kind of write. */
const CONFLICTS: Readonly<Record<string, readonly Rejection[]>> = {
  Put: HELD,
  Update: HELD,
  Delete: HELD,
  TransactWrite: CANCELED,
};
