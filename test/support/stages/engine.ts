import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { createTable } from '#lib/local/engine.ts';
import type { TableStage } from './table-stage.ts';

/** The database engine over HTTP, which the set-up of the run has started. */
export const engine: TableStage = {
  createTable: (name, { stream = false } = {}) => createTable(address(), name, { stream }),

  async streamRecords(name) {
    const client = new DynamoDBStreamsClient({ endpoint: address() });
    const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: name }));
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
  },
};

const address = (): string => process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
