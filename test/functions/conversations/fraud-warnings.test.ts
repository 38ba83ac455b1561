import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { newDevice } from '../../support/devices.ts';
import { intentOf, operator, owedTo } from '../../support/disputes.ts';
import { deliverToDevices, newestDomainEvent } from '../../support/domain-events.ts';
import {
  expectLedgerMatchesStripe,
  ledgerChanges,
  ledgerOf,
  postAllEvents,
  postEvent,
  runSchedules,
} from '../../support/money.ts';
import { runOps } from '../../support/ops.ts';
import {
  answeredOrder,
  capturedOrder,
  PRICE,
  pausedOrder,
  pendingOrder,
} from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** The bank of the card warns of a payment, and Stripe's webhook arrives. */
async function warn(intent: Stripe.PaymentIntent): Promise<void> {
  await world.bank.warnsOf(intent);
  await postWarnings();
}

async function postWarnings(): Promise<void> {
  for (const event of world.stripe.read('events') as Stripe.Event[])
    if (event.type === 'radar.early_fraud_warning.created') await postEvent(world, event);
}

const stored = (id: string) => conversationById(table, id, world.now());

describe('an early fraud warning of an unanswered message', () => {
  test('releases the hold at once, and tells the sender why and the recipient that it was withdrawn', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    const before = await ledgerOf(world);
    await warn(intentOf(world, order.id));
    expect(intentOf(world, order.id).status).toBe('canceled');
    expect(await sender.sees(order)).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'FRAUD_WARNING',
      moneyState: 'RELEASED',
    });
    expect(await recipient.sees(order)).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'PAYMENT_WITHDRAWN',
      moneyState: 'RELEASED',
    });
    expect(await ledgerChanges(world, before)).toEqual({ held: -2_500, 'card:clearing': 2_500 });
  });

  test('refunds a captured payment', async () => {
    const { sender, order, intent } = await capturedOrder(world);
    await warn(intent);
    expect(await sender.sees(order)).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'FRAUD_WARNING',
      moneyState: 'REFUNDED',
    });
    const refunds = world.stripe.read('refunds') as Stripe.Refund[];
    expect(refunds.filter((one) => one.payment_intent === intent.id)).toMatchObject([
      { amount: 2_500 },
    ]);
    await expectLedgerMatchesStripe(world);
  });

  test('also ends a message that waits for information from the sender', async () => {
    const { sender, order } = await pausedOrder(world);
    await warn(intentOf(world, order.id));
    expect(await sender.sees(order)).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'FRAUD_WARNING',
    });
  });

  test('notifies the sender', async () => {
    const { sender, id } = await pendingOrder(world);
    const device = await newDevice(world, sender);
    await warn(intentOf(world, id));
    await deliverToDevices(await newestDomainEvent(world, 'conversation.expired'));
    expect(device.arrived()[0]).toMatchObject({
      title: 'Your letter was ended',
      body: 'Your bank warned us about this payment. You weren’t charged.',
    });
  });

  test('counts in no response rate and no odds, and leaves the pair free to write again', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    await warn(intentOf(world, id));
    const { user } = recipient;
    const account = await table.get<Record<string, unknown>>({ pk: `USER#${user.id}`, sk: 'USER' });
    expect([account?.endedCount ?? 0, account?.answeredCount ?? 0]).toEqual([0, 0]);
    const lock = { pk: `PENDING#${sender.user.id}#${user.id}`, sk: 'LOCK' };
    expect(await table.get(lock)).toBeUndefined();
  });

  test('that comes before the event of the payment ends the message too', async () => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const { body: asked } = await responseTo(
      sender.pays(recipient, { card: 'pm_card_authenticationRequired' }),
    );
    const id = String(asked.inboxId);
    await world.bank.hears(asked, 'authenticated');
    await warn(intentOf(world, id));
    await postAllEvents(world);
    expect(intentOf(world, id).status).toBe('canceled');
    expect(await stored(id)).toMatchObject({ status: 'EXPIRED', reasonCode: 'FRAUD_WARNING' });
  });

  test('changes nothing when it is repeated, also after another webhook', async () => {
    const { id, intent } = await capturedOrder(world);
    await warn(intent);
    const after = await stored(id);
    await world.bank.warnsOf(intent);
    await postWarnings();
    await postAllEvents(world);
    await runSchedules();
    expect((await stored(id))?.history).toEqual(after?.history);
    await expectLedgerMatchesStripe(world);
  });

  test('gives the money back once, whichever effect the process crashes at', async () => {
    const effects = await world.crashingAtEveryWrite(async ({ crash }) => {
      const { id, intent } = await capturedOrder(world);
      const since = world.now() - SECOND;
      await world.bank.warnsOf(intent);
      await crash(() => postAllEvents(world, since));
      world.advance(2 * MINUTE);
      await runSchedules();
      await postAllEvents(world, since);
      expect(await stored(id)).toMatchObject({
        status: 'EXPIRED',
        reasonCode: 'FRAUD_WARNING',
        money: { state: 'REFUNDED' },
      });
      await expectLedgerMatchesStripe(world);
    });
    expect(effects).toBeGreaterThanOrEqual(3);
  });
});

describe('an early fraud warning of any other message', () => {
  test('moves nothing after an answer, and operators see when it came', async () => {
    const { sender, recipient, order, intent } = await answeredOrder(world);
    const [before, seen] = [await ledgerOf(world), await sender.sees(order)];
    await warn(intent);
    expect(await ledgerChanges(world, before)).toEqual({});
    expect(await owedTo(recipient)).toBe(2_200);
    expect(await sender.sees(order)).toEqual(seen);
    expect(await runOps(world, 'conversation', order.id)).toMatch(/Fraud warning +\d{4}-/);
  });

  test('that comes after a cancellation or a report changes neither', async () => {
    const canceled = await pendingOrder(world);
    await canceled.sender.cancels(canceled);
    const reported = await pendingOrder(world);
    await reported.recipient.reportsLetter(reported);
    for (const { id } of [canceled, reported]) {
      const { status, money } = (await stored(id)) ?? {};
      await warn(intentOf(world, id));
      expect(await stored(id)).toMatchObject({ status, money });
    }
    await expectLedgerMatchesStripe(world);
  });

  test('that arrives during an answer leaves either the answer or the refund', async () => {
    const { recipient, order } = await pendingOrder(world);
    await world.bank.warnsOf(intentOf(world, order.id));
    const [{ http }] = await Promise.all([responseTo(recipient.answers(order)), postWarnings()]);
    const after = await stored(order.id);
    expect(after?.status).toBe(http === 200 ? 'OPEN' : 'EXPIRED');
    await postAllEvents(world);
    await expectLedgerMatchesStripe(world);
  });

  test('of another payment that names a pending message leaves it as it is', async () => {
    const { id } = await pendingOrder(world);
    const before = await stored(id);
    const other = await (await operator(world)).paymentIntents.create({
      amount: 2_500,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      capture_method: 'manual',
      metadata: { conversationId: id },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    await warn(other);
    expect(await stored(id)).toEqual(before);
  });

  test('of a payment that is not ours is ignored', async () => {
    const stranger = await newPerson(world);
    const event = {
      id: `evt_${stranger.user.id}`,
      type: 'radar.early_fraud_warning.created',
      data: { object: { id: 'issfr_1', charge: 'ch_1' } },
    };
    expect(await postEvent(world, event)).toMatchObject({ statusCode: 200 });
  });
});
