import { join } from 'node:path';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { DRAFT_PREFIX, EVENT_PREFIX } from '#functions/storage/keys.ts';
import { VIEWS_PREFIX } from '#functions/storage/visit-keys.ts';
import { readJson, writeAtomically } from './data-files.ts';

type StreamOptions = {
  readonly engineUrl: string;
  readonly tableName: string;
  readonly folder: string;
  /** Calls the publishing function with a DynamoDB stream event. */
  readonly publish: (event: { Records: unknown[] }) => Promise<unknown>;
  /** Calls the function that counts visits of profiles with a DynamoDB stream event. */
  readonly countViews: (event: { Records: unknown[] }) => Promise<unknown>;
  /** Resolves when the published events are processed by the subscribers. */
  readonly settled: () => Promise<void>;
  readonly onFault: (fault: unknown) => void;
};

type Checkpoints = Record<string, string>;
/** The position in a shard; `iterator` is where the next records begin. */
type Shard = { readonly id: string; iterator: string | undefined };

const BATCH = 100;
const POLL = 250;
const RETRY = 500;

/**
 * Reads the stream of the table and calls the functions that it feeds, as Lambda's event source mappings do. The position is on
 * disk and advances only after the subscribers have processed the events: no event is lost over a restart, but some may be
 * delivered twice.
 */
export class Stream {
  readonly #options: StreamOptions;
  readonly #client: DynamoDBStreamsClient;
  readonly #file: string;
  readonly #checkpoints: Checkpoints;
  readonly #shards = new Map<string, Shard>();
  #arn = '';
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isFailing = false;
  #stopped = false;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#file = join(options.folder, 'stream.json');
    this.#checkpoints = readJson<Checkpoints>(this.#file, {});
    this.#client = new DynamoDBStreamsClient({
      endpoint: options.engineUrl,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
  }

  /** Begins to poll the stream, until it is stopped. */
  start(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(async () => {
      await this.drain();
      this.start();
    }, POLL);
  }

  /** Reads until there are no new records. A batch that fails is tried again later; the first of several failures is reported. */
  drain(): Promise<void> {
    const turn = this.#turn.then(() => this.#drain()).catch((fault) => this.#failed(fault));
    this.#turn = turn;
    return turn;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#turn;
    this.#client.destroy();
  }

  async #failed(fault: unknown): Promise<void> {
    if (this.#stopped) return;
    this.#shards.clear();
    if (!this.#isFailing) this.#options.onFault(fault);
    this.#isFailing = true;
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }

  async #drain(): Promise<void> {
    if (this.#shards.size === 0) await this.#findShards();
    for (const shard of this.#shards.values()) {
      while (!this.#stopped && (await this.#readBatch(shard))) {
        // Repeat until a batch is empty.
      }
    }
    this.#isFailing = false;
  }

  async #findShards(): Promise<void> {
    const { tableName } = this.#options;
    const { Streams = [] } = await this.#client.send(
      new ListStreamsCommand({ TableName: tableName }),
    );
    this.#arn = Streams.at(-1)?.StreamArn ?? '';
    const { StreamDescription } = await this.#client.send(
      new DescribeStreamCommand({ StreamArn: this.#arn }),
    );
    for (const { ShardId: id = '' } of StreamDescription?.Shards ?? [])
      this.#shards.set(id, { id, iterator: await this.#iteratorOf(id) });
  }

  async #iteratorOf(shardId: string): Promise<string | undefined> {
    const place = { StreamArn: this.#arn, ShardId: shardId };
    const seen = this.#checkpoints[`${this.#arn} ${shardId}`];
    const fromStart = { ...place, ShardIteratorType: 'TRIM_HORIZON' } as const;
    const asked = seen
      ? ({ ...place, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: seen } as const)
      : fromStart;
    try {
      return (await this.#client.send(new GetShardIteratorCommand(asked))).ShardIterator;
    } catch (fault) {
      if ((fault as Error).name !== 'TrimmedDataAccessException') throw fault;
      return (await this.#client.send(new GetShardIteratorCommand(fromStart))).ShardIterator;
    }
  }

  /** Returns whether there were records. */
  async #readBatch(shard: Shard): Promise<boolean> {
    if (!shard.iterator) return false;
    const { Records = [], NextShardIterator } = await this.#client.send(
      new GetRecordsCommand({ ShardIterator: shard.iterator, Limit: BATCH }),
    );
    if (Records.length > 0) await this.#publish(shard, Records);
    shard.iterator = NextShardIterator;
    if (!NextShardIterator) this.#shards.delete(shard.id);
    return Records.length > 0;
  }

  async #publish(shard: Shard, records: readonly StreamRecord[]): Promise<void> {
    const domainEvents = records.filter(isDomainEvent);
    if (domainEvents.length > 0) {
      const answer = (await this.#options.publish({
        Records: domainEvents.map((record) => lambdaRecord(record, this.#arn)),
      })) as { batchItemFailures?: { itemIdentifier: string }[] } | undefined;
      await this.#options.settled();
      const failed = answer?.batchItemFailures?.[0]?.itemIdentifier;
      if (failed !== undefined) {
        const before = records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed) - 1;
        this.#saveCheckpoint(shard, records[before]);
        throw new Error('The publishing function could not publish every domain event.');
      }
    }
    const visits = records.filter(isVisit);
    if (visits.length > 0)
      await this.#options.countViews({
        Records: visits.map((record) => lambdaRecord(record, this.#arn)),
      });
    this.#saveCheckpoint(shard, records.at(-1));
  }

  #saveCheckpoint(shard: Shard, record: StreamRecord | undefined): void {
    const sequenceNumber = record?.dynamodb?.SequenceNumber;
    if (!sequenceNumber) return;
    this.#checkpoints[`${this.#arn} ${shard.id}`] = sequenceNumber;
    writeAtomically(this.#file, JSON.stringify(this.#checkpoints));
  }
}

/** The filters of the event sources (lib/cloud/events.ts): new domain events, and new visits of profiles and drafts. */
const isDomainEvent = (record: StreamRecord): boolean => isNew(record, EVENT_PREFIX);
const isVisit = (record: StreamRecord): boolean =>
  isNew(record, VIEWS_PREFIX) ||
  (record.eventName === 'INSERT' &&
    record.dynamodb?.Keys?.sk?.S?.startsWith(DRAFT_PREFIX) === true);

const isNew = ({ eventName, dynamodb }: StreamRecord, prefix: string): boolean =>
  eventName === 'INSERT' && dynamodb?.Keys?.pk?.S?.startsWith(prefix) === true;

/** Converts a record to Lambda's format: times in epoch seconds. */
function lambdaRecord(record: StreamRecord, arn: string): unknown {
  const created = record.dynamodb?.ApproximateCreationDateTime;
  return {
    ...record,
    awsRegion: 'us-east-1',
    eventSourceARN: arn,
    dynamodb: {
      ...record.dynamodb,
      ...(created && { ApproximateCreationDateTime: Math.floor(created.getTime() / 1000) }),
    },
  };
}
