import { describe, expect, test } from '@jest/globals';
import { holdOf, publishableKey, refusalOf, startEmulator, type TestEmulator } from './emulator.ts';

/** Sends the holder's decision to the bank's page, as the browser does. */
async function sayToBank(
  { emulator }: TestEmulator,
  intent: { id: string; client_secret: string | null },
  outcome: 'authenticated' | 'failed',
) {
  const answer = await fetch(`${emulator.url}/_bank/payment_intents/${intent.id}/authentication`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({ client_secret: intent.client_secret ?? '', outcome }),
  });
  return { status: answer.status, body: await answer.json() };
}

describe('a card that requires authentication', () => {
  test('leaves the payment waiting, with the data that the browser needs', async () => {
    const { stripe } = await startEmulator();
    const waiting = await stripe.paymentIntents.create(
      holdOf(1000, 'pm_card_authenticationRequired'),
    );
    expect(waiting).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
      latest_charge: null,
    });
    expect(waiting.client_secret).toMatch(new RegExp(`^${waiting.id}_secret_`));
    expect((await refusalOf(stripe.paymentIntents.capture(waiting.id))).code).toBe(
      'payment_intent_unexpected_state',
    );
  });

  test('pays once its holder has authenticated', async () => {
    const world = await startEmulator();
    const waiting = await world.stripe.paymentIntents.create(
      holdOf(1000, 'pm_card_authenticationRequired'),
    );
    expect(await sayToBank(world, waiting, 'authenticated')).toMatchObject({
      status: 200,
      body: { status: 'requires_capture' },
    });
    const held = await world.stripe.paymentIntents.retrieve(waiting.id, {
      expand: ['latest_charge'],
    });
    expect(held).toMatchObject({
      status: 'requires_capture',
      next_action: null,
      latest_charge: {
        payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
      },
    });
  });

  test('does not pay if the authentication fails, and another card can then pay', async () => {
    const world = await startEmulator();
    const waiting = await world.stripe.paymentIntents.create(
      holdOf(1000, 'pm_card_threeDSecure2Required'),
    );
    await sayToBank(world, waiting, 'failed');
    expect(await world.stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
      latest_charge: null,
    });
    const held = await world.stripe.paymentIntents.confirm(waiting.id, {
      payment_method: 'pm_card_visa',
    });
    expect(held.status).toBe('requires_capture');
  });

  test('can still be declined by the bank afterwards', async () => {
    const { stripe, emulator } = await startEmulator();
    const waiting = await stripe.paymentIntents.create(
      holdOf(1000, 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'),
    );
    emulator.authenticate(waiting.id, 'authenticated');
    expect(await stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
  });

  test('is declined off-session', async () => {
    const { stripe } = await startEmulator();
    const absent = { ...holdOf(1000, 'pm_card_authenticationRequired'), off_session: true };
    const refusal = await refusalOf(stripe.paymentIntents.create(absent));
    expect(refusal).toMatchObject({
      code: 'authentication_required',
      decline_code: 'authentication_required',
      statusCode: 402,
    });
    expect(refusal.payment_intent).toMatchObject({ status: 'requires_payment_method' });
    const stern = {
      ...holdOf(1000, 'pm_card_authenticationRequired'),
      error_on_requires_action: true,
    };
    expect((await refusalOf(stripe.paymentIntents.create(stern))).code).toBe(
      'authentication_required',
    );
  });

  test('pays without its holder once it is set up', async () => {
    const { stripe, emulator } = await startEmulator();
    const customer = await stripe.customers.create();
    const first = await stripe.paymentIntents.create({
      ...holdOf(1000, 'pm_card_authenticationRequiredOnSetup'),
      customer: customer.id,
      setup_future_usage: 'off_session',
    });
    expect(first.status).toBe('requires_action');
    emulator.authenticate(first.id, 'authenticated');
    const [card] = (await stripe.paymentMethods.list({ customer: customer.id })).data;
    const later = { ...holdOf(500, card?.id), customer: customer.id, off_session: true };
    expect((await stripe.paymentIntents.create(later)).status).toBe('requires_capture');
  });

  test('requires authentication only once', async () => {
    const world = await startEmulator();
    const waiting = await world.stripe.paymentIntents.create(
      holdOf(1000, 'pm_card_authenticationRequired'),
    );
    await sayToBank(world, waiting, 'authenticated');
    expect(await sayToBank(world, waiting, 'failed')).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_unexpected_state' } },
    });
  });

  test('leaves the final confirmation to the server if the confirmation method is manual', async () => {
    const { stripe, emulator } = await startEmulator();
    const waiting = await stripe.paymentIntents.create({
      ...holdOf(1000, 'pm_card_authenticationRequired'),
      confirmation_method: 'manual',
    });
    emulator.authenticate(waiting.id, 'authenticated');
    expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('requires_confirmation');
    expect((await stripe.paymentIntents.confirm(waiting.id)).status).toBe('requires_capture');
  });

  test('requires no authentication after the payment is canceled', async () => {
    const { stripe } = await startEmulator();
    const waiting = await stripe.paymentIntents.create(
      holdOf(1000, 'pm_card_authenticationRequired'),
    );
    expect(await stripe.paymentIntents.cancel(waiting.id)).toMatchObject({
      status: 'canceled',
      next_action: null,
    });
  });
});

describe('a browser with a client secret', () => {
  test('sees its own payment with public fields only', async () => {
    const { stripe, emulator } = await startEmulator();
    const customer = await stripe.customers.create();
    const held = await stripe.paymentIntents.create({
      ...holdOf(1000),
      customer: customer.id,
      metadata: { secret: 'x' },
    });
    const ask = (secret: string) =>
      fetch(`${emulator.url}/v1/payment_intents/${held.id}?client_secret=${secret}`, {
        headers: { authorization: `Bearer ${publishableKey}` },
      });
    const seen = await (await ask(held.client_secret ?? '')).json();
    expect(seen).toMatchObject({ id: held.id, status: 'requires_capture', amount: 1000 });
    expect(seen).not.toHaveProperty('metadata');
    expect(seen).not.toHaveProperty('customer');
    expect((await ask(`${held.id}_secret_wrong`)).status).toBe(404);
    expect((await ask('')).status).toBe(400);
  });

  test('confirms its payment', async () => {
    const { stripe, emulator } = await startEmulator();
    const intent = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' });
    const answer = await fetch(`${emulator.url}/v1/payment_intents/${intent.id}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams({
        client_secret: intent.client_secret ?? '',
        payment_method: 'pm_card_visa',
      }),
    });
    expect(await answer.json()).toMatchObject({ status: 'succeeded' });
  });
});
