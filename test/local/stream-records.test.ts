import { join } from 'node:path';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import Database from 'libsql';
import { clientOf, createTable, startEngine } from '#lib/local/engine.ts';
import { trimStreamRecords } from '#lib/local/stream-records.ts';
import { newFolder } from './machine.ts';

const { folder, remove } = newFolder();
const file = join(folder, 'table.db');
afterAll(remove);

/** Runs one SQL statement on the file of the engine and returns its rows. */
function sql(statement: string): unknown[] {
  const database = new Database(file, { timeout: 5_000 });
  try {
    const prepared = database.prepare(statement);
    if (prepared.reader) return prepared.all();
    prepared.run();
    return [];
  } finally {
    database.close();
  }
}

const addRecords = (count: number, hoursAgo: number) =>
  sql(`
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO _stream_records
      (table_name, event_name, keys_json, sequence_number, shard_id, created_at)
    SELECT 'letters', 'INSERT', '{}', CAST(n AS TEXT), 'shard', unixepoch() - ${hoursAgo * 3_600}
    FROM numbers`);

const recordNumbers = () =>
  sql(`
    SELECT MIN(CAST(sequence_number AS INTEGER)) AS first,
      MAX(CAST(sequence_number AS INTEGER)) AS last FROM _stream_records`)[0];

test('the engine trims stream records after a day, except the newest 10,000, and numbers new ones without a scan', async () => {
  const engine = await startEngine({ file });
  const client = clientOf(engine.url);
  await createTable(engine.url, 'letters');
  const put = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1)
      await client.send(
        new PutItemCommand({ TableName: 'letters', Item: { pk: { S: 'A' }, sk: { S: 'B' } } }),
      );
  };
  addRecords(10_020, 23);
  await trimStreamRecords(file);
  await trimStreamRecords(file);

  await put(1);
  expect(recordNumbers()).toEqual({ first: 1, last: 10_021 });
  sql('UPDATE _stream_records SET created_at = created_at - 2 * 3600');
  await put(1);
  expect(recordNumbers()).toEqual({ first: 11, last: 10_022 });
  await put(3);
  expect(recordNumbers()).toEqual({ first: 26, last: 10_025 });

  const [plan] = sql(`
      EXPLAIN QUERY PLAN SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1
      FROM _stream_records WHERE table_name = 'letters'`);
  expect(plan).toMatchObject({ detail: expect.stringContaining('_stream_records_by_number') });
  client.destroy();
  await engine.stop();
});
