import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';

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
