import { expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import {
  day,
  holdOf,
  publishableKey,
  refusalOf,
  startEmulator,
  type TestEmulator,
} from './emulator.ts';

/* PaymentMethods that were chosen in the sheet of a wallet. */

/** Makes what the sheet of a wallet makes, as the Express Checkout Element does. */
async function chosenIn(
  { emulator }: TestEmulator,
  fields: Record<string, string>,
): Promise<Stripe.PaymentMethod> {
  const response = await fetch(`${emulator.url}/_wallets/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams(fields),
  });
  return (await response.json()) as Stripe.PaymentMethod;
}

test('a card of Apple Pay is a card that names its wallet, also in the charge', async () => {
  const world = await startEmulator();
  const method = await chosenIn(world, { wallet: 'apple_pay', card: 'pm_card_visa' });
  expect(method).toMatchObject({
    type: 'card',
    card: { brand: 'visa', last4: '4242', wallet: { type: 'apple_pay', apple_pay: {} } },
    billing_details: { name: null },
  });
  const intent = await world.stripe.paymentIntents.create({
    ...holdOf(2_500, method.id),
    expand: ['latest_charge'],
  });
  expect(intent.status).toBe('requires_capture');
  expect(intent.latest_charge).toMatchObject({
    payment_method_details: { card: { last4: '4242', wallet: { type: 'apple_pay' } } },
  });
});

test('Link is a type of its own where the payment allows it, and its hold names no end', async () => {
  const world = await startEmulator();
  const link = { wallet: 'link', card: 'pm_card_visa' };
  const method = await chosenIn(world, { ...link, as_link: 'true' });
  expect(method).toMatchObject({ type: 'link', link: { email: expect.any(String) } });
  expect(method.card).toBeUndefined();
  const hold = holdOf(2_500, method.id);
  expect(await refusalOf(world.stripe.paymentIntents.create(hold))).toMatchObject({
    param: 'payment_method',
  });
  const intent = await world.stripe.paymentIntents.create({
    ...hold,
    allowed_payment_method_types: ['card', 'link'],
    expand: ['latest_charge'],
  });
  expect(intent).toMatchObject({
    status: 'requires_capture',
    payment_method_types: ['card', 'link'],
  });
  expect(intent.latest_charge).toMatchObject({
    payment_method_details: { type: 'link', link: { country: 'US' } },
  });
  world.clock.now += 7 * day;
  await world.emulator.runDue();
  expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('canceled');
});

test('Link is a card whose wallet is Link where the payment allows only cards', async () => {
  const world = await startEmulator();
  const method = await chosenIn(world, { wallet: 'link', card: 'pm_card_visa' });
  expect(method.card).toMatchObject({ last4: '4242', wallet: { type: 'link' } });
  const intent = await world.stripe.paymentIntents.create(holdOf(2_500, method.id));
  expect(intent.status).toBe('requires_capture');
});

test('a SetupIntent saves what a wallet gave, if its type is allowed', async () => {
  const world = await startEmulator();
  const { id: customer } = await world.stripe.customers.create();
  const method = await chosenIn(world, { wallet: 'link', card: 'pm_card_visa', as_link: 'true' });
  const setup = { customer, payment_method: method.id, confirm: true };
  const refused = world.stripe.setupIntents.create({
    ...setup,
    allowed_payment_method_types: ['card'],
  });
  expect(await refusalOf(refused)).toMatchObject({ param: 'payment_method' });
  const saved = await world.stripe.setupIntents.create({
    ...setup,
    allowed_payment_method_types: ['card', 'link'],
  });
  expect(saved.status).toBe('succeeded');
  const { data } = await world.stripe.paymentMethods.list({ customer, type: 'link' });
  expect(data.map(({ id }) => id)).toEqual([method.id]);
});

test('the wallets that are offered are a setting, which is asked each time', async () => {
  let wallets: ('apple_pay' | 'link')[] = ['apple_pay'];
  const { emulator } = await startEmulator({ wallets: () => wallets });
  const offered = async () => {
    const headers = { authorization: `Bearer ${publishableKey}` };
    return (await fetch(`${emulator.url}/_wallets`, { headers })).json();
  };
  expect(await offered()).toEqual({ wallets: ['apple_pay'] });
  wallets = [];
  expect(await offered()).toEqual({ wallets: [] });
});
