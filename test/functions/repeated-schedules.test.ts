import { beforeEach, describe, expect, test } from '@jest/globals';
import { handler as remindExpiring } from '#functions/jobs/remindExpiring.ts';
import type { Item } from '#functions/storage/table.ts';
import { DELETION_REMINDER, DELETION_WAIT } from '#shared/rules/accounts/account-deletion.ts';
import { RESPONSE_TIME } from '#shared/rules/conversations/state-machine.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { awaitDeletion, runDeleteAccounts } from '../support/account-deletions.ts';
import { lambdaContext } from '../support/call.ts';
import { domainEventsAbout } from '../support/domain-events.ts';
import { expectLedgerMatchesStripe, runSchedules } from '../support/money.ts';
import { pendingOrder } from '../support/orders.ts';
import {
  advanceTo,
  advanceToDayWithoutPayouts,
  NET,
  newCreditor,
  nextPayday,
  runPayday,
  runPayOut,
  transfersOf,
} from '../support/payouts.ts';
import { newPerson } from '../support/people.ts';
import { lostAfter } from '../support/reversals.ts';
import { scanTable } from '../support/scanned-table.ts';
import { worldOfEachTest } from '../support/test-world.ts';

/* Schedules that run again do nothing twice, also before an index shows what their first run has written. */

const world = worldOfEachTest();

/** Each test begins on the 20th of a month, when no payout is due. */
beforeEach(() => advanceToDayWithoutPayouts(world));

/** Runs a schedule again with a stale index, and expects that its second run writes nothing and sends nothing to Stripe. */
async function expectNothingTwice(schedule: () => Promise<unknown>): Promise<void> {
  const state = async (): Promise<[Item[], number]> => {
    const items = await scanTable(world.tableName);
    return [items, (world.stripe.read('events') ?? []).length];
  };
  let after: [Item[], number] | undefined;
  await world.repeatedWithStaleIndex(schedule, async () => {
    after = await state();
  });
  expect(await state()).toEqual(after);
}

describe('a schedule does nothing twice if a stale index still lists what it has done:', () => {
  test('payOut with a balance that it has paid out', async () => {
    await (await newCreditor(world)).setsUpPayouts(world.stripe);
    advanceTo(world, nextPayday(world));
    await expectNothingTwice(runPayOut);
    expect(transfersOf(world)).toMatchObject([{ amount: NET }]);
  });

  test('payOut with a payout that it has sent', async () => {
    const ana = await newCreditor(world);
    await ana.setsUpPayouts(world.stripe);
    await runPaydayWithoutStripe();
    await expectNothingTwice(runPayOut);
    expect(transfersOf(world)).toMatchObject([{ amount: NET }]);
  });

  test('payOut with a reminder that it has sent', async () => {
    const ana = await newCreditor(world);
    await ana.asksForPayoutLink();
    await runPayday(world);
    advanceTo(world, nextPayday(world));
    await expectNothingTwice(runPayOut);
  });

  test('expireConversations with a message that it has refunded', async () => {
    await pendingOrder(world);
    world.advance(RESPONSE_TIME);
    await expectNothingTwice(runSchedules);
    await expectLedgerMatchesStripe(world);
  });

  test('remindExpiring with a message whose reminder it has sent', async () => {
    await pendingOrder(world);
    world.advance(RESPONSE_TIME * 0.9);
    await expectNothingTwice(() => remindExpiring({}, lambdaContext()));
  });

  test('payOut with a debt that it has recovered', async () => {
    await lostAfter(world, HOUR);
    world.advance(15 * MINUTE);
    await expectNothingTwice(runPayOut);
    expect(transfersOf(world)).toMatchObject([{ amount_reversed: NET }]);
  });

  test('payOut with a debt that it has left to later earnings', async () => {
    await lostAfter(world, 5 * DAY);
    world.advance(15 * MINUTE);
    await expectNothingTwice(runPayOut);
  });

  test('expireConversations with a hold that it has captured', async () => {
    await pendingOrder(world);
    world.advance(6.6 * DAY);
    await expectNothingTwice(runSchedules);
    await expectLedgerMatchesStripe(world);
  });

  test('deleteAccounts with a deletion whose reminder it has sent', async () => {
    const person = await newPerson(world);
    await person.asksForDeletion();
    await runDeleteAccounts();
    world.advance(DELETION_WAIT - DELETION_REMINDER);
    await expectNothingTwice(runDeleteAccounts);
    expect(await domainEventsAbout(world, 'user.deletionSoon', person)).toHaveLength(1);
  });

  test('deleteAccounts with an account that it has blocked', async () => {
    await awaitDeletion(world, await newPerson(world));
    await expectNothingTwice(runDeleteAccounts);
  });

  test('deleteAccounts with an account that it has deleted', async () => {
    await awaitDeletion(world, await newPerson(world));
    await runDeleteAccounts();
    world.advance(2 * MINUTE);
    await expectNothingTwice(runDeleteAccounts);
  });

  test('finishPayments with a payment that it has undone', async () => {
    world.stripe.faults.next({ kind: 'status-500', times: 9 });
    await pendingOrder(world).catch(() => undefined);
    world.stripe.faults.clear();
    world.advance(MINUTE);
    await expectNothingTwice(runSchedules);
  });
});

/** Decides the payouts of the next payday while Stripe fails, and waits until they are tried again. */
async function runPaydayWithoutStripe(): Promise<void> {
  world.stripe.faults.next({ kind: 'status-500', times: 99 });
  await runPayday(world);
  world.stripe.faults.clear();
  world.advance(15 * MINUTE);
}

test('a payout that Stripe has refused is not sent again by a stale index once the account can be paid', async () => {
  const ana = await newCreditor(world);
  await ana.setsUpPayouts(world.stripe, { outcome: 'REFUSING' });
  await runPaydayWithoutStripe();
  const before = transfersOf(world).length;
  await world.repeatedWithStaleIndex(runPayOut, () => ana.setsUpPayouts(world.stripe));
  expect((await ana.payouts()).data).toMatchObject([{ status: 'FAILED' }]);
  expect(transfersOf(world)).toHaveLength(before);
  await expectLedgerMatchesStripe(world);
});
