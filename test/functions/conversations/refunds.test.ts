import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import {
  intentOf,
  operator,
  owedTo,
  postEventsOf,
  postEventsShuffled,
} from '../../support/disputes.ts';
import {
  expectLedgerMatchesStripe,
  intentsOf,
  ledgerChanges,
  ledgerOf,
  postAllEvents,
} from '../../support/money.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { onPlan } from '../../support/plans.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Refunds that an operator makes in the Stripe dashboard. $25.00 on the free plan: net $22.00, fee $3.00. */

const world = worldOfFile();

const answered = () => answeredOrder(world);

async function giveBack(intent: Stripe.PaymentIntent, amount?: number) {
  const stripe = await operator(world);
  return stripe.refunds.create({ payment_intent: intent.id, ...(amount && { amount }) });
}

const movedSince = (before: Record<string, number>) => ledgerChanges(world, before);

test('a refund of a part in review is taken from the amount in review', async () => {
  const { recipient, order } = await pendingOrder(world);
  await recipient.reportsLetter(order);
  const before = await ledgerOf(world);
  await giveBack(intentOf(world, order.id), 700);
  await postAllEvents(world);
  expect(await movedSince(before)).toEqual({ 'platform:review': -700, 'card:clearing': 700 });
});

test('a refund of a hold that is canceled afterwards is booked once', async () => {
  const { sender, order } = await pendingOrder(world);
  await sender.cancels(order);
  await postEventsShuffled(world, 31);
  await postAllEvents(world);
  await expectLedgerMatchesStripe(world);
  expect((await ledgerOf(world)).held).toBe(0);
});

describe('a manual refund of an answered message', () => {
  test('is borne by the platform; the recipient keeps the earning', async () => {
    const { recipient, sender, id, intent } = await answered();
    const before = await ledgerOf(world);
    await giveBack(intent);
    await postAllEvents(world);
    await postEventsShuffled(world, 5);
    expect(await owedTo(recipient)).toBe(2_200);
    expect(await movedSince(before)).toEqual({
      'platform:disputes': -2_500,
      'card:clearing': 2_500,
    });
    expect(await sender.seesAsSender({ id })).toMatchObject({
      status: 'OPEN',
      moneyState: 'REFUNDED',
    });
  });

  test('in parts is booked in parts, and shown as refunded once it is complete', async () => {
    const { sender, id, intent } = await answered();
    const before = await ledgerOf(world);
    await giveBack(intent, 1_000);
    await postAllEvents(world);
    expect(await movedSince(before)).toMatchObject({ 'platform:disputes': -1_000 });
    expect(await sender.seesAsSender({ id })).toMatchObject({ moneyState: 'CHARGED' });
    await giveBack(intent);
    await postEventsShuffled(world, 9);
    await postAllEvents(world);
    expect(await movedSince(before)).toMatchObject({ 'platform:disputes': -2_500 });
    expect(await sender.seesAsSender({ id })).toMatchObject({ moneyState: 'REFUNDED' });
  });

  test('of a part and a dispute over the rest book each amount once', async () => {
    const { recipient, intent } = await answered();
    const before = await ledgerOf(world);
    await giveBack(intent, 500);
    const opened = await world.bank.disputes(intent, { part: 2_000 });
    await postAllEvents(world);
    // $5.00 of the price are not disputed; their part of the $22.00 earning is $4.00.
    expect(await owedTo(recipient)).toBe(400);
    expect(await movedSince(before)).toMatchObject({ 'card:clearing': 4_000 });
    await world.bank.decides(opened, 'won');
    await postEventsShuffled(world, 21);
    expect(await owedTo(recipient)).toBe(2_200);
    expect(await movedSince(before)).toMatchObject({ 'card:clearing': 2_000 });
  });
});

describe('a refund of a plan payment', () => {
  /** Creates a person whose first month is paid. */
  async function paidMonth(deliver = true) {
    await onPlan(world);
    const intent = intentsOf(world)[0];
    if (!intent) throw new Error('no payment');
    if (deliver) await postAllEvents(world);
    return intent;
  }

  test('reduces the revenue of plans, in whole or in parts', async () => {
    const before = await ledgerOf(world);
    const intent = await paidMonth();
    await giveBack(intent, 99);
    await postAllEvents(world);
    expect(await movedSince(before)).toEqual({
      'platform:subscriptions': 100,
      'card:clearing': -100,
    });
    await giveBack(intent);
    await postAllEvents(world);
    await postEventsShuffled(world, 2);
    expect(await movedSince(before)).toEqual({});
  });

  test('whose webhook precedes that of the payment gives the same result', async () => {
    const before = await ledgerOf(world);
    const intent = await paidMonth(false);
    await giveBack(intent);
    await postEventsOf(world, 'charge.refunded', 'invoice.paid');
    expect(await movedSince(before)).toEqual({});
  });

  test('is booked like a dispute of it, except for the fee', async () => {
    const before = await ledgerOf(world);
    const opened = await world.bank.disputes(await paidMonth());
    await postAllEvents(world);
    expect(await movedSince(before)).toEqual({
      'platform:disputes': -1_500,
      'card:clearing': 1_500,
    });
    await world.bank.decides(opened, 'won');
    await postEventsShuffled(world, 4);
    expect(await movedSince(before)).toMatchObject({ 'platform:subscriptions': 199 });
  });

  test('is booked once after a crash of the webhook handler at any effect', async () => {
    await world.crashingAtEveryWrite(
      async ({ crash }) => {
        const before = await ledgerOf(world);
        const intent = await paidMonth();
        await giveBack(intent, 50);
        await crash(() => postAllEvents(world));
        await postAllEvents(world);
        expect(await movedSince(before)).toMatchObject({ 'platform:subscriptions': 149 });
      },
      { inNewWorlds: true },
    );
  });
});
