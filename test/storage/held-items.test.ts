import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { describe, expect, jest, test } from '@jest/globals';
import type { KeyOf } from '#functions/storage/keys.ts';
import { documents, put, table, update } from '#functions/storage/table.ts';
import { worldOfFile } from '../support/test-world.ts';

/*
 * Writes to an item that a transaction has locked: DynamoDB refuses them, while the local engine runs all writes in
 * sequence.
 */

worldOfFile();

const KEY: KeyOf<{ readonly count: number }> = { pk: 'HELD', sk: 'COUNT' };

/** Makes the first `tries` writes fail with a transaction conflict. */
function held(tries: number): { tried(): number; letGo(): void } {
  const send = documents.send.bind(documents);
  let tried = 0;
  const spied = jest.spyOn(documents, 'send').mockImplementation(((command: never) => {
    tried += 1;
    if (tried > tries) return send(command);
    return Promise.reject(new TransactionConflictException({ message: 'held', $metadata: {} }));
  }) as never);
  return { tried: () => tried, letGo: () => spied.mockRestore() };
}

describe('a write to an item that is locked by a transaction', () => {
  test('is retried until the transaction ends', async () => {
    const item = held(2);
    expect(await table.write(put({ ...KEY, count: 1 }))).toBe('done');
    expect(item.tried()).toBe(3);
    item.letGo();
    expect(await table.get(KEY)).toMatchObject({ count: 1 });
  });

  test('increments a counter once', async () => {
    await table.write(put({ ...KEY, count: 1 }));
    const item = held(1);
    const counted = await table.change(update(KEY, { add: { count: 1 } }));
    item.letGo();
    expect(counted).toMatchObject({ count: 2 });
  });

  test('fails if the transaction does not end', async () => {
    const item = held(100);
    await expect(table.write(put({ ...KEY }))).rejects.toThrow('held');
    expect(item.tried()).toBeLessThan(10);
    item.letGo();
  });
});
