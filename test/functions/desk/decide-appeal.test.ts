import { expect, test } from '@jest/globals';
import { caseById } from '#functions/storage/desk/cases.ts';
import { statementOf } from '#functions/storage/desk/statements.ts';
import { statementKey, userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { ReasonOptions, Ruling } from '#lib/local/deeds/desk.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { makeStaff } from '../../support/account-shortcuts.ts';
import { newestDomainEvent } from '../../support/domain-events.ts';
import { auditEntriesAbout, runConfirmedOps } from '../../support/ops.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { appealedStatement, openedCase, storedUser } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* How staff decide appeals. docs/product/desk.md#decisions */

const world = worldOfFile();
const GRANTED = { outcome: 'UPHELD', reason: 'You are the mayor.' };
const REJECTED = { outcome: 'REJECTED', reason: 'You are not the mayor.' };

async function decide(one: Case, { reason, ...ruling }: Ruling & ReasonOptions, staff?: Person) {
  const by = staff ?? (await newPerson(world, { staff: ['MODERATOR'] }));
  return responseTo(by.decidesCase(one, ruling, { reason }));
}

async function blockedPerson() {
  const person = await newPerson(world);
  await runConfirmedOps(world, 'block', person.user.username);
  return { person, ...(await appealedStatement(world, person.user.id)) };
}

test('a granted appeal unblocks the account, and is noted in its statement', async () => {
  const { person, statement, appeal } = await blockedPerson();
  expect((await decide(appeal, GRANTED)).http).toBe(200);
  expect((await storedUser(world, person.user.id)).blockedAt).toBeUndefined();
  expect((await caseById(table, appeal.id))?.decision).toMatchObject(GRANTED);
  const noted = await statementOf(table, person.user.id, statement.id);
  expect(noted?.appeal?.decision).toEqual({ at: expect.any(Number), ...GRANTED });
  expect((await newestDomainEvent(world, 'appeal.decided')).detail).toEqual({
    userId: person.user.id,
    outcome: 'UPHELD',
    statementId: statement.id,
  });
  expect(await auditEntriesAbout(world, appeal.id)).toMatchObject([
    { outcome: 'The appeal is granted: the account is unblocked.' },
  ]);
});

test('a granted appeal unblocks an account whose statement is as old as its block', async () => {
  const { person, statement, appeal } = await blockedPerson();
  const { blockedAt } = await storedUser(world, person.user.id);
  const key = statementKey(person.user.id, statement.id);
  await table.write(update(key, { set: { at: blockedAt } }));
  expect((await decide(appeal, GRANTED)).http).toBe(200);
  expect((await storedUser(world, person.user.id)).blockedAt).toBeUndefined();
});

test('a rejected appeal leaves the account blocked, and is noted in its statement', async () => {
  const { person, statement, appeal } = await blockedPerson();
  expect((await decide(appeal, REJECTED)).http).toBe(200);
  expect((await storedUser(world, person.user.id)).blockedAt).toBeDefined();
  const noted = await statementOf(table, person.user.id, statement.id);
  expect(noted?.appeal?.decision?.outcome).toBe('REJECTED');
});

test('a granted appeal of an account that is unblocked already is closed', async () => {
  const { person, appeal } = await blockedPerson();
  await runConfirmedOps(world, 'unblock', person.user.username);
  expect((await decide(appeal, GRANTED)).http).toBe(200);
  expect((await caseById(table, appeal.id))?.decision?.outcome).toBe('UPHELD');
});

test('a granted appeal against an earlier block leaves a later block as it is', async () => {
  const { person, appeal } = await blockedPerson();
  await runConfirmedOps(world, 'unblock', person.user.username);
  world.advance(1);
  await runConfirmedOps(world, 'block', person.user.username);
  const { body } = await decide(appeal, GRANTED);
  expect(body.data[0].message).toContain('blocked again');
  expect((await storedUser(world, person.user.id)).blockedAt).toBeDefined();
  expect((await caseById(table, appeal.id))?.decision?.outcome).toBe('UPHELD');
});

test('a granted appeal of an account that was deleted since leaves it as it is', async () => {
  const { person, appeal } = await blockedPerson();
  const key = userKey(person.user.id);
  await table.write(update(key, { set: { deletedAt: world.now() } }));
  const { body } = await decide(appeal, GRANTED);
  expect(body.data[0].message).toContain('The account was deleted, so nothing is undone.');
  expect((await storedUser(world, person.user.id)).blockedAt).toBeDefined();
});

test('a granted appeal against a warning says that the warning no longer counts', async () => {
  const { user } = await newPerson(world);
  const { appeal } = await appealedStatement(world, user.id, 'WARNED');
  const { body } = await decide(appeal, GRANTED);
  expect(body.data[0].message).toBe(
    'The appeal is granted. The person reads the reason. The warning no longer counts. It stays in their decisions, and says that they were right.',
  );
});

test('a granted appeal against a warning leaves a block from before the warning as it is', async () => {
  const person = await newPerson(world);
  await runConfirmedOps(world, 'block', person.user.username);
  const { appeal } = await appealedStatement(world, person.user.id, 'WARNED');
  expect((await decide(appeal, GRANTED)).http).toBe(200);
  expect((await storedUser(world, person.user.id)).blockedAt).toBeDefined();
});

test('decideCase refuses a second decision of an appeal, with who decided it', async () => {
  const { appeal } = await blockedPerson();
  const first = await newPerson(world, { staff: ['MODERATOR'] });
  await decide(appeal, REJECTED, first);
  expect((await decide(appeal, GRANTED)).body).toMatchObject({
    status: 'WRONG_STATUS',
    decidedBy: first.user.fullName,
  });
  // The same decision is repeated only for the person who made it.
  expect((await decide(appeal, REJECTED)).body.status).toBe('WRONG_STATUS');
  expect((await decide(appeal, REJECTED, first)).http).toBe(200);
});

test('decideCase refuses staff to decide their own appeal', async () => {
  const person = await newPerson(world);
  const { appeal } = await appealedStatement(world, person.user.id, 'WARNED');
  await makeStaff(person);
  expect((await decide(appeal, GRANTED, person)).body.status).toBe('NOT_FOUND');
});

test('decideCase refuses a contested claim, and an appeal whose statement is missing', async () => {
  const [one, other] = [await newPerson(world), await newPerson(world)];
  const between = { openedBy: one.user.id, userId: other.user.id };
  const claim = await openedCase(world, between, { kind: 'CLAIM' });
  expect((await decide(claim, GRANTED)).body.status).toBe('WRONG_STATUS');
  const subject = { type: 'STATEMENT', id: claim.id } as const;
  const lost = await openedCase(world, between, { kind: 'APPEAL', subject });
  expect((await decide(lost, GRANTED)).body.status).toBe('NOT_FOUND');
});
