import { describe, expect, test } from '@jest/globals';
import { passesLuhn, testCards } from '../src/index.ts';
import { clientOf, holdOf, publishableKey, refusalOf, startEmulator } from './emulator.ts';

const expiry = { exp_month: 12, exp_year: 2030, cvc: '123' };

describe('a card', () => {
  test.each([
    ['4242424242424242', 'visa'],
    ['5555 5555 5555 4444', 'mastercard'],
    ['378282246310005', 'amex'],
  ])('%s is recognized as %s', async (number, brand) => {
    const { emulator } = await startEmulator();
    const browser = clientOf(emulator, publishableKey);
    const method = await browser.paymentMethods.create({
      type: 'card',
      card: { number, ...expiry },
      billing_details: { name: 'Ada' },
    });
    expect(method).toMatchObject({
      card: { brand, exp_month: 12, exp_year: 2030 },
      billing_details: { name: 'Ada' },
    });
    expect(method.card?.last4).toBe(number.slice(-4));
    expect(JSON.stringify(method)).not.toContain(number.replaceAll(' ', ''));
  });

  test.each([
    ['a wrong check digit', { number: '4242424242424241', ...expiry }, 'incorrect_number'],
    [
      'a thirteenth month',
      { number: '4242424242424242', ...expiry, exp_month: 13 },
      'invalid_expiry_month',
    ],
    [
      'a year gone by',
      { number: '4242424242424242', ...expiry, exp_year: 2025 },
      'invalid_expiry_year',
    ],
    [
      'a month gone by',
      { number: '4242424242424242', ...expiry, exp_month: 10, exp_year: 2026 },
      'invalid_expiry_year',
    ],
    [
      'two digits of security code',
      { number: '4242424242424242', ...expiry, cvc: '12' },
      'invalid_cvc',
    ],
    ['a number that is no test card', { number: '4111111111111111', ...expiry }, 'card_declined'],
  ])('with %s is refused', async (_what, card, code) => {
    const { stripe } = await startEmulator();
    const refusal = await refusalOf(stripe.paymentMethods.create({ type: 'card', card }));
    expect(refusal).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
  });

  test.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
  ])(
    'with the test id %s declines, and the payment can use another card',
    async (id, code, declineCode) => {
      const { stripe } = await startEmulator();
      const refusal = await refusalOf(stripe.paymentIntents.create(holdOf(1000, id)));
      expect(refusal).toMatchObject({
        type: 'StripeCardError',
        statusCode: 402,
        code,
        decline_code: declineCode,
      });
      expect(refusal.payment_intent).toMatchObject({
        status: 'requires_payment_method',
        payment_method: null,
        last_payment_error: { code, decline_code: declineCode },
      });
      const charge = await stripe.charges.retrieve(refusal.charge ?? '');
      expect(charge).toMatchObject({ status: 'failed', paid: false, failure_code: code });
      const intentId = refusal.payment_intent?.id ?? '';
      const held = await stripe.paymentIntents.confirm(intentId, {
        payment_method: 'pm_card_visa',
      });
      expect(held).toMatchObject({ status: 'requires_capture', last_payment_error: null });
    },
  );

  test('given as a test id becomes a new payment method at each use', async () => {
    const { stripe } = await startEmulator();
    const first = await stripe.paymentIntents.create(holdOf(1000));
    const second = await stripe.paymentIntents.create(holdOf(1000));
    expect(first.payment_method).toMatch(/^pm_1/);
    expect(second.payment_method).not.toBe(first.payment_method);
  });

  test('without a customer pays once', async () => {
    const { stripe } = await startEmulator();
    const method = await stripe.paymentMethods.retrieve('pm_card_visa');
    await stripe.paymentIntents.create(holdOf(1000, method.id));
    const refusal = await refusalOf(stripe.paymentIntents.create(holdOf(1000, method.id)));
    expect(refusal.message).toContain('It may not be used again');
  });

  test('that is unknown gets a resource_missing error', async () => {
    const { stripe } = await startEmulator();
    const refusal = await refusalOf(stripe.paymentIntents.create(holdOf(1000, 'pm_nothing')));
    expect(refusal).toMatchObject({
      code: 'resource_missing',
      param: 'payment_method',
      statusCode: 400,
    });
  });
});

test('every published test card has a valid number', () => {
  for (const { number } of Object.values(testCards)) expect(passesLuhn(number)).toBe(true);
});

describe('a saved card', () => {
  test('belongs to one customer and pays repeatedly', async () => {
    const { stripe } = await startEmulator();
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const method = await stripe.paymentMethods.attach('pm_card_mastercard', {
      customer: customer.id,
    });
    expect(method.customer).toBe(customer.id);
    const params = { ...holdOf(1000, method.id), customer: customer.id, off_session: true };
    await stripe.paymentIntents.create(params);
    expect((await stripe.paymentIntents.create(params)).status).toBe('requires_capture');

    const other = await stripe.customers.create();
    expect(
      (await refusalOf(stripe.paymentMethods.attach(method.id, { customer: other.id }))).code,
    ).toBe('payment_method_unexpected_state');
    expect(await refusalOf(stripe.paymentIntents.create(holdOf(1000, method.id)))).toMatchObject({
      statusCode: 400,
    });
    expect(
      (await refusalOf(stripe.paymentIntents.create({ ...params, customer: other.id }))).code,
    ).toBe('resource_missing');
  });

  test('is listed newest first, and is gone once detached', async () => {
    const { stripe } = await startEmulator();
    const customer = await stripe.customers.create();
    const visa = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const amex = await stripe.paymentMethods.attach('pm_card_amex', { customer: customer.id });
    const listed = await stripe.customers.listPaymentMethods(customer.id, { type: 'card' });
    expect(listed.data.map(({ id }) => id)).toEqual([amex.id, visa.id]);
    await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: visa.id },
    });
    expect((await stripe.paymentMethods.detach(visa.id)).customer).toBeNull();
    expect(
      (await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })).data,
    ).toHaveLength(1);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    expect(
      (await refusalOf(stripe.paymentMethods.attach(visa.id, { customer: customer.id }))).message,
    ).toContain('It may not be used again');
  });

  test('that is declined is not saved, except the test card that is declined only when charged', async () => {
    const { stripe } = await startEmulator();
    const customer = await stripe.customers.create();
    const refusal = await refusalOf(
      stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id }),
    );
    expect(refusal).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' });
    const attached = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    });
    const declined = await refusalOf(
      stripe.paymentIntents.create({
        ...holdOf(1000, attached.id),
        customer: customer.id,
        off_session: true,
      }),
    );
    expect(declined.code).toBe('card_declined');
  });

  test('can be saved by a payment with setup_future_usage', async () => {
    const { stripe } = await startEmulator();
    const customer = await stripe.customers.create();
    await stripe.paymentIntents.create({
      ...holdOf(1000),
      customer: customer.id,
      setup_future_usage: 'off_session',
    });
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test('may change its name and expiry', async () => {
    const { stripe } = await startEmulator();
    const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
    const [method] = (await stripe.paymentMethods.list({ customer: customer.id })).data;
    const updated = await stripe.paymentMethods.update(method?.id ?? '', {
      billing_details: { name: 'Ada Lovelace' },
      card: { exp_month: 1, exp_year: 2031 },
    });
    expect(updated).toMatchObject({
      billing_details: { name: 'Ada Lovelace' },
      card: { exp_month: 1, exp_year: 2031 },
    });
  });
});

describe('a customer', () => {
  test('keeps name, email, metadata and the card they pay with', async () => {
    const { stripe } = await startEmulator();
    const customer = await stripe.customers.create({ name: 'Ada', metadata: { userId: '01' } });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.customers.update(customer.id, {
      email: 'ada@example.com',
      metadata: { plan: 'FREE' },
      invoice_settings: { default_payment_method: card.id },
    });
    expect(
      await stripe.customers.retrieve(customer.id, {
        expand: ['invoice_settings.default_payment_method'],
      }),
    ).toMatchObject({
      name: 'Ada',
      email: 'ada@example.com',
      metadata: { userId: '01', plan: 'FREE' },
      invoice_settings: { default_payment_method: { id: card.id, card: { last4: '4242' } } },
    });
  });

  test('cannot pay with another customer’s card', async () => {
    const { stripe } = await startEmulator();
    const customer = await stripe.customers.create();
    const method = await stripe.paymentMethods.retrieve('pm_card_visa');
    const refusal = await refusalOf(
      stripe.customers.update(customer.id, {
        invoice_settings: { default_payment_method: method.id },
      }),
    );
    expect(refusal).toMatchObject({
      code: 'resource_missing',
      param: 'invoice_settings[default_payment_method]',
    });
  });

  test('is reported as deleted once deleted, and accepts no payments', async () => {
    const { stripe, emulator } = await startEmulator();
    const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
    await stripe.customers.del(customer.id);
    expect(await stripe.customers.retrieve(customer.id)).toEqual({
      id: customer.id,
      object: 'customer',
      deleted: true,
    });
    const refusal = await refusalOf(
      stripe.paymentIntents.create({ ...holdOf(1000), customer: customer.id }),
    );
    expect(refusal.code).toBe('resource_missing');
    expect(emulator.read('customers')).toEqual([]);
  });
});
