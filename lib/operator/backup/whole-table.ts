import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { keyOf, type StoredItem } from './backup-lines.ts';

/*
 * The table as a whole. Functions have no way to scan it and no permission to; this is the operator's own computer, with
 * the operator's own credentials.
 */

/** A table and the way to it. */
export type Place = { readonly client: DynamoDBClient; readonly tableName: string };

/** A place that the environment names: `enterStage` comes first. `tableName`: another one than the stage's own. */
export const placeOf = (tableName = process.env.TABLE_NAME ?? ''): Place => ({
  client: new DynamoDBClient({ maxAttempts: 8 }),
  tableName,
});

/** Every item, in no order. Each is read consistently, but not all in one moment: what is written meanwhile may be torn. */
export async function* allItems({ client, tableName }: Place): AsyncGenerator<StoredItem> {
  let from: StoredItem | undefined;
  do {
    const asking = new ScanCommand({
      TableName: tableName,
      ConsistentRead: true,
      ExclusiveStartKey: from,
    });
    const page = await patiently(() => client.send(asking));
    yield* page.Items ?? [];
    from = page.LastEvaluatedKey;
  } while (from);
}

/** Any item of a table; undefined where it is empty. */
export async function anyItem(place: Place): Promise<StoredItem | undefined> {
  for await (const item of allItems(place)) return item;
  return undefined;
}

export async function itemAt({ client, tableName }: Place, item: StoredItem) {
  const { pk, sk } = keyOf(item);
  const asking = new GetItemCommand({
    TableName: tableName,
    Key: { pk: { S: pk }, sk: { S: sk } },
    ConsistentRead: true,
  });
  return (await patiently(() => client.send(asking))).Item;
}

/** Writes an item where none is. `THERE`: this very item is there already. `DIFFERS`: another one is. */
export async function putNew(
  place: Place,
  item: StoredItem,
): Promise<'written' | 'THERE' | 'DIFFERS'> {
  const { client, tableName } = place;
  const writing = new PutItemCommand({
    TableName: tableName,
    Item: { ...item },
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  try {
    await patiently(() => client.send(writing));
    return 'written';
  } catch (fault) {
    if (!(fault instanceof ConditionalCheckFailedException)) throw fault;
    return isSame(await itemAt(place, item), item) ? 'THERE' : 'DIFFERS';
  }
}

export async function removeItem({ client, tableName }: Place, item: StoredItem): Promise<void> {
  const { pk, sk } = keyOf(item);
  const removing = new DeleteItemCommand({
    TableName: tableName,
    Key: { pk: { S: pk }, sk: { S: sk } },
  });
  await patiently(() => client.send(removing));
}

/** A set has no order. */
function isSame(one: StoredItem | undefined, other: StoredItem): boolean {
  return one !== undefined && isDeepStrictEqual(sorted(one), sorted(other));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      /^(SS|NS)$/.test(name) && Array.isArray(inner) ? [...inner].sort() : sorted(inner),
    ]),
  );
}

const TOO_FAST = [
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
];
const TRIES = 12;

/** A new table takes a few thousand writes a second and learns to take more: tries again, slower each time, for minutes. */
async function patiently<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (fault) {
      if (!TOO_FAST.includes((fault as Error).name) || attempt === TRIES) throw fault;
      const pause = Math.min(20_000, 25 * 2 ** attempt) * (0.5 + Math.random() / 2);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Works through items, so many at once. */
export async function atOnce(
  items: AsyncIterable<StoredItem>,
  work: (item: StoredItem) => Promise<void>,
  size = 32,
): Promise<void> {
  let batch: StoredItem[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    await Promise.all(batch.map(work));
    batch = [];
  }
  await Promise.all(batch.map(work));
}
