import { describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import {
  clientOf,
  day,
  holdOf,
  publishableKey,
  refusalOf,
  secretKey,
  startEmulator,
} from './emulator.ts';

function form(fields: Record<string, string>): {
  method: string;
  headers: Record<string, string>;
  body: URLSearchParams;
} {
  return {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams(fields),
  };
}

describe('an API key', () => {
  test('is required and must be correct', async () => {
    const { emulator } = await startEmulator();
    expect((await fetch(`${emulator.url}/v1/customers`)).status).toBe(401);
    const refusal = await refusalOf(clientOf(emulator, 'sk_test_another').customers.list());
    expect(refusal).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
  });

  test('can be sent as basic authentication', async () => {
    const { emulator } = await startEmulator();
    const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
    expect(
      (await fetch(`${emulator.url}/v1/customers`, { headers: { authorization } })).status,
    ).toBe(200);
  });

  test('that is publishable reads no account data', async () => {
    const { emulator } = await startEmulator();
    const browser = clientOf(emulator, publishableKey);
    expect(await refusalOf(browser.customers.list())).toMatchObject({
      statusCode: 401,
      code: 'secret_key_required',
    });
    expect(await refusalOf(browser.paymentIntents.create(holdOf(100)))).toMatchObject({
      code: 'secret_key_required',
    });
  });
});

describe('a request', () => {
  test('for an unsupported feature is refused', async () => {
    const { stripe, emulator } = await startEmulator();
    const refusal = await refusalOf(stripe.coupons.list());
    expect(refusal).toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' });
    expect(refusal.message).toContain('Unrecognized request URL (GET: /v1/coupons)');
    expect(
      (await refusalOf(stripe.paymentIntents.search({ query: "status:'succeeded'" }))).statusCode,
    ).toBe(404);
    expect(emulator.read('payouts')).toEqual([]);
    expect(emulator.read('nonsense')).toBeUndefined();
  });

  test.each([
    [
      'an unknown parameter',
      { amount: '100', currency: 'usd', tip: '1' },
      'tip',
      'parameter_unknown',
    ],
    [
      'an unknown inner parameter',
      { amount: '100', currency: 'usd', 'automatic_payment_methods[no]': '1' },
      'automatic_payment_methods[no]',
      'parameter_unknown',
    ],
    [
      'the parameter of an older version',
      { amount: '100', currency: 'usd', 'payment_method_types[0]': 'card' },
      'payment_method_types',
      'parameter_unknown',
    ],
    ['a missing parameter', { amount: '100' }, 'currency', 'parameter_missing'],
    [
      'an amount with decimals',
      { amount: '1.5', currency: 'usd' },
      'amount',
      'parameter_invalid_integer',
    ],
    ['an empty parameter', { amount: '100', currency: '' }, 'currency', 'parameter_invalid_empty'],
  ])('with %s gets an error that names it', async (_what, fields, param, code) => {
    const { emulator } = await startEmulator();
    const answer = await fetch(
      `${emulator.url}/v1/payment_intents`,
      form(fields as Record<string, string>),
    );
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { type: 'invalid_request_error', param, code },
    });
  });

  test('for an unknown object gets an error that says so', async () => {
    const { stripe } = await startEmulator();
    const refusals = await Promise.all(
      [
        stripe.paymentIntents.retrieve('pi_nothing'),
        stripe.customers.retrieve('cus_nothing'),
        stripe.paymentMethods.retrieve('pm_nothing'),
        stripe.charges.retrieve('ch_nothing'),
        stripe.refunds.retrieve('re_nothing'),
        stripe.events.retrieve('evt_nothing'),
      ].map(refusalOf),
    );
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });

  test('with an invalid expand is refused, and changes nothing', async () => {
    const { stripe, emulator } = await startEmulator();
    const refusal = await refusalOf(stripe.customers.create({ expand: ['nothing'] }));
    expect(refusal.message).toContain('This property cannot be expanded (nothing)');
    expect(emulator.read('customers')).toEqual([]);
  });

  test('can expand lists and expanded objects', async () => {
    const { stripe } = await startEmulator();
    const customer = await stripe.customers.create();
    await stripe.paymentIntents.create({ ...holdOf(1000), customer: customer.id });
    const list = await stripe.paymentIntents.list({ expand: ['data.latest_charge.customer'] });
    expect(list.data[0]).toMatchObject({ latest_charge: { customer: { id: customer.id } } });
  });

  test('can have metadata with brackets, spaces and non-ASCII letters', async () => {
    const { stripe } = await startEmulator();
    const metadata = { 'a b': 'x=y&z', ключ: 'ß [1]', __proto__x: '1' };
    expect((await stripe.customers.create({ metadata })).metadata).toEqual(metadata);
  });

  test('in JSON is refused, as Stripe refuses it', async () => {
    const { emulator } = await startEmulator();
    const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' };
    const answer = await fetch(`${emulator.url}/v1/customers`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    expect(answer.status).toBe(400);
  });
});

describe('an idempotency key', () => {
  test('returns the same response without repeating the request', async () => {
    const { stripe, emulator } = await startEmulator();
    const first = await stripe.paymentIntents.create(holdOf(1000), { idempotencyKey: 'one' });
    const again = await stripe.paymentIntents.create(holdOf(1000), { idempotencyKey: 'one' });
    expect(again).toEqual(first);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(emulator.read('paymentIntents')).toHaveLength(1);
  });

  test('also repeats a decline', async () => {
    const { stripe, emulator } = await startEmulator();
    const declined = holdOf(1000, 'pm_card_chargeDeclined');
    const first = await refusalOf(
      stripe.paymentIntents.create(declined, { idempotencyKey: 'one' }),
    );
    const again = await refusalOf(
      stripe.paymentIntents.create(declined, { idempotencyKey: 'one' }),
    );
    expect(again.payment_intent?.id).toBe(first.payment_intent?.id);
    expect(emulator.read('charges')).toHaveLength(1);
  });

  test('is not stored for a request with invalid parameters', async () => {
    const { stripe } = await startEmulator();
    await refusalOf(stripe.paymentIntents.create(holdOf(1), { idempotencyKey: 'one' }));
    const held = await stripe.paymentIntents.create(holdOf(1000), { idempotencyKey: 'one' });
    expect(held.status).toBe('requires_capture');
  });

  test('is refused if it is reused with other parameters or another path', async () => {
    const { stripe } = await startEmulator();
    await stripe.paymentIntents.create(holdOf(1000), { idempotencyKey: 'one' });
    const other = await refusalOf(
      stripe.paymentIntents.create(holdOf(2000), { idempotencyKey: 'one' }),
    );
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(other).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
    expect(other.message).toContain('can only be used with the same parameters');
    const elsewhere = await refusalOf(stripe.customers.create({}, { idempotencyKey: 'one' }));
    expect(elsewhere.message).toContain('same endpoint');
  });

  test('that is in use by a concurrent request is a conflict', async () => {
    const { stripe, emulator } = await startEmulator();
    const { held, release } = emulator.faults.next({ kind: 'hold' });
    const first = stripe.paymentIntents.create(holdOf(1000), { idempotencyKey: 'one' });
    await held;
    const second = refusalOf(stripe.paymentIntents.create(holdOf(1000), { idempotencyKey: 'one' }));
    expect(await second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    release();
    expect((await first).status).toBe('requires_capture');
    expect(emulator.read('paymentIntents')).toHaveLength(1);
  });

  test('expires after a day', async () => {
    const { stripe, clock } = await startEmulator();
    const first = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' });
    clock.now += day - 1;
    expect((await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' })).id).toBe(
      first.id,
    );
    clock.now += 1;
    expect((await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' })).id).not.toBe(
      first.id,
    );
  });
});

describe('an injected fault', () => {
  const capture = { method: 'POST', path: '/v1/payment_intents/:id/capture' } as const;

  test('that loses the response performs the request; a retry with its idempotency key returns the result', async () => {
    const { stripe, emulator } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    // The Stripe client retries a request once when its connection broke.
    emulator.faults.next({ ...capture, kind: 'lose-reply', times: 2 });
    const lost = await refusalOf(
      stripe.paymentIntents.capture(held.id, {}, { idempotencyKey: 'one' }),
    );
    expect(lost.type).toBe('StripeConnectionError');
    expect(emulator.read('paymentIntents')).toMatchObject([{ status: 'succeeded' }]);
    const again = await stripe.paymentIntents.capture(held.id, {}, { idempotencyKey: 'one' });
    expect(again.status).toBe('succeeded');
  });

  test('that refuses the connection does not perform the request', async () => {
    const { stripe, emulator } = await startEmulator();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    emulator.faults.next({ ...capture, kind: 'refuse-connection', times: 2 });
    expect((await refusalOf(stripe.paymentIntents.capture(held.id))).type).toBe(
      'StripeConnectionError',
    );
    expect((await stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture');
  });

  test('with a 500 or 429 status does not perform the request, and affects only as many requests as set', async () => {
    const { stripe, emulator } = await startEmulator();
    emulator.faults.next({ kind: 'status-500' });
    expect(await refusalOf(stripe.customers.create({}, { idempotencyKey: 'one' }))).toMatchObject({
      type: 'StripeAPIError',
      statusCode: 500,
    });
    emulator.faults.next({ kind: 'rate-limit' });
    expect(await refusalOf(stripe.customers.create({}, { idempotencyKey: 'one' }))).toMatchObject({
      type: 'StripeRateLimitError',
      statusCode: 429,
    });
    expect(emulator.read('customers')).toEqual([]);
    await stripe.customers.create({}, { idempotencyKey: 'one' });
    expect(emulator.read('customers')).toHaveLength(1);
  });

  test('applies to its own request only, and can be removed', async () => {
    const { stripe, emulator } = await startEmulator();
    emulator.faults.next({ ...capture, kind: 'status-500' });
    await stripe.customers.create();
    emulator.faults.clear();
    const held = await stripe.paymentIntents.create(holdOf(1000));
    expect((await stripe.paymentIntents.capture(held.id)).status).toBe('succeeded');
  });
});

describe('a request in the same process', () => {
  const inProcess = async () => {
    const { emulator } = await startEmulator();
    const { hostname, port } = new URL(emulator.url);
    const httpClient = Stripe.createFetchHttpClient(emulator.fetch as typeof fetch);
    const connection = { host: hostname, port, protocol: 'http' as const };
    const stripe = new Stripe(secretKey, { ...connection, maxNetworkRetries: 0, httpClient });
    return { emulator, stripe };
  };

  test('gets the response that a connection gets', async () => {
    const { emulator } = await inProcess();
    const paths = ['/v1/customers', '/v1/nothing', '/v1/payment_intents?limit=0'];
    for (const path of paths) {
      const init = { headers: { Authorization: `Bearer ${secretKey}` } };
      const [near, far] = await Promise.all([
        emulator.fetch(`${emulator.url}${path}`, init),
        fetch(`${emulator.url}${path}`, init),
      ]);
      expect([near.status, await near.json()]).toEqual([far.status, await far.json()]);
    }
    const created = await emulator.fetch(`${emulator.url}/v1/customers`, form({ name: 'Ana' }));
    expect(await created.json()).toMatchObject({ object: 'customer', name: 'Ana' });
  });

  test('uploads a file with each of its bytes', async () => {
    const { emulator, stripe } = await inProcess();
    const data = Buffer.from('%PDF-1.7 \u0000\u007f\u0080\u00c3\u00ff', 'latin1');
    const file = { data, name: 'record.pdf', type: 'application/pdf' };
    const { size } = await stripe.files.create({ purpose: 'dispute_evidence', file });
    expect(size).toBe(data.length);
    expect(emulator.read('fileContents')).toMatchObject([{ data: data.toString('latin1') }]);
  });

  test('meets the injected faults', async () => {
    const { emulator, stripe } = await inProcess();
    emulator.faults.next({ kind: 'refuse-connection' });
    expect((await refusalOf(stripe.customers.create())).type).toBe('StripeConnectionError');
    expect(emulator.read('customers')).toHaveLength(0);
    emulator.faults.next({ kind: 'lose-reply' });
    expect((await refusalOf(stripe.customers.create())).type).toBe('StripeConnectionError');
    expect(emulator.read('customers')).toHaveLength(1);
    emulator.faults.next({ kind: 'rate-limit' });
    expect((await refusalOf(stripe.customers.create())).statusCode).toBe(429);
  });

  test('ends when its caller stops waiting', async () => {
    const { emulator, stripe } = await inProcess();
    const { held, release } = emulator.faults.next({ kind: 'hold' });
    const refused = refusalOf(stripe.customers.create({}, { timeout: 50 }));
    await held;
    expect((await refused).type).toBe('StripeConnectionError');
    release();
  });
});
