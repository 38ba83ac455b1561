import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { secret } from '#functions/gateways/secrets.ts';
import { documents, table } from '#functions/storage/table.ts';
import { worldOfFile } from '../support/test-world.ts';

/* The simulated crashes that other tests rely on. */

const world = worldOfFile();

const key = (id: string) => ({ pk: `TEST#${id}`, sk: 'TEST' });
const put = (id: string) =>
  documents.send(new PutCommand({ TableName: world.tableName, Item: key(id) }));

test('a process that crashes before an effect writes neither it nor what follows', async () => {
  const work = () =>
    Promise.all([put('crashed'), new Promise(setImmediate).then(() => put('later'))]);
  expect(await world.crashingAt(1, 'before', work)).toEqual({ is: 'crashed' });
  await put('last');
  expect(await table.getMany([key('crashed'), key('later'), key('last')])).toEqual([
    undefined,
    undefined,
    expect.objectContaining(key('last')),
  ]);
});

test('a live process gets a secret that a crashed one began to read', async () => {
  const work = async () => {
    const crashed = put('secret');
    await new Promise(setImmediate);
    await Promise.all([crashed, secret('hashKey', -1)]);
  };
  expect(await world.crashingAt(1, 'before', work)).toEqual({ is: 'crashed' });
  await new Promise(setImmediate);
  expect(await secret('hashKey', -1)).toHaveProperty('hashKey');
});
