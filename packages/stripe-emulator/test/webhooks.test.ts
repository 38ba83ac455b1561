import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { day, holdOf, refusalOf, startEmulator, stop } from './emulator.ts';

const secret = 'whsec_emulator';

interface Arrival {
  payload: string;
  signature: string;
}

interface Endpoint {
  url: string;
  secret: string;
  arrivals: Arrival[];
  /** Resolves once this many deliveries have arrived in total. */
  arrived: (count: number) => Promise<void>;
  answer: { status: number };
  onArrival?: (type: string) => Promise<void>;
}

const servers: Server[] = [];
const folders: string[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Starts an endpoint that returns the given status and stores all deliveries. */
async function endpoint(answer: { status: number } = { status: 200 }): Promise<Endpoint> {
  const arrivals: Arrival[] = [];
  const expected: { count: number; come: () => void }[] = [];
  const made: Endpoint = { url: '', secret, arrivals, answer, arrived: async () => {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const payload = Buffer.concat(chunks).toString();
      arrivals.push({ payload, signature: String(request.headers['stripe-signature']) });
      await made.onArrival?.((JSON.parse(payload) as Stripe.Event).type);
      response.writeHead(answer.status).end();
      for (const { count, come } of expected) if (arrivals.length >= count) come();
    });
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`;
  const arrived = (count: number) =>
    new Promise<void>((come) => {
      if (arrivals.length >= count) come();
      else expected.push({ count, come });
    });
  Object.assign(made, { url, arrived });
  return made;
}

function journal(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-journal-'));
  folders.push(folder);
  return join(folder, 'stripe.jsonl');
}

const typesOf = (arrivals: Arrival[]) =>
  arrivals.map(({ payload }) => (JSON.parse(payload) as Stripe.Event).type).sort();

describe('a webhook', () => {
  test('is signed with the emulated time, and names its event and request', async () => {
    const webhooks = await endpoint();
    const { stripe, emulator, clock } = await startEmulator({ webhooks });
    const customer = await stripe.customers.create({}, { idempotencyKey: 'one' });
    await emulator.deliverPending();
    const [arrival] = webhooks.arrivals;
    const event = Stripe.webhooks.constructEvent(
      arrival?.payload ?? '',
      arrival?.signature ?? '',
      secret,
      1,
      undefined,
      clock.now,
    );
    expect(event).toMatchObject({
      type: 'customer.created',
      api_version: '2026-10-28.endive',
      created: clock.now / 1000,
      data: { object: { id: customer.id } },
      request: { id: customer.lastResponse.requestId, idempotency_key: 'one' },
    });
    expect(await stripe.events.retrieve(event.id)).toMatchObject({
      id: event.id,
      pending_webhooks: 0,
    });
  });

  test.each([
    [
      'held, then captured',
      holdOf(1000),
      'capture',
      [
        'charge.captured',
        'charge.succeeded',
        'payment_intent.amount_capturable_updated',
        'payment_intent.created',
        'payment_intent.succeeded',
      ],
    ],
    [
      'held, then let go',
      holdOf(1000),
      'cancel',
      [
        'charge.refunded',
        'charge.succeeded',
        'payment_intent.amount_capturable_updated',
        'payment_intent.canceled',
        'payment_intent.created',
      ],
    ],
    [
      'declined',
      holdOf(1000, 'pm_card_chargeDeclined'),
      'nothing',
      ['charge.failed', 'payment_intent.created', 'payment_intent.payment_failed'],
    ],
    [
      'waiting for its holder',
      holdOf(1000, 'pm_card_authenticationRequired'),
      'nothing',
      ['payment_intent.created', 'payment_intent.requires_action'],
    ],
  ] as const)(
    'is sent for each step of a payment that is %s',
    async (_what, params, then, types) => {
      const webhooks = await endpoint();
      const { stripe, emulator } = await startEmulator({ webhooks });
      const intent = await stripe.paymentIntents.create({ ...params }).catch(() => undefined);
      if (then === 'capture') await stripe.paymentIntents.capture(intent?.id ?? '');
      if (then === 'cancel') await stripe.paymentIntents.cancel(intent?.id ?? '');
      await emulator.deliverPending();
      expect(typesOf(webhooks.arrivals)).toEqual(types);
    },
  );

  test('shows the payment as it was at the time of the event', async () => {
    const webhooks = await endpoint();
    const { stripe, emulator } = await startEmulator({ webhooks });
    const held = await stripe.paymentIntents.create(holdOf(1000));
    await stripe.paymentIntents.capture(held.id);
    await emulator.deliverPending();
    const events = webhooks.arrivals.map(({ payload }) => JSON.parse(payload) as Stripe.Event);
    const capturable = events.find(
      ({ type }) => type === 'payment_intent.amount_capturable_updated',
    );
    expect(capturable?.data.object).toMatchObject({ status: 'requires_capture' });
  });

  test('that failed is retried within seconds', async () => {
    const webhooks = await endpoint({ status: 503 });
    const { stripe, emulator } = await startEmulator({ webhooks });
    const first = webhooks.arrived(1);
    await stripe.customers.create();
    await first;
    webhooks.answer.status = 200;
    await webhooks.arrived(2);
    expect(await emulator.deliverPending()).toBe(0);
  });

  test('that keeps failing is retried with growing intervals for three days', async () => {
    const webhooks = await endpoint({ status: 500 });
    const { stripe, emulator, clock } = await startEmulator({ webhooks });
    await stripe.customers.create();
    const start = clock.now;
    while (emulator.nextDueAt() === undefined) await emulator.deliverPending();
    const pauses: number[] = [];
    for (let due = emulator.nextDueAt(); due !== undefined; due = emulator.nextDueAt()) {
      pauses.push(due - clock.now);
      clock.now = due;
      await emulator.runDue();
    }
    expect(pauses.length).toBeGreaterThan(5);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(clock.now - start).toBeGreaterThan(2 * day);
    expect(clock.now - start).toBeLessThanOrEqual(3 * day);
    expect(await emulator.deliverPending()).toBe(0);
  });

  test('whose handler makes further requests sends their webhooks too', async () => {
    const webhooks = await endpoint();
    const { stripe, emulator, clock } = await startEmulator();
    webhooks.onArrival = async (type) => {
      if (type === 'customer.created') await stripe.paymentIntents.create(holdOf(1000));
    };
    await stripe.customers.create();
    emulator.setWebhooks(webhooks);
    expect(await emulator.deliverPending()).toBe(0);
    expect(typesOf(webhooks.arrivals)).toEqual([
      'charge.succeeded',
      'customer.created',
      'payment_intent.amount_capturable_updated',
      'payment_intent.created',
    ]);
    expect(emulator.nextDueAt()).toBe(clock.now + 7 * day);
  });

  test('that is never answered does not prevent a shutdown', async () => {
    const silent = createServer(() => {});
    servers.push(silent);
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
    const asked = new Promise((come) => silent.once('request', come));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { stripe, emulator } = await startEmulator({ webhooks: { url, secret } });
    await stripe.customers.create();
    await asked;
    await stop(emulator);
  });

  test('waits until an endpoint is set', async () => {
    const webhooks = await endpoint();
    const { stripe, emulator } = await startEmulator();
    await stripe.customers.create();
    expect(emulator.nextDueAt()).toBeUndefined();
    emulator.setWebhooks(webhooks);
    await emulator.deliverPending();
    expect(typesOf(webhooks.arrivals)).toEqual(['customer.created']);
  });
});

describe('the journal', () => {
  test('keeps payments, cards, idempotency keys and events over a restart', async () => {
    const journalPath = journal();
    const before = await startEmulator({ journalPath });
    const customer = await before.stripe.customers.create({ payment_method: 'pm_card_visa' });
    const held = await before.stripe.paymentIntents.create(holdOf(1000), { idempotencyKey: 'one' });
    await stop(before.emulator);

    const after = await startEmulator({ journalPath });
    expect(await after.stripe.paymentIntents.retrieve(held.id)).toEqual(held);
    expect(
      (await after.stripe.paymentIntents.create(holdOf(1000), { idempotencyKey: 'one' })).id,
    ).toBe(held.id);
    const [card] = (await after.stripe.paymentMethods.list({ customer: customer.id })).data;
    const second = await after.stripe.paymentIntents.create({
      ...holdOf(500, card?.id),
      customer: customer.id,
    });
    expect((await after.stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([
      second.id,
      held.id,
    ]);
    expect((await after.stripe.events.list({ type: 'payment_intent.created' })).data).toHaveLength(
      2,
    );
  });

  test('is complete after every response, so that a kill loses no data', async () => {
    const journalPath = journal();
    const { stripe } = await startEmulator({ journalPath });
    const held = await stripe.paymentIntents.create(holdOf(1000));
    const copy = journal();
    writeFileSync(copy, readFileSync(journalPath));
    const other = await startEmulator({ journalPath: copy });
    expect((await other.stripe.paymentIntents.capture(held.id)).status).toBe('succeeded');
  });

  test('ignores an incomplete last line', async () => {
    const journalPath = journal();
    const before = await startEmulator({ journalPath });
    const kept = await before.stripe.customers.create({ name: 'Kept' });
    const lost = await before.stripe.customers.create({ name: 'Lost' });
    await stop(before.emulator);
    const text = readFileSync(journalPath, 'utf8');
    writeFileSync(journalPath, text.slice(0, text.lastIndexOf('Lost') + 2));
    const after = await startEmulator({ journalPath });
    expect(await after.stripe.customers.retrieve(kept.id)).toMatchObject({ name: 'Kept' });
    expect((await refusalOf(after.stripe.customers.retrieve(lost.id))).code).toBe(
      'resource_missing',
    );
    await after.stripe.customers.create({ name: 'Written after the tear' });
    await stop(after.emulator);
    expect((await startEmulator({ journalPath })).emulator.read('customers')).toHaveLength(2);
  });

  test('reports damage in any other line', async () => {
    const journalPath = journal();
    writeFileSync(journalPath, '[["customers","cus_1"\n[]\n');
    await expect(startEmulator({ journalPath })).rejects.toThrow('damaged at line 1');
  });

  test('delivers pending webhooks after a restart', async () => {
    const journalPath = journal();
    const before = await startEmulator({ journalPath });
    await before.stripe.customers.create();
    await stop(before.emulator);
    const webhooks = await endpoint();
    const { emulator } = await startEmulator({ journalPath, webhooks });
    await emulator.deliverPending();
    expect(typesOf(webhooks.arrivals)).toEqual(['customer.created']);
    await stop(emulator);
    const again = await startEmulator({ journalPath, webhooks });
    await again.emulator.deliverPending();
    expect(webhooks.arrivals).toHaveLength(1);
  });
});
