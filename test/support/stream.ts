import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { beforeAll } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { handler as countViews } from '#functions/events/countViews.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { lambdaContext } from './call.ts';
import type { World } from './world.ts';

/* The stream of the table, and the visits that are counted from it. */

/** The user agents of two visitors who are no robots. */
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
export const LAPTOP =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Returns all records of a table's stream, as Lambda passes them to a function. */
export async function streamRecords(
  engineUrl: string,
  tableName: string,
): Promise<DynamoDBRecord[]> {
  const client = new DynamoDBStreamsClient({ endpoint: engineUrl });
  const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: tableName }));
  const StreamArn = Streams[0]?.StreamArn;
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
  const records: DynamoDBRecord[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    let { ShardIterator } = await client.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    while (ShardIterator) {
      const page = await client.send(new GetRecordsCommand({ ShardIterator }));
      records.push(...((page.Records ?? []) as unknown as DynamoDBRecord[]));
      ShardIterator = page.Records?.length ? page.NextShardIterator : undefined;
    }
  }
  client.destroy();
  return records;
}

/**
 * Returns a function that counts the visits that the table has stored since its last call. The tests of the file start
 * at noon, so that none runs into the next day.
 */
export function visitCounter(world: World): () => Promise<void> {
  beforeAll(() => {
    world.advance(DAY + 12 * HOUR - (world.now() % DAY));
  });
  let passed = 0;
  return async () => {
    const records = await streamRecords(world.engineUrl, world.tableName);
    const added = records.slice(passed).filter(({ eventName }) => eventName === 'INSERT');
    passed = records.length;
    await countViews({ Records: added }, lambdaContext());
  };
}
