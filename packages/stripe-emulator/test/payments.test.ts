import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { day, holdOf, refusalOf, startEmulator } from './emulator.ts';

function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge {
  if (typeof intent.latest_charge === 'string' || !intent.latest_charge)
    throw new Error('Not expanded');
  return intent.latest_charge;
}

describe('a payment', () => {
  test('without a card waits for one, then for confirmation, then succeeds', async () => {
    const { stripe } = await startEmulator();
    const created = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
    });
    expect(created.status).toBe('requires_payment_method');
    const given = await stripe.paymentIntents.update(created.id, {
      payment_method: 'pm_card_visa',
    });
    expect(given.status).toBe('requires_confirmation');
    const paid = await stripe.paymentIntents.confirm(created.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 1000,
      amount_capturable: 0,
    });
    expect(chargeOf(paid)).toMatchObject({ captured: true, paid: true, amount_captured: 1000 });
  });

  test('keeps its description, metadata, transfer group and statement suffix, and copies them to its charge', async () => {
    const { stripe } = await startEmulator();
    const intent = await stripe.paymentIntents.create({
      ...holdOf(850),
      description: 'A question',
      metadata: { conversation: '01ABC', empty: '' },
      statement_descriptor_suffix: 'REPLY',
      transfer_group: 'group',
      expand: ['latest_charge', 'payment_method'],
    });
    expect(intent).toMatchObject({
      description: 'A question',
      metadata: { conversation: '01ABC' },
      transfer_group: 'group',
    });
    expect(intent.metadata).not.toHaveProperty('empty');
    expect(chargeOf(intent)).toMatchObject({
      metadata: { conversation: '01ABC' },
      statement_descriptor_suffix: 'REPLY',
    });
    expect(intent.payment_method).toMatchObject({
      object: 'payment_method',
      card: { last4: '4242', brand: 'visa' },
    });
  });

  test('is listed by customer and time, in pages', async () => {
    const { stripe, clock } = await startEmulator();
    const customer = await stripe.customers.create();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.unshift(
        (
          await stripe.paymentIntents.create({
            amount: 100,
            currency: 'usd',
            customer: customer.id,
          })
        ).id,
      );
      clock.now += 1000;
    }
    await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
    const first = await stripe.paymentIntents.list({ customer: customer.id, limit: 2 });
    expect(first).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] });
    const all = await stripe.paymentIntents
      .list({ customer: customer.id, limit: 2 })
      .autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(ids);
    const since = Math.floor(clock.now / 1000) - 2;
    expect(
      (await stripe.paymentIntents.list({ customer: customer.id, created: { gte: since } })).data,
    ).toHaveLength(2);
  });

  test('can change its metadata at any time, and its amount only before confirmation', async () => {
    const { stripe } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    const noted = await stripe.paymentIntents.update(held.id, { metadata: { note: 'kept' } });
    expect(noted.metadata).toEqual({ note: 'kept' });
    const refusal = await refusalOf(stripe.paymentIntents.update(held.id, { amount: 2000 }));
    expect(refusal).toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400 });
  });

  test('that may redirect requires a return URL', async () => {
    const { stripe } = await startEmulator();
    const { allowed_payment_method_types: _, ...automatic } = holdOf(1000);
    const refusal = await refusalOf(stripe.paymentIntents.create(automatic));
    expect(refusal.message).toContain('return_url');
    const never = { enabled: true, allow_redirects: 'never' } as const;
    const held = await stripe.paymentIntents.create({
      ...automatic,
      automatic_payment_methods: never,
    });
    expect(held.status).toBe('requires_capture');
  });

  test('below fifty cents is refused', async () => {
    const { stripe } = await startEmulator();
    expect(await refusalOf(stripe.paymentIntents.create(holdOf(49)))).toMatchObject({
      code: 'amount_too_small',
      param: 'amount',
    });
  });
});

describe('a hold', () => {
  test('reserves the amount and has an expiry time', async () => {
    const { stripe, clock } = await startEmulator();
    const held = await stripe.paymentIntents.create({ ...holdOf(1000), expand: ['latest_charge'] });
    expect(held).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 1000,
      amount_received: 0,
    });
    const charge = chargeOf(held);
    expect(charge).toMatchObject({ captured: false, paid: true, amount_captured: 0 });
    expect(charge.payment_method_details?.card?.capture_before).toBe((clock.now + 7 * day) / 1000);
  });

  test('is captured in full', async () => {
    const { stripe } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    const captured = await stripe.paymentIntents.capture(held.id, { expand: ['latest_charge'] });
    expect(captured).toMatchObject({
      status: 'succeeded',
      amount_received: 1000,
      amount_capturable: 0,
    });
    expect(chargeOf(captured)).toMatchObject({ captured: true, amount_captured: 1000 });
  });

  test('is captured in part, but never beyond the held amount', async () => {
    const { stripe } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    const tooMuch = await refusalOf(
      stripe.paymentIntents.capture(held.id, { amount_to_capture: 1001 }),
    );
    expect(tooMuch.code).toBe('amount_too_large');
    const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 700 });
    expect(captured).toMatchObject({ status: 'succeeded', amount: 1000, amount_received: 700 });
  });

  test('is captured once; a second capture gets an error with the payment', async () => {
    const { stripe } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    await stripe.paymentIntents.capture(held.id);
    const refusal = await refusalOf(stripe.paymentIntents.capture(held.id));
    expect(refusal).toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400 });
    expect(refusal.payment_intent).toMatchObject({ id: held.id, status: 'succeeded' });
  });

  test('is released by a cancel, and cannot be captured afterwards', async () => {
    const { stripe, emulator } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    const canceled = await stripe.paymentIntents.cancel(held.id, {
      cancellation_reason: 'requested_by_customer',
    });
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'requested_by_customer',
      amount_capturable: 0,
    });
    expect((await refusalOf(stripe.paymentIntents.capture(held.id))).code).toBe(
      'payment_intent_unexpected_state',
    );
    expect((await refusalOf(stripe.paymentIntents.cancel(held.id))).code).toBe(
      'payment_intent_unexpected_state',
    );
    expect((await refusalOf(stripe.paymentIntents.confirm(held.id))).code).toBe(
      'payment_intent_unexpected_state',
    );
    expect(emulator.read('refunds')).toEqual([]);
  });

  test('cannot be canceled once captured', async () => {
    const { stripe } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    await stripe.paymentIntents.capture(held.id);
    expect((await refusalOf(stripe.paymentIntents.cancel(held.id))).code).toBe(
      'payment_intent_unexpected_state',
    );
  });

  test('without capture_before lapses after the same time', async () => {
    const { stripe, emulator, clock } = await startEmulator({ namesHoldEnd: () => false });
    const held = await stripe.paymentIntents.create({
      ...holdOf(1000),
      expand: ['latest_charge'],
    });
    expect(chargeOf(held).payment_method_details?.card).not.toHaveProperty('capture_before');
    expect(emulator.nextDueAt()).toBe(clock.now + 7 * day);
  });

  test('that is not captured lapses exactly at its expiry time', async () => {
    const { stripe, emulator, clock } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    expect(emulator.nextDueAt()).toBe(clock.now + 7 * day);
    clock.now += 7 * day - 1000;
    await emulator.runDue();
    expect((await stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture');
    clock.now += 1000;
    await emulator.runDue();
    expect(emulator.nextDueAt()).toBeUndefined();
    expect(emulator.read('paymentIntents')).toMatchObject([
      { status: 'canceled', cancellation_reason: 'automatic' },
    ]);
    const types = (await stripe.events.list({ limit: 3 })).data.map(({ type }) => type);
    expect(types).toEqual([
      'payment_intent.canceled',
      'charge.expired',
      'payment_intent.amount_capturable_updated',
    ]);
  });

  test('has lapsed for a later request, even if runDue was not called', async () => {
    const { stripe, clock } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    clock.now += 7 * day;
    const refusal = await refusalOf(stripe.paymentIntents.capture(held.id));
    expect(refusal.payment_intent).toMatchObject({ status: 'canceled' });
  });

  test('lasts as long as the options say', async () => {
    const { stripe, emulator, clock } = await startEmulator({ holdMs: 2 * day });
    await stripe.paymentIntents.create(holdOf(1000));
    expect(emulator.nextDueAt()).toBe(clock.now + 2 * day);
  });
});

describe('a refund', () => {
  test('returns the whole amount, once', async () => {
    const { stripe } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    await stripe.paymentIntents.capture(held.id);
    const refund = await stripe.refunds.create({
      payment_intent: held.id,
      metadata: { cause: 'expired' },
    });
    expect(refund).toMatchObject({
      amount: 1000,
      status: 'succeeded',
      payment_intent: held.id,
      metadata: { cause: 'expired' },
    });
    const again = await refusalOf(stripe.refunds.create({ payment_intent: held.id }));
    expect(again).toMatchObject({ code: 'charge_already_refunded', statusCode: 400 });
    expect((await stripe.refunds.list({ payment_intent: held.id })).data).toHaveLength(1);
    expect(await stripe.refunds.retrieve(refund.id, { expand: ['charge'] })).toMatchObject({
      charge: { refunded: true, amount_refunded: 1000 },
    });
  });

  test('in part leaves the rest, and cannot exceed it', async () => {
    const { stripe } = await startEmulator();
    const paid = await stripe.paymentIntents.create({
      ...holdOf(1000),
      capture_method: 'automatic',
    });
    const charge = paid.latest_charge as string;
    await stripe.refunds.create({ charge, amount: 300, reason: 'requested_by_customer' });
    const tooMuch = await refusalOf(stripe.refunds.create({ charge, amount: 701 }));
    expect(tooMuch.message).toBe(
      'Refund amount ($7.01) is greater than unrefunded amount on charge ($7.00)',
    );
    expect((await stripe.refunds.create({ charge })).amount).toBe(700);
    const withRefunds = await stripe.charges.retrieve(charge, { expand: ['refunds'] });
    expect(withRefunds.refunds?.data.map(({ amount }) => amount)).toEqual([700, 300]);
  });

  test('of an uncaptured payment is refused, because the payment has to be canceled', async () => {
    const { stripe } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    const refusal = await refusalOf(stripe.refunds.create({ payment_intent: held.id }));
    expect(refusal.message).toContain('You must cancel the PaymentIntent');
  });

  test('of a payment that never succeeded is refused', async () => {
    const { stripe } = await startEmulator();
    const intent = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' });
    const refusal = await refusalOf(stripe.refunds.create({ payment_intent: intent.id }));
    expect(refusal.message).toContain('does not have a successful charge to refund');
  });
});
