import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { day, refusalOf, startEmulator, type TestEmulator } from './emulator.ts';

const hour = day / 24;

/** Creates a customer with this card on file, and the two prices. */
async function customerWith(world: TestEmulator, card = 'pm_card_visa') {
  const { stripe } = world;
  const customer = await stripe.customers.create({});
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: method.id },
  });
  const priceOf = (unit_amount: number) =>
    stripe.prices.create({
      currency: 'usd',
      unit_amount,
      recurring: { interval: 'month' },
      product_data: { name: `For ${unit_amount}` },
      lookup_key: `monthly_${unit_amount}`,
    });
  return { customer, small: await priceOf(199), large: await priceOf(499) };
}

const EXPAND = ['latest_invoice.confirmation_secret'];

async function subscribed(world: TestEmulator, card = 'pm_card_visa') {
  const made = await customerWith(world, card);
  const subscription = await world.stripe.subscriptions.create({
    customer: made.customer.id,
    items: [{ price: made.small.id }],
    payment_behavior: 'allow_incomplete',
    metadata: { userId: 'one' },
    expand: EXPAND,
  });
  return { ...made, subscription };
}

const latest = ({ latest_invoice }: Stripe.Subscription) => latest_invoice as Stripe.Invoice;
const look = ({ stripe }: TestEmulator, id: string) =>
  stripe.subscriptions.retrieve(id, { expand: EXPAND });
const move = ({ stripe }: TestEmulator, { id, items }: Stripe.Subscription, price: Stripe.Price) =>
  stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: price.id }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
    billing_cycle_anchor: { type: 'now' },
    expand: EXPAND,
  });
const typesOf = ({ emulator }: TestEmulator) =>
  (emulator.read('events') as Stripe.Event[]).map(({ type }) => type);

/** Moves the clock forward and runs everything that is due. */
async function later(world: TestEmulator, milliseconds: number) {
  world.clock.now += milliseconds;
  await world.emulator.runDue();
}

describe('the first payment of a subscription', () => {
  test('makes it active, paid to the same day of the next month', async () => {
    const world = await startEmulator();
    const { subscription } = await subscribed(world);
    expect(subscription).toMatchObject({ status: 'active', metadata: { userId: 'one' } });
    expect(subscription.items.data[0]?.current_period_end).toBe(Date.UTC(2026, 11, 21, 12) / 1000);
    expect(latest(subscription)).toMatchObject({
      status: 'paid',
      amount_paid: 199,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: subscription.id } },
    });
    expect(typesOf(world)).toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'invoice.created',
        'invoice.finalized',
        'invoice.paid',
        'customer.subscription.updated',
      ]),
    );
  });

  test('that is declined leaves it incomplete, and it expires after 23 hours', async () => {
    const world = await startEmulator();
    const { subscription } = await subscribed(world, 'pm_card_chargeCustomerFail');
    expect(subscription.status).toBe('incomplete');
    expect(latest(subscription)).toMatchObject({ status: 'open', amount_remaining: 199 });
    await later(world, 23 * hour);
    expect(await look(world, subscription.id)).toMatchObject({
      status: 'incomplete_expired',
      latest_invoice: { status: 'void' },
    });
  });

  test('that requires authentication makes it active afterwards', async () => {
    const world = await startEmulator();
    const { subscription } = await subscribed(world, 'pm_card_authenticationRequired');
    expect(subscription.status).toBe('incomplete');
    const secret = latest(subscription).confirmation_secret?.client_secret ?? '';
    world.emulator.authenticate(secret.split('_secret_')[0] ?? '', 'authenticated');
    expect(await look(world, subscription.id)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid' },
    });
  });

  test('requires a saved card', async () => {
    const { stripe } = await startEmulator();
    const customer = await stripe.customers.create({});
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 199,
      recurring: { interval: 'month' },
      product_data: { name: 'One' },
    });
    const refused = await refusalOf(
      stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        payment_behavior: 'allow_incomplete',
      }),
    );
    expect(refused.code).toBe('resource_missing');
  });
});

describe('a renewal', () => {
  test('is drafted at the end of the period, and paid an hour later', async () => {
    const world = await startEmulator();
    const { subscription } = await subscribed(world);
    await later(world, 30 * day);
    const renewed = await look(world, subscription.id);
    expect(latest(renewed)).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
    });
    expect(renewed.items.data[0]?.current_period_end).toBe(Date.UTC(2027, 0, 21, 12) / 1000);
    expect(world.emulator.nextDueAt()).toBe(Date.UTC(2026, 11, 21, 13));
    await later(world, hour);
    expect(latest(await look(world, subscription.id))).toMatchObject({
      status: 'paid',
      amount_paid: 199,
    });
  });

  test('of several months happens month by month', async () => {
    const world = await startEmulator();
    await subscribed(world);
    await later(world, 100 * day);
    const paid = (world.emulator.read('invoices') as Stripe.Invoice[]).filter(
      ({ status }) => status === 'paid',
    );
    expect(paid).toHaveLength(4);
  });

  test('that is declined is retried after 3, 5 and 7 days, and then ends the subscription', async () => {
    const world = await startEmulator();
    const { subscription, customer } = await subscribed(world);
    const { stripe } = world;
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    });
    await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: bad.id },
    });
    await later(world, 30 * day + hour);
    expect(await look(world, subscription.id)).toMatchObject({
      status: 'past_due',
      latest_invoice: { attempt_count: 1, status: 'open' },
    });
    for (const [tries, days] of [
      [2, 3],
      [3, 5],
    ] as const) {
      await later(world, days * day);
      expect(await look(world, subscription.id)).toMatchObject({
        status: 'past_due',
        latest_invoice: { attempt_count: tries },
      });
    }
    await later(world, 7 * day);
    expect(await look(world, subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(typesOf(world)[0]).toBe('customer.subscription.deleted');
  });

  test('that was declined succeeds with another card at the next retry', async () => {
    const world = await startEmulator();
    const { stripe } = world;
    const { subscription, customer } = await subscribed(world);
    const use = async (card: string) => {
      const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
      await stripe.customers.update(customer.id, {
        invoice_settings: { default_payment_method: method.id },
      });
    };
    await use('pm_card_chargeCustomerFail');
    await later(world, 30 * day + hour);
    await use('pm_card_mastercard');
    await later(world, 3 * day);
    expect(await look(world, subscription.id)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', attempt_count: 2 },
    });
  });

  test('does not happen if the subscription has cancel_at_period_end', async () => {
    const world = await startEmulator();
    const { subscription } = await subscribed(world);
    await world.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await later(world, 30 * day);
    expect(await look(world, subscription.id)).toMatchObject({ status: 'canceled' });
    expect(await refusalOf(world.stripe.subscriptions.cancel(subscription.id))).toMatchObject({
      statusCode: 404,
    });
  });
});

describe('a price change of a subscription', () => {
  test('takes effect at once, with credit for the unused time', async () => {
    const world = await startEmulator();
    const { subscription, large } = await subscribed(world);
    world.clock.now += 15 * day;
    const moved = await move(world, subscription, large);
    expect(moved).toMatchObject({ status: 'active', pending_update: null });
    expect(moved.items.data[0]?.price.id).toBe(large.id);
    expect(latest(moved)).toMatchObject({ status: 'paid', amount_paid: 499 - 100 });
  });

  test('charges at any later moment what was previewed, and a preview changes nothing', async () => {
    const world = await startEmulator();
    const { stripe, clock, emulator } = world;
    const { subscription, large } = await subscribed(world);
    clock.now += 15 * day;
    const [item] = subscription.items.data;
    const items = [{ id: item?.id ?? '', price: large.id }];
    const proration_date = Math.floor(clock.now / 1000);
    const change = { items, proration_behavior: 'always_invoice', proration_date } as const;
    const invoices = emulator.read('invoices');
    const previewed = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { ...change, billing_cycle_anchor: { type: 'now' } },
    });
    expect(previewed.amount_due).toBe(499 - 100);
    expect(emulator.read('invoices')).toEqual(invoices);
    clock.now += 2 * day;
    const moved = await stripe.subscriptions.update(subscription.id, {
      ...change,
      payment_behavior: 'pending_if_incomplete',
      billing_cycle_anchor: { type: 'now' },
      expand: EXPAND,
    });
    expect(latest(moved)).toMatchObject({ status: 'paid', amount_paid: previewed.amount_due });
  });

  test('is not prorated to a moment outside of the period', async () => {
    const world = await startEmulator();
    const { subscription, large } = await subscribed(world);
    const [item] = subscription.items.data;
    const refused = await refusalOf(
      world.stripe.invoices.createPreview({
        subscription: subscription.id,
        subscription_details: {
          items: [{ id: item?.id ?? '', price: large.id }],
          proration_behavior: 'always_invoice',
          proration_date: (item?.current_period_start ?? 0) - 1,
          billing_cycle_anchor: { type: 'now' },
        },
      }),
    );
    expect(refused).toMatchObject({ statusCode: 400, param: 'proration_date' });
  });

  test('that is declined changes nothing, and its invoice is voided', async () => {
    const world = await startEmulator();
    const { stripe } = world;
    const { subscription, customer, small, large } = await subscribed(world);
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    });
    await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: bad.id },
    });
    const moved = await move(world, subscription, large);
    expect(moved.status).toBe('active');
    expect(moved.items.data[0]?.price.id).toBe(small.id);
    expect(moved.pending_update).not.toBeNull();
    await stripe.invoices.voidInvoice(latest(moved).id);
    expect(await look(world, subscription.id)).toMatchObject({ pending_update: null });
  });

  test('that requires authentication expires after 23 hours', async () => {
    const world = await startEmulator();
    const { stripe } = world;
    const { subscription, customer, large } = await subscribed(world);
    const strict = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: customer.id,
    });
    await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: strict.id },
    });
    expect((await move(world, subscription, large)).pending_update).not.toBeNull();
    await later(world, 23 * hour);
    expect(await look(world, subscription.id)).toMatchObject({
      pending_update: null,
      status: 'active',
    });
    expect(typesOf(world)).toContain('customer.subscription.pending_update_expired');
  });

  test('with an unsupported proration is refused', async () => {
    const { stripe, ...world } = await startEmulator();
    const { subscription, large } = await subscribed({ stripe, ...world });
    const item = subscription.items.data[0]?.id ?? '';
    const refused = await refusalOf(
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: item, price: large.id }],
        payment_behavior: 'pending_if_incomplete',
        proration_behavior: 'none',
      }),
    );
    expect(refused.param).toBe('proration_behavior');
  });
});

describe('a card that is set up', () => {
  const setUp = ({ stripe }: TestEmulator, customer: string, payment_method: string) =>
    stripe.setupIntents.create({
      customer,
      payment_method,
      usage: 'off_session',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });

  test('is attached, and can be charged off-session', async () => {
    const world = await startEmulator();
    const { id } = await world.stripe.customers.create({});
    const setup = await setUp(world, id, 'pm_card_visa');
    expect(setup.status).toBe('succeeded');
    const method = await world.stripe.paymentMethods.retrieve(String(setup.payment_method));
    expect(method.customer).toBe(id);
  });

  test('is refused if the bank refuses it', async () => {
    const world = await startEmulator();
    const { id } = await world.stripe.customers.create({});
    const refused = await refusalOf(setUp(world, id, 'pm_card_chargeDeclined'));
    expect(refused).toMatchObject({ statusCode: 402, code: 'card_declined' });
  });

  test('waits for authentication if the bank requires it', async () => {
    const world = await startEmulator();
    const { id } = await world.stripe.customers.create({});
    const setup = await setUp(world, id, 'pm_card_authenticationRequiredOnSetup');
    expect(setup.status).toBe('requires_action');
    world.emulator.authenticate(setup.id, 'authenticated');
    const after = await world.stripe.setupIntents.retrieve(setup.id);
    expect(after).toMatchObject({ status: 'succeeded', next_action: null });
    const again = await setUp(world, id, 'pm_card_authenticationRequiredOnSetup');
    world.emulator.authenticate(again.id, 'failed');
    expect(await world.stripe.setupIntents.retrieve(again.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
  });
});
