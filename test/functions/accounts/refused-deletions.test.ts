import { afterEach, describe, expect, test } from '@jest/globals';
import { continueRecovery } from '#functions/payouts/debt-recovery.ts';
import { deletionWithAccount } from '#functions/storage/accounts/account-deletions.ts';
import { userKey, usernameKey } from '#functions/storage/keys.ts';
import { changeBalance } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NEW_PASSWORD } from '#lib/local/deeds/passwords.ts';
import { cents } from '#shared/money.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import {
  completeDeletions,
  requestDueDeletion,
  runDeleteAccounts,
} from '../../support/account-deletions.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { answeredOrder } from '../../support/orders.ts';
import { advanceTo, newEarner, nextPayday, runPayday, runPayOut } from '../../support/payouts.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { onPlan, subscriptionsOf, withCard } from '../../support/plans.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { contextInterruptedBy } from '../../support/reversals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Deletions of one's own account that are refused, overtaken by another call, or cannot be completed at once.
 * docs/product/accounts.md#deleting-your-account
 */

const world = worldOfFile();

const stored = ({ user }: Person) => deletionWithAccount(table, user.id);
const isDeleted = async (person: Person) => (await stored(person)).user?.deletedAt !== undefined;
const isBlocked = async (person: Person) => (await stored(person)).user?.blockedAt !== undefined;

/** Runs the job, which fails for this person only, and checks how often it has, and that it is due again after this time. */
async function failRun(person: Person, failures: number, pause: number): Promise<void> {
  const start = world.now();
  await expect(runDeleteAccounts()).rejects.toThrow(
    /^1 of \d deletions of accounts or files failed/,
  );
  const { deletion } = await stored(person);
  expect(deletion).toMatchObject({ failures });
  const dueAt = Date.parse(deletion?.gsi5sk.split('#')[0] ?? '');
  expect(dueAt).toBeGreaterThanOrEqual(start + pause);
  expect(dueAt).toBeLessThanOrEqual(world.now() + pause);
}

const askForDeletion = (by: Person) => responseTo(by.asksForDeletion());

/** Refuses every connection to Stripe's API of subscriptions, until the faults are cleared. */
const failSubscriptions = () =>
  world.stripe.faults.next({
    kind: 'refuse-connection',
    path: '/v1/subscriptions/:id',
    times: 1_000,
  });

afterEach(() => world.stripe.faults.clear());

describe('requestAccountDeletion refuses', () => {
  test('a session that ended meanwhile', async () => {
    const person = await newPerson(world);
    const refused = await world.overtaken(() => askForDeletion(person), {
      at: userKey(person.user.id),
      by: () => person.signsOut(),
    });
    expectRefusal(refused, 401, 'UNAUTHENTICATED');
    expect(await person.deletion()).toMatchObject({ deletionAt: null });
    expect(await domainEventsAbout(world, 'user.deletionRequested', person)).toEqual([]);
  });

  test('an account whose password was changed meanwhile', async () => {
    const person = await newPerson(world);
    const refused = await world.overtaken(() => askForDeletion(person), {
      at: userKey(person.user.id),
      by: () => person.changesPassword(),
    });
    expectRefusal(
      refused,
      409,
      'WRONG_STATUS',
      'Your password or phone number was changed a moment ago. Please try again.',
    );
    expect(await person.deletion()).toMatchObject({ deletionAt: null });
    await person.asksForDeletion({ password: NEW_PASSWORD });
  });

  test('an account to which a payout is being sent, until it is paid', async () => {
    const person = await newEarner(world);
    await person.setsUpPayouts(world.stripe);
    advanceTo(world, nextPayday(world));
    const path = '/v1/transfers';
    world.stripe.faults.next({ kind: 'status-500', path, method: 'POST', times: 9 });
    await runPayOut();
    world.stripe.faults.clear();
    const sentence = 'A payout to you is being sent. Your account can be deleted once it’s paid.';
    await expectRefused(person.asksForDeletion(), 409, 'WRONG_STATUS', sentence);
    expect(await person.deletion()).toMatchObject({ obstacle: sentence });
    world.advance(11 * MINUTE);
    await runPayOut();
    await person.asksForDeletion();
    await expectLedgerMatchesStripe(world);
  });

  const SETTLING = 'Your balance is being settled. Please try again tomorrow.';

  test('an account while a transfer to it is being reversed', async () => {
    const { id, intent, recipient } = await answeredOrder(world);
    await recipient.setsUpPayouts(world.stripe);
    await runPayday(world);
    await world.bank.decides(await world.bank.disputes(intent), 'lost');
    await postAllEvents(world);
    const context = contextInterruptedBy(world, async () => {
      await expectRefused(recipient.asksForDeletion(), 409, 'WRONG_STATUS', SETTLING);
    });
    await continueRecovery(context, recipient.user.id, id);
    await recipient.asksForDeletion();
  });

  test('an account with a debt and a payout that waits', async () => {
    const { intent, recipient } = await answeredOrder(world);
    await runPayday(world);
    await world.bank.decides(await world.bank.disputes(intent), 'lost');
    await postAllEvents(world);
    await expectRefused(recipient.asksForDeletion(), 409, 'WRONG_STATUS', SETTLING);
    expect(await recipient.deletion()).toMatchObject({ obstacle: SETTLING });
  });
});

describe('cancelAccountDeletion', () => {
  test('keeps an account that is about to be blocked', async () => {
    const person = await newPerson(world);
    await requestDueDeletion(world, person);
    await world.overtaken(runDeleteAccounts, {
      at: userKey(person.user.id),
      by: async () => expect((await responseTo(person.keepsAccount())).http).toBe(200),
    });
    await completeDeletions(world);
    expect([await isBlocked(person), await isDeleted(person)]).toEqual([false, false]);
  });

  test('refuses to keep an account that has just been blocked, and is deleted next', async () => {
    const person = await newPerson(world);
    await requestDueDeletion(world, person);
    const refused = await world.overtaken(() => responseTo(person.keepsAccount()), {
      at: userKey(person.user.id),
      by: runDeleteAccounts,
    });
    expectRefusal(
      refused,
      409,
      'WRONG_STATUS',
      'Your account is being deleted. It can no longer be kept.',
    );
    world.advance(2 * MINUTE);
    await runDeleteAccounts();
    expect(await isDeleted(person)).toBe(true);
  });
});

describe('deleteAccounts', () => {
  test('postpones a deletion that fails, longer each time, and completes the others', async () => {
    const [person, other] = [await onPlan(world), await newPerson(world)];
    for (const one of [person, other]) await requestDueDeletion(world, one);
    failSubscriptions();
    await failRun(person, 1, 5 * MINUTE);
    expect([await isBlocked(person), await isBlocked(other)]).toEqual([false, true]);
    world.advance(2 * MINUTE);
    await runDeleteAccounts();
    expect(await isDeleted(other)).toBe(true);
    world.advance(4 * MINUTE);
    await failRun(person, 2, 10 * MINUTE);
    world.stripe.faults.clear();
    world.advance(10 * MINUTE);
    await completeDeletions(world);
    expect(await isDeleted(person)).toBe(true);
  });

  test('deletes an account whose plan began during the block only after the plan could be ended', async () => {
    const person = await withCard(world);
    await requestDueDeletion(world, person);
    const { held, release } = world.stripe.faults.next({
      kind: 'hold',
      path: '/v1/subscriptions',
      method: 'POST',
    });
    const upgraded = responseTo(person.choosesPlan());
    await held;
    await runDeleteAccounts();
    release();
    await upgraded;
    expect((await stored(person)).user).toMatchObject({ licenseId: 'STARTER' });
    failSubscriptions();
    world.advance(2 * MINUTE);
    await failRun(person, 1, 5 * MINUTE);
    expect(await isDeleted(person)).toBe(false);
    world.stripe.faults.clear();
    world.advance(5 * MINUTE);
    await runDeleteAccounts();
    expect(await isDeleted(person)).toBe(true);
    const customer = (await stored(person)).user?.stripeCustomerId;
    const [plan] = subscriptionsOf(world).filter((one) => one.customer === customer);
    expect(plan?.cancel_at_period_end).toBe(true);
  });

  test('does not delete an account about whose answer a claim was made at the last moment', async () => {
    const { sender, recipient, order } = await answeredOrder(world);
    const paidOut = changeBalance(recipient.user.id, cents(-2_200), world.now(), { entries: 0 });
    if (paidOut) await table.write(paidOut);
    await requestDueDeletion(world, recipient);
    await runDeleteAccounts();
    world.advance(2 * MINUTE);
    const run = world.overtaken(runDeleteAccounts, {
      at: 'The account is deleted.',
      by: async () => expect((await responseTo(sender.claims(order))).http).toBe(200),
    });
    await expect(run).rejects.toThrow('1 of 1 deletions of accounts or files failed');
    expect(await isDeleted(recipient)).toBe(false);
    world.advance(5 * MINUTE);
    await runDeleteAccounts();
    expect([await isBlocked(recipient), await isDeleted(recipient)]).toEqual([false, false]);
    expect((await stored(recipient)).deletion).toMatchObject({ stage: 'WAITING' });
    world.advance(DAY);
    await runDeleteAccounts();
    expect(await isBlocked(recipient)).toBe(false);
  });

  test.each<[string, (person: Person) => string]>([
    ['at its first write', ({ user }) => userKey(user.id).pk],
    ['at its decision', () => 'The account is deleted.'],
    ['at its last write', ({ user }) => usernameKey(user.username).pk],
  ])('deletes an account once if another run overtakes it %s', async (_when, partitionOf) => {
    const person = await newPerson(world);
    await requestDueDeletion(world, person);
    const twice = () =>
      world.overtaken(runDeleteAccounts, { at: partitionOf(person), by: runDeleteAccounts });
    await twice();
    world.advance(2 * MINUTE);
    await twice();
    expect(await isDeleted(person)).toBe(true);
    expect((await stored(person)).deletion).toBeUndefined();
    const entries = await auditEntriesAbout(world, person.user.id);
    expect(entries.map(({ outcome }) => outcome)).toEqual([
      'The account is blocked.',
      'The account is deleted.',
    ]);
  });
});
