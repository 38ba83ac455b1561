import { expect, test } from '@jest/globals';
import { handler as updateAvailability } from '#functions/accounts/updateAvailability.ts';
import { handler as changePhoneNumber } from '#functions/auth/changePhoneNumber.ts';
import { handler as nudgeRecipient } from '#functions/conversations/nudgeRecipient.ts';
import { handler as deleteAccounts } from '#functions/jobs/deleteAccounts.ts';
import { heldUntilOf } from '#functions/payouts/payout-holds.ts';
import { dueIndex } from '#functions/storage/index-keys.ts';
import { deletionKey, statementKey, userKey } from '#functions/storage/keys.ts';
import { put, table, update } from '#functions/storage/table.ts';
import { handler as appealStatement } from '#functions/support/appealStatement.ts';
import { handler as viewStatements } from '#functions/support/viewStatements.ts';
import { newId } from '#shared/ids.ts';
import { DAY, instant, later, MINUTE, toIso } from '#shared/time.ts';
import { call, lambdaContext } from '../support/call.ts';
import { pendingOrder } from '../support/orders.ts';
import { newPerson, PASSWORD, signedInAgain } from '../support/people.ts';
import { at } from '../support/stopped-clock.ts';
import { worldOfFile } from '../support/test-world.ts';

/* Handlers decide by exactly the moment that they promise: a millisecond before, and then. */

const world = worldOfFile();

test('a sender may nudge from exactly five days before the deadline', async () => {
  const { id, sender } = await pendingOrder(world);
  const found = await table.get<{ deadlineAt: number }>({
    pk: `CONVERSATION#${id}`,
    sk: 'CONVERSATION',
  });
  const from = later(instant(found?.deadlineAt ?? 0), -5 * DAY);
  const { token } = await at(world, later(from, -MINUTE), () => signedInAgain(world, sender));
  const nudge = async () => (await call(nudgeRecipient, { orderId: id }, { token })).http;
  expect(await at(world, later(from, -1), nudge)).toBe(409);
  expect(await at(world, from, nudge)).toBe(200);
});

test('a pause ends in the future, and after exactly 366 days at the latest', async () => {
  const { token } = await newPerson(world);
  const now = world.now();
  const pause = async (time: number) => {
    const pausedUntil = toIso(later(now, time));
    const set = () => call(updateAvailability, { paused: 'true', pausedUntil }, { token });
    return (await at(world, now, set)).http;
  };
  expect(await pause(0)).toBe(400);
  expect(await pause(1)).toBe(200);
  expect(await pause(366 * DAY)).toBe(200);
  expect(await pause(366 * DAY + 1)).toBe(400);
});

test('a statement can be appealed until exactly 180 days after it', async () => {
  const person = await newPerson(world);
  const { id: userId } = person.user;
  const id = newId(world.now());
  const now = world.now();
  const statement = {
    id,
    userId,
    at: now,
    deed: 'WARNED',
    facts: 'f',
    rule: 'SPAM_PHISHING',
    reason: 'r',
  };
  await table.write(put({ ...statementKey(userId, id), ...statement }));
  const end = later(now, 180 * DAY);
  const { token } = await at(world, later(end, -MINUTE), () => signedInAgain(world, person));
  const text = 'I know these eleven people, and they asked me to write.';
  const appeal = async () =>
    (await call(appealStatement, { statementId: id, text }, { token })).http;
  const seen = async () => {
    const { body } = await call(viewStatements, {}, { method: 'GET', token });
    return body.data[0].appealable;
  };
  expect(await at(world, later(end, -1), seen)).toBe(true);
  expect(await at(world, end, seen)).toBe(false);
  expect(await at(world, end, appeal)).toBe(409);
  expect(await at(world, later(end, -1), appeal)).toBe(200);
});

test('a pending phone change can be completed from exactly its time on', async () => {
  const { user, token } = await newPerson(world);
  const phoneNumber = '+15555559876';
  const from = later(world.now(), MINUTE);
  const pending = { nextPhoneNumber: phoneNumber, nextPhoneAt: from };
  await table.write(update(userKey(user.id), { set: pending }));
  const complete = async () => {
    const input = { phoneNumber, password: PASSWORD, code: '000000' };
    return (await call(changePhoneNumber, input, { token })).body;
  };
  // Before that time the call returns only the time; from then on it requires a code.
  expect(await at(world, later(from, -1), complete)).toMatchObject({ effectiveAt: toIso(from) });
  expect(await at(world, from, complete)).toHaveProperty('fields.code');
});

test('the deletion of an account begins at exactly its time', async () => {
  const { id } = (await newPerson(world)).user;
  const deletionAt = later(world.now(), DAY);
  await table.write(update(userKey(id), { set: { deletionAt } }));
  const due = dueIndex('DELETION', later(deletionAt, -1), id);
  const request = { userId: id, stage: 'WAITING', reminded: true, ...due };
  await table.write(put({ ...deletionKey(id), ...request }));
  const isBlocked = async () => {
    await deleteAccounts({}, lambdaContext());
    return (await table.get<{ blockedAt?: number }>(userKey(id)))?.blockedAt !== undefined;
  };
  expect(await at(world, later(deletionAt, -1), isBlocked)).toBe(false);
  expect(await at(world, deletionAt, isBlocked)).toBe(true);
});

test('a payout is held until exactly its time', () => {
  const heldUntil = later(world.now(), DAY);
  const owed = { heldUntil } as Parameters<typeof heldUntilOf>[0];
  expect(heldUntilOf(owed, later(heldUntil, -1))).toBe(heldUntil);
  expect(heldUntilOf(owed, heldUntil)).toBeUndefined();
});
