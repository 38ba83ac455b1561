import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { withinTimeLeft } from '../aws-clients.ts';
import { isAwsError, isBusy, reasonsOf } from '../aws-errors.ts';
import { guarded } from '../role-guard.ts';
import { withSegment } from '../segments.ts';
import { type Change, updateExpression } from './changes.ts';
import { type Condition, conditionExpression } from './conditions.ts';
import { newDynamoDb } from './dynamodb.ts';
import { type Key, type KeyOf, nameOf, type StoredUnder } from './keys.ts';
import { Placeholders } from './placeholders.ts';

/*
 * The access to the DynamoDB table. The expressions of writes are made of changes (changes.ts) and conditions (conditions.ts), which
 * only take attributes of the type that the key names (keys.ts). There is no Scan and no filter, on purpose.
 */

export type Item = Key & Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

export type IndexName = 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4' | 'gsi5';

export type QueryRequest = {
  readonly index?: IndexName;
  readonly partition: string;
  /** Only sort keys that start with this. */
  readonly prefix?: string;
  /** Only sort keys up to this one, it included. */
  readonly upTo?: string;
  /** Only sort keys after this one. */
  readonly after?: string;
  readonly newestFirst?: boolean;
  readonly limit?: number;
  /** The key at which the last page ended. */
  readonly from?: Values;
  readonly consistent?: boolean;
  readonly count?: boolean;
};

type Page<Found> = {
  readonly items: Found[];
  readonly next?: Values;
  readonly count: number;
};

/** The table for a function that may only read. */
export type TableReader = {
  get<Found>(key: Key, consistency?: 'eventual'): Promise<Found | undefined>;
  /** Reads items in the order of their keys, a hundred with each request; missing items are undefined. */
  getMany<Found>(keys: readonly Key[], consistency?: 'eventual'): Promise<(Found | undefined)[]>;
  /** Reads one page of at most 1 MB or `limit` items. */
  query<Found>(request: QueryRequest): Promise<Page<Found>>;
};

/** One part of a transaction. If its condition fails, the transaction ends with the outcome `otherwise`. */
export type Step<Outcome extends string> = {
  readonly write: NonNullable<TransactWriteCommandInput['TransactItems']>[number];
  readonly otherwise: Outcome | undefined;
};

/** The table for a function that may also write. */
export type TableWriter = TableReader & {
  /** Writes one step, at half the cost of a transaction. */
  write<Outcome extends string = never>(step: Step<Outcome>): Promise<'done' | Outcome>;
  /** Performs an update and returns the changed item. */
  change<Found, Outcome extends string>(step: Step<Outcome>): Promise<Found | Outcome>;
  /** Writes all steps or none. Returns `done`, or the outcome of the first step whose condition failed. */
  transact<Outcome extends string = never>(
    ...steps: readonly Step<Outcome>[]
  ): Promise<'done' | Outcome>;
};

/** The step that stores a whole item. `condition` applies to the item stored before. */
export function put<Written extends Item, Outcome extends string = never>(
  item: Written,
  condition?: Condition<StoredUnder<NoInfer<Written>>, Outcome>,
): Step<Outcome> {
  return {
    write: { Put: { TableName: tableName(), Item: item, ...expressions({ condition }) } },
    otherwise: condition?.otherwise,
  };
}

/** The step that stores an item if its key is free, for unique names, causes and locks. */
export function putNew<Outcome extends string>(item: Item, otherwise: Outcome): Step<Outcome> {
  return put(item, { when: { pk: undefined }, otherwise });
}

/** The step that changes an item, which is created if it does not exist. */
export function update<Stored, Outcome extends string = never>(
  key: KeyOf<Stored>,
  change: Change<NoInfer<Stored>>,
  condition?: Condition<NoInfer<Stored>, Outcome>,
): Step<Outcome> {
  const { UpdateExpression = '', ...rest } = expressions({ change, condition });
  return {
    write: { Update: { TableName: tableName(), Key: key, UpdateExpression, ...rest } },
    otherwise: condition?.otherwise,
  };
}

export function remove<Stored, Outcome extends string = never>(
  key: KeyOf<Stored>,
  condition?: Condition<NoInfer<Stored>, Outcome>,
): Step<Outcome> {
  return {
    write: { Delete: { TableName: tableName(), Key: key, ...expressions({ condition }) } },
    otherwise: condition?.otherwise,
  };
}

/** The step that writes nothing, but ends the transaction if the condition fails. */
export function check<Stored, Outcome extends string>(
  key: KeyOf<Stored>,
  condition: Condition<NoInfer<Stored>, Outcome>,
): Step<Outcome> {
  const { ConditionExpression = '', ...rest } = expressions({ condition });
  return {
    write: { ConditionCheck: { TableName: tableName(), Key: key, ConditionExpression, ...rest } },
    otherwise: condition.otherwise,
  };
}

/** The parts of a request with the expressions of a change and a condition. */
function expressions<Stored>({
  change,
  condition,
}: {
  readonly change?: Change<Stored>;
  readonly condition?: Condition<Stored, string> | undefined;
}) {
  const placeholders = new Placeholders();
  return {
    ...(change && { UpdateExpression: updateExpression(change, placeholders) }),
    ...(condition && { ConditionExpression: conditionExpression(condition.when, placeholders) }),
    ...placeholders.maps(),
  };
}

function tableName(): string {
  const name = process.env.TABLE_NAME;
  if (!name) throw new Error('TABLE_NAME is not set');
  return name;
}

/** The DynamoDB client of this process; address and region come from the environment. */
export const documents = guarded(newDynamoDb());

documents.middlewareStack.add(
  (next, { commandName = '' }) =>
    (call) =>
      withSegment(
        () => next(call),
        () => ({
          name: 'DynamoDB',
          namespace: 'aws',
          aws: {
            operation: commandName.replace(/Command$/, ''),
            table_name: process.env.TABLE_NAME ?? '',
          },
        }),
      ),
  { step: 'initialize', name: 'segments', override: true },
);

/** DynamoDB returns at most 100 items for one BatchGetItem. */
const BATCH = 100;

/** Reads at most a hundred different items; missing ones are left out. */
async function readBatch(keys: readonly Key[], consistency: 'eventual' | undefined) {
  const found: Item[] = [];
  let wanted = [...keys];
  for (let attempt = 1; wanted.length > 0; attempt += 1) {
    // DynamoDB leaves keys over after 16 MB, or while a partition is busy. It returns an error if it read none.
    if (attempt > 1) await backOff(attempt);
    const { Responses = {}, UnprocessedKeys = {} } = await documents.send(
      new BatchGetCommand({
        RequestItems: {
          [tableName()]: { Keys: wanted, ConsistentRead: consistency !== 'eventual' },
        },
      }),
      withinTimeLeft(),
    );
    found.push(...((Responses[tableName()] ?? []) as Item[]));
    wanted = (UnprocessedKeys[tableName()]?.Keys ?? []) as Key[];
  }
  return found;
}

/** The table of this environment. */
export const table: TableWriter = {
  async get<Found>(key: Key, consistency?: 'eventual') {
    const { Item: item } = await documents.send(
      new GetCommand({
        TableName: tableName(),
        Key: key,
        ConsistentRead: consistency !== 'eventual',
      }),
      withinTimeLeft(),
    );
    return item as Found | undefined;
  },

  async getMany<Found>(keys: readonly Key[], consistency?: 'eventual') {
    const found = new Map<string, Found>();
    const different = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
    for (let first = 0; first < different.length; first += BATCH)
      for (const item of await readBatch(different.slice(first, first + BATCH), consistency))
        found.set(nameOf(item), item as Found);
    return keys.map((key) => found.get(nameOf(key)));
  },

  async query<Found>(request: QueryRequest) {
    const partitionKey = request.index ? `${request.index}pk` : 'pk';
    const sortKey = request.index ? `${request.index}sk` : 'sk';
    const sort =
      request.prefix !== undefined
        ? { expression: ' AND begins_with(#s, :s)', value: request.prefix }
        : request.upTo !== undefined
          ? { expression: ' AND #s <= :s', value: request.upTo }
          : request.after !== undefined
            ? { expression: ' AND #s > :s', value: request.after }
            : undefined;
    const {
      Items = [],
      LastEvaluatedKey,
      Count = 0,
    } = await documents.send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: request.index,
        KeyConditionExpression: `#p = :p${sort?.expression ?? ''}`,
        ExpressionAttributeNames: { '#p': partitionKey, ...(sort && { '#s': sortKey }) },
        ExpressionAttributeValues: { ':p': request.partition, ...(sort && { ':s': sort.value }) },
        ScanIndexForward: !request.newestFirst,
        Limit: request.limit,
        ExclusiveStartKey: request.from,
        ConsistentRead: request.consistent,
        Select: request.count ? 'COUNT' : undefined,
      }),
      withinTimeLeft(),
    );
    return { items: Items as Found[], next: LastEvaluatedKey, count: Count };
  },

  async write<Outcome extends string>({ write, otherwise }: Step<Outcome>) {
    try {
      await unlessBusy(async () => {
        if (write.Put) await documents.send(new PutCommand(write.Put), withinTimeLeft());
        else if (write.Delete)
          await documents.send(new DeleteCommand(write.Delete), withinTimeLeft());
        else if (write.Update)
          await documents.send(new UpdateCommand(write.Update), withinTimeLeft());
        else throw new Error('a check alone writes nothing');
      });
      return 'done';
    } catch (fault) {
      if (isAwsError(fault, 'ConditionalCheckFailedException') && otherwise) return otherwise;
      throw fault;
    }
  },

  async change<Found, Outcome extends string>({
    write,
    otherwise,
  }: Step<Outcome>): Promise<Found | Outcome> {
    if (!write.Update) throw new Error('only an update changes an item');
    try {
      const changing = new UpdateCommand({ ...write.Update, ReturnValues: 'ALL_NEW' });
      const { Attributes: item } = await unlessBusy(() =>
        documents.send(changing, withinTimeLeft()),
      );
      return item as Found;
    } catch (fault) {
      if (isAwsError(fault, 'ConditionalCheckFailedException') && otherwise) return otherwise;
      throw fault;
    }
  },

  async transact<Outcome extends string>(...steps: readonly Step<Outcome>[]) {
    const request = new TransactWriteCommand({ TransactItems: steps.map((step) => step.write) });
    try {
      await unlessBusy(() => documents.send(request, withinTimeLeft()));
      return 'done';
    } catch (fault) {
      if (!isAwsError(fault, 'TransactionCanceledException')) throw fault;
      const failed = reasonsOf(fault).indexOf('ConditionalCheckFailed');
      const outcome = failed < 0 ? undefined : steps[failed]?.otherwise;
      if (outcome === undefined) throw fault;
      return outcome;
    }
  },
};

/** The most tries of a write that DynamoDB rejects because the item or its partition is busy. */
const BUSY_ATTEMPTS = 6;

/** Repeats a write while DynamoDB rejects it for a reason that passes. */
async function unlessBusy<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (fault) {
      if (!isBusy(fault) || attempt === BUSY_ATTEMPTS) throw fault;
      await backOff(attempt);
    }
  }
}

/** Waits before another try: longer each time, and at random, so that callers who collided do not return together. */
const backOff = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 25 * 2 ** attempt));
