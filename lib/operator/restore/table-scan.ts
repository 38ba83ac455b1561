import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Key } from '#functions/storage/keys.ts';
import type { Item } from '#functions/storage/table.ts';

/*
 * Reads the whole table. Functions have no permission to scan it; this runs on the operator's computer, with the operator's
 * credentials. `enterStage` comes first, because the client reads the environment.
 */

/** More attempts than a function makes: a restored table throttles until it has adapted to the traffic. */
const newClient = () => DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 12 }));

/**
 * The segments of the table that are read at the same time. One reader gets about a megabyte in a round trip, whatever
 * the size of the table.
 */
const SEGMENTS = 16;

/** Every item, in no order. Each read is consistent, but the scan is not a snapshot: it may see concurrent writes in part. */
export async function* allItems(
  tableName = process.env.TABLE_NAME,
  client = newClient(),
): AsyncGenerator<Item> {
  const segments = Array.from({ length: SEGMENTS }, (_, Segment) =>
    paginateScan(
      { client },
      { TableName: tableName, ConsistentRead: true, Segment, TotalSegments: SEGMENTS },
    ),
  );
  for await (const page of merged(segments)) yield* (page.Items ?? []) as Item[];
}

/** Yields what any of the generators yields next. At most one value of each is read ahead. */
async function* merged<Value>(generators: readonly AsyncGenerator<Value>[]): AsyncGenerator<Value> {
  const next = (generator: AsyncGenerator<Value>) =>
    generator.next().then((result) => ({ generator, result }));
  const pending = new Map(generators.map((generator) => [generator, next(generator)] as const));
  while (pending.size > 0) {
    const { generator, result } = await Promise.race(pending.values());
    if (result.done) {
      pending.delete(generator);
      continue;
    }
    pending.set(generator, next(generator));
    yield result.value;
  }
}

/** The kinds of items that let a person in without a password. */
export type SignIn = 'sessions' | 'devices' | 'codes';

/** The kind of sign-in that an item belongs to; undefined for other items. */
export function signInOf({ pk, sk }: Item): SignIn | undefined {
  if (pk.startsWith('USER#') && sk.startsWith('SESSION#')) return 'sessions';
  if (pk.startsWith('USER#') && sk === 'KNOWN_DEVICES') return 'devices';
  if (pk.startsWith('PUSH#') && !sk.startsWith('NOTIFIED#')) return 'devices';
  if (pk.startsWith('CODE#')) return 'codes';
  return undefined;
}

const CONCURRENCY = 32;

/**
 * Deletes all sessions, their devices and codes from a restored table, and returns how many of each. A session that was
 * ended after the restored time, perhaps because somebody had stolen it, would be valid again. Safe to run again.
 */
export async function endSessions(tableName: string): Promise<Readonly<Record<SignIn, number>>> {
  const client = newClient();
  const deleted = { sessions: 0, devices: 0, codes: 0 };
  const found: { readonly kind: SignIn; readonly key: Key }[] = [];
  for await (const item of allItems(tableName, client)) {
    const kind = signInOf(item);
    if (kind) found.push({ kind, key: { pk: item.pk, sk: item.sk } });
  }
  const remove = async ({ kind, key }: (typeof found)[number]) => {
    await client.send(new DeleteCommand({ TableName: tableName, Key: key }));
    deleted[kind] += 1;
  };
  for (let from = 0; from < found.length; from += CONCURRENCY)
    await Promise.all(found.slice(from, from + CONCURRENCY).map(remove));
  return deleted;
}
