import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import {
  intentOf,
  operator,
  owedTo,
  postEventsOf,
  postEventsShuffled,
  refundOf,
} from '../../support/disputes.ts';
import {
  expectLedgerMatchesStripe,
  intentsOf,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../../support/money.ts';
import { capturedOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { onPlan } from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/* Refunds that the sender's bank refuses. Messages cost $25.00, and the recipient is on the free plan. */

const world = worldOfEachTest();

/** Creates a declined order whose payment was captured earlier, so that a refund is pending at Stripe. */
async function refunded() {
  const order = await capturedOrder(world);
  await order.recipient.declines(order);
  await postAllEvents(world);
  return order;
}

const refundsOf = (intent: Stripe.PaymentIntent) =>
  (world.stripe.read('refunds') as Stripe.Refund[])
    .filter((one) => one.payment_intent === intent.id)
    .map(({ status }) => status)
    .reverse();

const held = async () => (await ledgerOf(world)).held;

/** Returns the state of the money and the refund events of the timeline, as the sender sees them. */
async function told(order: Awaited<ReturnType<typeof refunded>>): Promise<string[]> {
  const { moneyState, timeline } = await order.sender.sees(order);
  const events = (timeline as { event: string }[]).map(({ event }) => event);
  return [moneyState, ...events.filter((event) => event.startsWith('RETURN'))];
}

const SENT_AGAIN = ['REFUNDED', 'RETURNED', 'RETURN_FAILED', 'RETURNED'];
const REFUSED_TWICE = ['RETURNED', 'RETURN_FAILED', 'RETURNED', 'RETURN_FAILED'];

test('a refused refund is sent once more and not twice after a crash at any effect', async () => {
  await world.crashingAtEveryWrite(
    async ({ crash }) => {
      const order = await refunded();
      await world.bank.refusesRefund(refundOf(world, order.intent));
      const lived = await crash(() => postEventsOf(world, 'refund.failed'));
      await expectLedgerMatchesStripe(world).catch((fault) => {
        // Stripe and the ledger may differ only between a crash and the recovery.
        if (lived) throw fault;
      });
      world.advance(2 * HOUR);
      await runSchedules();
      await postAllEvents(world);
      expect(refundsOf(order.intent)).toEqual(['failed', 'succeeded']);
      expect(await held()).toBe(0);
      const { money } = (await conversationById(table, order.id, world.now())) ?? {};
      expect(money).toMatchObject({ state: 'REFUNDED', unreturned: { refused: 1, amount: 0 } });
      expect(money?.owed).toBeUndefined();
      await expectLedgerMatchesStripe(world);
    },
    { inNewWorlds: true },
  );
});

describe('a refund that the bank refuses', () => {
  test.each(['refund.failed', 'refund.updated', 'charge.refund.updated'] as const)(
    'is booked as owed to the sender and is sent once more if only %s arrives',
    async (type) => {
      const order = await refunded();
      expect(await told(order)).toEqual(['REFUNDED', 'RETURNED']);
      await world.bank.refusesRefund(refundOf(world, order.intent));
      await postEventsOf(world, type);
      expect(refundsOf(order.intent)).toEqual(['failed', 'succeeded']);
      expect(await told(order)).toEqual(SENT_AGAIN);
      expect(await held()).toBe(0);
      await expectLedgerMatchesStripe(world);
      await reconcileLedger({}, lambdaContext());
    },
  );

  test('remains owed in the ledger until it is sent again', async () => {
    const order = await refunded();
    await world.bank.refusesRefund(refundOf(world, order.intent));
    // The process crashes before it requests the second refund.
    const outcome = await world.crashingAt(2, 'before', () => postEventsOf(world, 'refund.failed'));
    expect(outcome.is).toBe('crashed');
    expect(await held()).toBe(2_500);
    expect(await told(order)).toEqual(['REFUNDED', 'RETURNED', 'RETURN_FAILED']);
    await expectLedgerMatchesStripe(world);
    world.advance(2 * HOUR);
    await reconcileLedger({}, lambdaContext());
    await runSchedules();
    expect(refundsOf(order.intent)).toEqual(['failed', 'succeeded']);
    expect(await held()).toBe(0);
    await expectLedgerMatchesStripe(world);
  });

  test('twice is not sent a third time: it remains owed, and an operator is alerted', async () => {
    const order = await refunded();
    for (const _ of [1, 2]) {
      await world.bank.refusesRefund(refundOf(world, order.intent));
      await postAllEvents(world);
    }
    world.advance(4 * DAY);
    await runSchedules();
    await postEventsShuffled(world, 17);
    expect(refundsOf(order.intent)).toEqual(['failed', 'failed']);
    expect(await told(order)).toEqual(['CHARGED', ...REFUSED_TWICE]);
    expect(await held()).toBe(2_500);
    await expectLedgerMatchesStripe(world);
    await reconcileLedger({}, lambdaContext());
  });

  test('twice, and sent manually by an operator, is no longer owed', async () => {
    const order = await refunded();
    for (const _ of [1, 2]) {
      await world.bank.refusesRefund(refundOf(world, order.intent));
      await postAllEvents(world);
    }
    await (await operator(world)).refunds.create({ payment_intent: order.intent.id });
    await postEventsShuffled(world, 5);
    expect(await told(order)).toEqual(['REFUNDED', ...REFUSED_TWICE, 'RETURNED']);
    expect(await held()).toBe(0);
    await expectLedgerMatchesStripe(world);
    await reconcileLedger({}, lambdaContext());
  });

  test('and is reported by several webhooks at once is sent once more, not twice', async () => {
    const order = await refunded();
    await world.bank.refusesRefund(refundOf(world, order.intent));
    await Promise.all([
      postEventsOf(world, 'refund.failed'),
      postEventsOf(world, 'charge.refund.updated'),
      postEventsOf(world, 'refund.updated', 'refund.failed'),
      runSchedules(),
    ]);
    await postAllEvents(world);
    expect(refundsOf(order.intent)).toEqual(['failed', 'succeeded']);
    expect(await held()).toBe(0);
    await expectLedgerMatchesStripe(world);
  });

  test('is also sent once more if the process crashed before it stored the refund', async () => {
    const { id, intent, ...order } = await capturedOrder(world);
    // The effects are the decision and the refund; the crash prevents storing the result.
    await world.crashingAt(3, 'after', () => responseTo(order.recipient.declines({ id })));
    expect(refundsOf(intent)).toEqual(['succeeded']);
    await world.bank.refusesRefund(refundOf(world, intent));
    world.advance(2 * HOUR);
    await runSchedules();
    await postAllEvents(world);
    expect(refundsOf(intent)).toEqual(['failed', 'succeeded']);
    expect(await held()).toBe(0);
    await expectLedgerMatchesStripe(world);
  });

  test('during a dispute by the sender’s bank waits for the bank', async () => {
    const order = await refunded();
    await world.bank.refusesRefund(refundOf(world, order.intent));
    const opened = await world.bank.disputes(order.intent);
    await postAllEvents(world);
    expect(refundsOf(order.intent)).toEqual(['failed']);
    expect(await held()).toBe(0);
    await expectLedgerMatchesStripe(world);
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    await runSchedules();
    expect(refundsOf(order.intent)).toEqual(['failed', 'succeeded']);
    expect(await told(order)).toEqual(SENT_AGAIN);
    expect(await held()).toBe(0);
    await expectLedgerMatchesStripe(world);
  });

  test('more than a month after its order failed is sent once more', async () => {
    const { sender, order } = await pendingOrder(world);
    await sender.cancels(order);
    const path = '/v1/payment_intents';
    world.stripe.faults.next({ kind: 'lose-reply', method: 'POST', path, times: 3 });
    await expectRefused(sender.pays(await newPerson(world, { price: PRICE })), 503, 'UNAVAILABLE');
    const [intent] = intentsOf(world) as [Stripe.PaymentIntent];
    await (await operator(world)).paymentIntents.capture(intent.id);
    await postAllEvents(world);
    expect(refundsOf(intent)).toEqual(['succeeded']);
    world.advance(31 * DAY);
    await world.bank.refusesRefund(refundOf(world, intent));
    await postAllEvents(world);
    expect(refundsOf(intent)).toEqual(['failed', 'succeeded']);
    await expectLedgerMatchesStripe(world);
  });

  test('and that an operator made for an answered message is shown as not received', async () => {
    const order = await pendingOrder(world);
    await order.recipient.answers(order);
    await postAllEvents(world);
    const intent = intentOf(world, order.id);
    const before = await ledgerOf(world);
    await (await operator(world)).refunds.create({ payment_intent: intent.id });
    await postAllEvents(world);
    await world.bank.refusesRefund(refundOf(world, intent));
    await postAllEvents(world);
    expect(await told({ ...order, intent })).toEqual(['CHARGED', 'RETURNED', 'RETURN_FAILED']);
    expect(await owedTo(order.recipient)).toBe(2_200);
    expect(await ledgerOf(world)).toEqual(before);
    expect(refundsOf(intent)).toEqual(['failed']);
    await expectLedgerMatchesStripe(world);
  });

  test('of a plan payment is booked as revenue', async () => {
    await onPlan(world);
    await postAllEvents(world);
    const before = await ledgerOf(world);
    const intent = intentsOf(world)[0] as Stripe.PaymentIntent;
    await (await operator(world)).refunds.create({ payment_intent: intent.id });
    await postAllEvents(world);
    await world.bank.refusesRefund(refundOf(world, intent));
    await postAllEvents(world);
    expect(await ledgerOf(world)).toEqual(before);
    await expectLedgerMatchesStripe(world);
  });
});
