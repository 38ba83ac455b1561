import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { secret } from '#functions/gateways/secrets.ts';
import { serve } from '#functions/serve.ts';
import { serveSchedule } from '#functions/serve-work.ts';
import { entryKey, eventKey, type Key, userKey } from '#functions/storage/keys.ts';
import { check, put, type Step, table, update } from '#functions/storage/table.ts';
import { viewKey } from '#functions/storage/visit-keys.ts';
import type { Use } from '#shared/api/operation.ts';
import { call, lambdaContext } from '../../support/call.ts';
import { greeting } from '../../support/greeting.ts';
import { takeRefusals } from '../../support/guard-roles.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Permissions of functions: an action that a definition does not declare is refused, as by the IAM role in AWS. */

worldOfFile();

/** Runs an action as a function with these uses. Returns its result and the refused requests. */
async function doing(uses: readonly Use[], act: () => Promise<unknown>) {
  const run = async () => {
    await act();
    return { greeting: 'Hello' };
  };
  const handler = serve({ ...greeting(), uses }, run, { gives: {} as never });
  const { http } = await call(handler, { name: 'Ada' });
  return { http, refusals: takeRefusals() };
}

const DONE = { http: 200, refusals: [] };
const refused = (what: string, uses: string) => ({
  http: 500,
  refusals: [`greet is not authorized to perform ${what}: its definition uses ${uses}.`],
});

const userItem = () => userKey(randomUUID());
const entryItem = () => entryKey(randomUUID());
const missing = (key: Key) => check(key, { when: { pk: undefined }, otherwise: 'THERE' });
const change = ({ pk, sk }: Key) => update<{ readonly n: number }>({ pk, sk }, { set: { n: 1 } });

test('a refusal is reported even if the function catches it', async () => {
  const act = () => table.get(userItem()).catch(() => undefined);
  expect(await doing([], act)).toEqual({
    ...refused('GetItem under USER#*', 'nothing'),
    http: 200,
  });
});

test('a schedule may read its own due list and no other', async () => {
  const reading = (list: 'PAYOUT' | 'PAYMENT') =>
    serveSchedule(
      { name: 'look', everyMinutes: 5, list: 'PAYOUT', uses: [], impact: 'Nobody notices.' },
      async () => void (await table.query({ index: 'gsi5', partition: `DUE#${list}` })),
    );
  await reading('PAYOUT')({}, lambdaContext());
  await expect(reading('PAYMENT')({}, lambdaContext())).rejects.toThrow('DUE#PAYMENT');
  expect(takeRefusals()).toEqual([
    'look is not authorized to perform Query on gsi5 under DUE#PAYMENT: its definition uses nothing.',
  ]);
});

test('code outside of functions is not restricted', async () => {
  expect(await table.get(entryItem())).toBeUndefined();
});

describe('a function is refused', () => {
  test('access to items of a type that it does not use', async () => {
    const act = () => table.get(userItem());
    expect(await doing(['chats.read'], act)).toEqual(refused('GetItem under USER#*', 'chats.read'));
    expect(await doing(['accounts.read'], act)).toEqual(DONE);
  });

  test('reading anything if it declares no uses', async () => {
    const act = () => table.getMany([userItem()]);
    expect(await doing([], act)).toEqual(refused('BatchGetItem under USER#*', 'nothing'));
  });

  test('writing items that it may only read', async () => {
    const act = () => table.write(put(userItem()));
    expect(await doing(['accounts.read'], act)).toEqual(
      refused('PutItem under USER#*', 'accounts.read'),
    );
    expect(await doing(['accounts.write'], act)).toEqual(DONE);
  });

  test('querying an index of items that it does not use', async () => {
    const act = () => table.query({ index: 'gsi1', partition: 'LEDGER#somebody' });
    expect(await doing(['accounts.read'], act)).toEqual(
      refused('Query on gsi1 under LEDGER#*', 'accounts.read'),
    );
    expect(await doing(['ledger.read'], act)).toEqual(DONE);
  });

  test('a transaction with one write that it does not declare', async () => {
    const transact = (...steps: Step<string>[]) => table.transact<string>(...steps);
    const [fact, entry] = [eventKey(randomUUID()), entryItem()];
    expect(
      await doing(['accounts.read', 'events.append'], () =>
        transact(missing(userItem()), put(fact), put(entry)),
      ),
    ).toEqual(refused('PutItem under ENTRY#*', 'accounts.read, events.append'));
    expect(
      await doing(['accounts.read', 'events.append'], () =>
        transact(missing(userItem()), put(fact)),
      ),
    ).toEqual(DONE);
  });

  test('changing a ledger entry, which it may only append', async () => {
    const key = entryItem();
    expect(await doing(['ledger.append'], () => table.write(put(key)))).toEqual(DONE);
    expect(await doing(['ledger.append'], () => table.write(change(key)))).toEqual(
      refused('UpdateItem under ENTRY#*', 'ledger.append'),
    );
  });

  test('writing an item because it may write another one', async () => {
    const act = () => table.write(change(userItem()));
    expect(await doing(['views.record'], act)).toEqual(
      refused('UpdateItem under USER#*', 'views.record'),
    );
    const view = viewKey(randomUUID(), '2026-11-20', 'viewer');
    expect(await doing(['views.record'], () => table.write(put(view)))).toEqual(DONE);
  });

  test('a secret that it does not use, even when another function has just read it', async () => {
    const act = () => secret('tokenKeys');
    expect(await doing(['tokenKeys'], act)).toEqual(DONE);
    expect(await doing(['hashKey'], act)).toEqual(
      refused('secretsmanager:GetSecretValue on tokenKeys', 'hashKey'),
    );
  });
});
