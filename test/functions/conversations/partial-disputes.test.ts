import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { intentOf, postEventsShuffled } from '../../support/disputes.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { reviewManually } from '../../support/manual-decisions.ts';
import {
  expectLedgerMatchesStripe,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../../support/money.ts';
import { capturedOrder, type pendingOrder } from '../../support/orders.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/*
 * Partial chargebacks: a bank takes back $4.00 of $25.00 that were charged while the message was pending and are due
 * to be refunded to the sender.
 */

const world = worldOfEachTest();

const moneyOf = async (id: string) => (await conversationById(table, id, world.now()))?.money;

type Order = Awaited<ReturnType<typeof pendingOrder>>;

/** Creates a message that was charged before its hold lapsed, with a dispute over a part of the payment. */
async function disputed() {
  const order = await capturedOrder(world);
  const opened = await world.bank.disputes(order.intent, { part: 400 });
  await postAllEvents(world);
  return { ...order, opened };
}

async function expire() {
  world.advance(4 * DAY);
  await runSchedules();
}

/** The same, and the message expires without an answer. */
async function expiredAndDisputed() {
  const order = await disputed();
  await expire();
  return order;
}

test('a chargeback of an order that expires at the same time is not booked twice', async () => {
  const { id, opened } = await expiredAndDisputed();
  expect(await moneyOf(id)).toMatchObject({ owed: 'giveBack', back: { gone: 0, cost: 1_500 } });
  world.advance(2 * HOUR);
  await expect(reconcileLedger({}, lambdaContext())).resolves.toBeUndefined();
  await world.bank.decides(opened, 'won');
  await postAllEvents(world);
  // Stripe repeats its stored error for a day under the same idempotency key.
  world.advance(DAY + 2 * HOUR);
  await runSchedules();
  expect(await moneyOf(id)).toMatchObject({ state: 'REFUNDED' });
  expect(await moneyOf(id)).not.toHaveProperty('owed');
  await expectLedgerMatchesStripe(world);
});

test('a refund that waits for a dispute is not requested in every run', async () => {
  const { id } = await expiredAndDisputed();
  for (let run = 0; run < 8; run += 1) {
    world.advance(5 * MINUTE);
    await runSchedules();
  }
  const { owed, tryAt = 0, tries } = (await moneyOf(id)) ?? {};
  expect({ owed, waits: tryAt > world.now() }).toEqual({ owed: 'giveBack', waits: true });
  expect(tries).toBeLessThan(6);
});

test.each([
  ['won', 2_500],
  ['lost', 2_100],
] as const)(
  'a report takes to review what is left of the payment, whose dispute is then %s',
  async (outcome, left) => {
    const { recipient, id, opened } = await disputed();
    await recipient.reportsLetter({ id });
    const booked = { held: 0, 'platform:disputes': -1_500 };
    expect(await ledgerOf(world)).toMatchObject({ ...booked, 'platform:review': 2_100 });
    await world.bank.decides(opened, outcome);
    await postAllEvents(world);
    expect(await ledgerOf(world)).toMatchObject({ ...booked, 'platform:review': left });
    await expectLedgerMatchesStripe(world);
  },
);

test('staff can keep what is left in review after a dispute over a part was lost', async () => {
  const { recipient, id, opened } = await disputed();
  await recipient.reportsLetter({ id });
  await world.bank.decides(opened, 'lost');
  await postAllEvents(world);
  expect(await reviewManually(world, id, 'KEEP')).toMatch(/keeps the amount in review/);
  expect(await ledgerOf(world)).toMatchObject({ 'platform:review': 0 });
  await expectLedgerMatchesStripe(world);
});

describe('the remainder of a partly charged back payment', () => {
  const ways: readonly (readonly [string, (order: Order) => Promise<unknown>])[] = [
    ['expires', expire],
    ['is declined', async ({ recipient, order }) => recipient.declines(order)],
    ['is canceled', async ({ sender, order }) => sender.cancels(order)],
    [
      'is reported as not meant for its recipient',
      async ({ recipient, order }) => recipient.reportsLetter(order, { reason: 'NOT_ME' }),
    ],
  ];

  const refundsOf = (id: string) =>
    (world.stripe.read('refunds') as Stripe.Refund[]).filter(
      ({ payment_intent: of }) => of === intentOf(world, id).id,
    );

  /** Checks that the amount can no longer be refunded, is booked as owed, and is announced once to both sides. */
  async function expectOwed({ id, sender }: Order) {
    const money = await moneyOf(id);
    expect(money).toMatchObject({ state: 'CHARGED', unreturned: { amount: 2_100 } });
    expect(money).not.toHaveProperty('owed');
    expect(money).not.toHaveProperty('tryAt');
    expect(refundsOf(id)).toEqual([]);
    const { held, 'platform:review': reviewed = 0 } = await ledgerOf(world);
    expect({ held, reviewed }).toEqual({ held: 2_100, reviewed: 0 });
    await expectLedgerMatchesStripe(world);
    const failed = await domainEventsOf(world, 'refund.failed');
    expect(failed.map(({ detail }) => detail)).toMatchObject([
      { conversationId: id, amountCents: 2_100 },
    ]);
    const { moneyState, timeline } = await sender.seesAsSender({ id });
    const told = timeline.filter(({ event }: { event: string }) => event === 'RETURN_FAILED');
    expect({ moneyState, told }).toMatchObject({ moneyState: 'CHARGED', told: [{ amount: 21 }] });
  }

  test.each(ways)(
    'is owed to the sender if the dispute is lost before the message %s',
    async (_how, end) => {
      const order = await disputed();
      await world.bank.decides(order.opened, 'lost');
      await postAllEvents(world);
      await end(order);
      await postAllEvents(world);
      await runSchedules();
      await expectOwed(order);
      await reconcileLedger({}, lambdaContext());
    },
  );

  test.each(ways)(
    'is owed to the sender if the dispute is lost after the message %s',
    async (_how, end) => {
      const order = await disputed();
      await end(order);
      await world.bank.decides(order.opened, 'lost');
      await postEventsShuffled(world, 7);
      await postAllEvents(world);
      await expectOwed(order);
      await reconcileLedger({}, lambdaContext());
    },
  );

  test('is not requested again', async () => {
    const order = await expiredAndDisputed();
    await world.bank.decides(order.opened, 'lost');
    await postAllEvents(world);
    const outcome = await world.crashingAt(Number.POSITIVE_INFINITY, 'before', async () => {
      for (let day = 0; day < 3; day += 1) {
        world.advance(DAY + HOUR);
        await runSchedules();
        await postEventsShuffled(world, day + 3);
      }
    });
    expect(outcome).toMatchObject({ is: 'completed', effects: 0 });
    await expectOwed(order);
  });

  test('is owed once when webhooks and schedules handle the dispute concurrently', async () => {
    const order = await expiredAndDisputed();
    await world.bank.decides(order.opened, 'lost');
    world.advance(2 * HOUR);
    await Promise.all([postAllEvents(world), postEventsShuffled(world, 11), runSchedules()]);
    await postAllEvents(world);
    await expectOwed(order);
  });

  test('is owed after a crash at any effect', async () => {
    for (const hears of [() => postEventsShuffled(world, 1), runSchedules])
      await world.crashingAtEveryWrite(
        async ({ crash }) => {
          const order = await expiredAndDisputed();
          await world.bank.decides(order.opened, 'lost');
          world.advance(2 * HOUR);
          await crash(hears);
          world.advance(2 * HOUR);
          await runSchedules();
          await postAllEvents(world);
          await expectOwed(order);
        },
        { inNewWorlds: true },
      );
  });
});
