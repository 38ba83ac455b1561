import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { logOf } from '#functions/log.ts';
import { auditEntriesSince } from '#functions/storage/audit.ts';
import { payoutOf } from '#functions/storage/payouts/payouts.ts';
import { table } from '#functions/storage/table.ts';
import { applyMissedEvents, compareWithStripe } from '#lib/operator/restore/after-restore.ts';
import { LedgerCount } from '#lib/operator/restore/ledger-count.ts';
import { DAY, HOUR, type Instant, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../support/call.ts';
import { intentOf, operator, owedTo } from '../support/disputes.ts';
import { invariantViolations } from '../support/invariant-checks.ts';
import {
  expectLedgerMatchesStripe,
  intentsOf,
  postAllEvents,
  runSchedules,
} from '../support/money.ts';
import { pendingOrder } from '../support/orders.ts';
import {
  advanceTo,
  NET,
  newEarner,
  nextPayday,
  runPayOut,
  transfersOf,
} from '../support/payouts.ts';
import { newPerson, type Person, personOf } from '../support/people.ts';
import { deliverWebhooks, onPlan, withCard } from '../support/plans.ts';
import { itemsIn, restoredWorld } from '../support/restored-table.ts';
import { startWorld, type World } from '../support/world.ts';

/* Recovery after a restore: the table returns to an earlier moment, while Stripe keeps its later payments. */

let world: World;
beforeEach(async () => {
  await world?.stop();
  world = await startWorld();
});
afterAll(() => world.stop());

/** Stores a copy of the table. The returned function continues with that copy in a new table. */
async function restorePoint(): Promise<() => Promise<Instant>> {
  const at = world.now();
  const items = await itemsIn();
  return async () => {
    world = await restoredWorld(world, items);
    return at;
  };
}

async function runAfterRestore(since: Instant) {
  const found = await compareWithStripe(since, world.now());
  return {
    found,
    done: await applyMissedEvents(found, { who: 'me', now: world.now(), log: logOf('test') }),
  };
}

/** Checks that the ledger balances and agrees with Stripe, and that reconciliation and the invariants report nothing. */
async function expectReconciled(refunded?: string): Promise<void> {
  world.advance(2 * HOUR);
  await runSchedules();
  await expectLedgerMatchesStripe(world);
  await reconcileLedger({}, lambdaContext());
  const ledger = new LedgerCount();
  const items = await itemsIn();
  for (const item of items) ledger.add(item);
  expect(ledger.faults()).toEqual([]);
  // For a refunded payment without an order, one invariant reports the missing order; that is expected.
  const others = invariantViolations(world, items).filter(
    (wrong) => !refunded || !wrong.endsWith(`there is no order ${refunded}`),
  );
  expect(others).toEqual([]);
}

const nowOf = (person: Person): Promise<Person> => personOf(world, person.user);

describe('after-restore, for a message paid after the restored time,', () => {
  test('cancels the hold', async () => {
    await pendingOrder(world);
    const goBack = await restorePoint();
    const lost = await pendingOrder(world);
    const since = await goBack();
    const { found, done } = await runAfterRestore(since);
    expect(found.orphans).toMatchObject([{ conversationId: lost.id, amount: 2_500, is: 'held' }]);
    expect(done.orphans).toMatchObject([{ conversationId: lost.id, after: 'released' }]);
    expect(intentOf(world, lost.id).status).toBe('canceled');
    expect(await auditEntriesSince(table, since, world.now())).toMatchObject([
      { who: 'me', about: lost.id, outcome: expect.stringContaining('$25.00') },
    ]);
    await expectReconciled();
  });

  test('refunds an answered message once, even if the command runs again', async () => {
    const goBack = await restorePoint();
    const lost = await pendingOrder(world);
    await lost.recipient.answers(lost);
    const since = await goBack();
    const { found, done } = await runAfterRestore(since);
    expect(found.orphans).toMatchObject([{ amount: 2_500, is: 'charged' }]);
    expect(done).toMatchObject({ failed: [], orphans: [{ after: 'refunded' }] });
    const again = await runAfterRestore(since);
    expect(again.found.orphans).toEqual([]);
    expect(again.found.missedEvents).toMatchObject([{ type: 'charge.refunded' }]);
    const refunds = world.stripe.read('refunds') as { amount: number }[];
    expect(refunds.map(({ amount }) => amount)).toEqual([2_500]);
    await expectReconciled(lost.id);
  });

  test('does not refund a disputed message, and lists it again at the next run', async () => {
    const goBack = await restorePoint();
    const lost = await pendingOrder(world);
    await lost.recipient.answers(lost);
    await world.bank.disputes(intentOf(world, lost.id), { part: 1_000 });
    const since = await goBack();
    const { done } = await runAfterRestore(since);
    expect(done.orphans).toMatchObject([{ amount: 1_500, after: 'charged' }]);
    expect((await compareWithStripe(since, world.now())).orphans).toHaveLength(1);
  });

  test('leaves the payment if its message is in the table again when it is applied', async () => {
    const goBack = await restorePoint();
    const kept = await pendingOrder(world);
    const goOn = await restorePoint();
    const since = await goBack();
    const found = await compareWithStripe(since, world.now());
    expect(found.orphans).toMatchObject([{ conversationId: kept.id }]);
    await goOn();
    const asked = { who: 'me', now: world.now(), log: logOf('test') };
    const { orphans } = await applyMissedEvents(found, asked);
    expect(orphans).toMatchObject([{ conversationId: kept.id, after: 'none' }]);
    expect(intentOf(world, kept.id).status).toBe('requires_capture');
    expect(await auditEntriesSince(table, since, world.now())).toEqual([]);
  });

  test('finds it and its events, the oldest first, also up to ten minutes before that time', async () => {
    const goBack = await restorePoint();
    const lost = await pendingOrder(world);
    world.advance(MINUTE);
    await lost.recipient.answers(lost);
    await goBack();
    world.advance(8 * MINUTE);
    const { orphans, missedEvents } = await compareWithStripe(world.now(), world.now());
    expect(orphans).toMatchObject([{ conversationId: lost.id }]);
    const created = missedEvents.map((event) => event.created);
    expect(created).toEqual(created.toSorted((one, other) => one - other));
    expect(new Set(created).size).toBeGreaterThan(1);
  });

  test('only lists the message without --yes', async () => {
    const goBack = await restorePoint();
    const lost = await pendingOrder(world);
    await compareWithStripe(await goBack(), world.now());
    expect(intentOf(world, lost.id).status).toBe('requires_capture');
  });
});

describe('after-restore, for a message that was pending at the restored time,', () => {
  test('expires it with its hold released if the sender canceled it afterwards', async () => {
    const order = await pendingOrder(world);
    const goBack = await restorePoint();
    await order.sender.cancels(order);
    const { found } = await runAfterRestore(await goBack());
    expect(found.orphans).toEqual([]);
    expect(await order.sender.sees(order)).toMatchObject({
      status: 'EXPIRED',
      moneyState: 'RELEASED',
    });
    await expectReconciled();
  });

  test('makes it pending and charged if it was answered afterwards; a second answer earns once', async () => {
    const order = await pendingOrder(world);
    const goBack = await restorePoint();
    await order.recipient.answers(order);
    const { found, done } = await runAfterRestore(await goBack());
    expect(found.orphans).toEqual([]);
    expect(done.changed.map(({ id }) => id)).toEqual([order.id]);
    expect(await order.sender.sees(order)).toMatchObject({
      status: 'PENDING',
      moneyState: 'CHARGED',
    });
    await (await nowOf(order.recipient)).answers(order);
    expect(await owedTo(order.recipient)).toBe(NET);
    await expectReconciled();
  });

  test('if it was answered afterwards and not answered again, the sender is refunded at the deadline', async () => {
    const order = await pendingOrder(world);
    const goBack = await restorePoint();
    await order.recipient.answers(order);
    await runAfterRestore(await goBack());
    world.advance(10 * DAY);
    await runSchedules();
    expect(await order.sender.sees(order)).toMatchObject({
      status: 'EXPIRED',
      moneyState: 'REFUNDED',
    });
    await expectReconciled();
  });
});

test('after-restore applies a refund made after the restored time, and skips webhook events that the table contains', async () => {
  const order = await pendingOrder(world);
  await order.recipient.answers(order);
  await postAllEvents(world);
  const goBack = await restorePoint();
  const stripe = await operator(world);
  await stripe.refunds.create({ payment_intent: intentOf(world, order.id).id, amount: 700 });
  await postAllEvents(world);
  const { found, done } = await runAfterRestore(await goBack());
  expect(found.missedEvents.map(({ type }) => type)).toContain('charge.refunded');
  expect(found.missedEvents.map(({ type }) => type)).not.toContain('payment_intent.succeeded');
  expect(done.failed).toEqual([]);
  await expectReconciled();
});

describe('after-restore, for a payout sent after the restored time,', () => {
  test('leaves it to the next payout run, which finds the transfer and sends no second one', async () => {
    const person = await newEarner(world);
    await person.setsUpPayouts(world.stripe);
    await postAllEvents(world);
    advanceTo(world, nextPayday(world) - HOUR);
    const goBack = await restorePoint();
    world.advance(HOUR);
    await runPayOut();
    expect(transfersOf(world)).toHaveLength(1);
    const { found } = await runAfterRestore(await goBack());
    expect(found.payouts).toMatchObject([{ amount: NET, willBeBooked: true }]);
    await runPayOut();
    expect(transfersOf(world)).toHaveLength(1);
    const period = String(found.payouts[0]?.period);
    expect(await payoutOf(table, person.user.id, period)).toMatchObject({ status: 'PAID' });
    expect(await owedTo(person)).toBe(0);
    await expectReconciled();
  });

  test('lists it if its earnings are not in the table, until an operator reverses the transfer', async () => {
    const order = await pendingOrder(world);
    await order.recipient.setsUpPayouts(world.stripe);
    await postAllEvents(world);
    const goBack = await restorePoint();
    await order.recipient.answers(order);
    advanceTo(world, nextPayday(world));
    await runPayOut();
    const [transfer] = transfersOf(world);
    const since = await goBack();
    // A month later the start of the search must be within the 30 days that Stripe keeps events.
    const from = Math.max(since, world.now() - 29 * DAY) as Instant;
    const { found } = await runAfterRestore(from);
    expect(found.payouts).toMatchObject([{ amount: NET, willBeBooked: false }]);
    await (await operator(world)).transfers.createReversal(String(transfer?.id));
    expect((await compareWithStripe(from, world.now())).payouts).toEqual([]);
  });
});

test('after-restore saves a payout account that became ready after the restored time, and the next run pays its owner', async () => {
  const person = await newEarner(world);
  await postAllEvents(world);
  advanceTo(world, nextPayday(world));
  await person.asksForPayoutLink();
  await runPayOut();
  const goBack = await restorePoint();
  await person.setsUpPayouts(world.stripe);
  const since = await goBack();
  const found = await compareWithStripe(since, world.now());
  // Stripe's event log does not contain the account.updated events of connected accounts.
  const missedEvents = found.missedEvents.filter(({ type }) => type !== 'account.updated');
  expect(found.accounts).toMatchObject([{ userId: person.user.id, status: 'READY' }]);
  await applyMissedEvents(
    { ...found, missedEvents },
    { who: 'me', now: world.now(), log: logOf('test') },
  );
  expect(transfersOf(world)).toEqual([]);
  await runPayOut();
  expect(transfersOf(world)).toMatchObject([{ amount: NET }]);
  expect((await compareWithStripe(since, world.now())).accounts).toEqual([]);
  await postAllEvents(world);
  await expectReconciled();
});

describe('after-restore, for a plan bought after the restored time,', () => {
  test('upgrades the account in the table', async () => {
    const person = await withCard(world);
    await deliverWebhooks(world);
    const goBack = await restorePoint();
    await person.choosesPlan();
    const { done } = await runAfterRestore(await goBack());
    expect(done.failed).toEqual([]);
    const again = await personOf(world, person.user);
    expect(await again.account()).toMatchObject({ licenseId: 'STARTER' });
    await expectReconciled();
  });

  test('lists the plan if its user is not in the table, until an operator cancels it', async () => {
    const goBack = await restorePoint();
    const person = await onPlan(world);
    const since = await goBack();
    const { found } = await runAfterRestore(since);
    expect(found.plans).toMatchObject([{ userId: person.user.id }]);
    await (await operator(world)).subscriptions.cancel(String(found.plans[0]?.subscriptionId));
    expect((await compareWithStripe(since, world.now())).plans).toEqual([]);
  });
});

test('after-restore refuses an invalid --since', async () => {
  const now = world.now();
  await expect(compareWithStripe((now + 1) as Instant, now)).rejects.toThrow(/in the future/);
  await expect(compareWithStripe((now - 31 * DAY) as Instant, now)).rejects.toThrow(/30 days/);
});

test('after-restore does not list new customers and saved cards as payments', async () => {
  const goBack = await restorePoint();
  await (await newPerson(world)).savesCard();
  const { found } = await runAfterRestore(await goBack());
  expect(found.orphans).toEqual([]);
  expect(intentsOf(world)).toEqual([]);
});
