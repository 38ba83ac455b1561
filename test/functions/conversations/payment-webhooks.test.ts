import { describe, expect, jest, test } from '@jest/globals';
import Stripe from 'stripe';
import { secretsManager } from '#functions/gateways/secrets.ts';
import { hashOfOriginKey } from '#functions/origin-key.ts';
import { webhookEventKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { HOUR, instant, MINUTE, SECOND } from '#shared/time.ts';
import { WEBHOOK_EVENTS } from '#shared/webhook-events.ts';
import { intentOf, operator } from '../../support/disputes.ts';
import {
  expectLedgerMatchesStripe,
  intentsOf,
  ledgerOf,
  netAtStripe,
  postAllEvents,
  postEvent,
  runSchedules,
} from '../../support/money.ts';
import { pendingOrder } from '../../support/orders.ts';
import { at } from '../../support/stopped-clock.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SECRETS } from '../../support/world.ts';

const world = worldOfFile();

const newestIntentId = () => intentsOf(world)[0]?.id ?? '';

describe('the webhook', () => {
  test('refuses a forged event with 400, without effect', async () => {
    const object = { id: 'pi_1', metadata: {} };
    const event = { id: 'evt_forged', type: 'payment_intent.succeeded', data: { object } };
    for (const signature of ['', 't=1,v1=00', 'nonsense'])
      expect((await postEvent(world, event, signature)).statusCode).toBe(400);
    expect(await table.get(webhookEventKey('evt_forged'))).toBeUndefined();
  });

  test('refuses an unsigned, oversized or CDN-bypassing request before it reads anything', async () => {
    const secret = jest.spyOn(secretsManager, 'send');
    const event = { id: 'evt_large', type: 'customer.updated', data: { object: {} } };
    expect((await postEvent(world, event, '')).statusCode).toBe(400);
    const large = { ...event, data: { object: { text: 'a'.repeat(300_000) } } };
    expect((await postEvent(world, large)).statusCode).toBe(413);
    process.env.ORIGIN_KEY_HASHES = hashOfOriginKey('of the front');
    expect((await postEvent(world, event)).statusCode).toBe(403);
    delete process.env.ORIGIN_KEY_HASHES;
    expect(secret).not.toHaveBeenCalled();
    secret.mockRestore();
  });

  test('refuses a replayed old event with 400', async () => {
    const payload = JSON.stringify({
      id: 'evt_old',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1', metadata: {} } },
    });
    const timestamp = Math.floor((world.now() - 6 * MINUTE) / 1_000);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: 'whsec_local',
      timestamp,
    });
    expect((await postEvent(world, JSON.parse(payload), signature)).statusCode).toBe(400);
  });

  test('refuses an event signed more than five minutes in the future with 400, whichever timestamp comes first', async () => {
    const payload = JSON.stringify({
      id: 'evt_early',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1', metadata: {} } },
    });
    const signedIn = (ms: number) =>
      Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: 'whsec_local',
        timestamp: Math.floor((world.now() + ms) / 1_000),
      });
    const early = signedIn(6 * MINUTE);
    const now = `t=${Math.floor(world.now() / 1_000)}`;
    for (const signature of [early, `${now},${early}`])
      expect((await postEvent(world, JSON.parse(payload), signature)).statusCode).toBe(400);
    expect(await table.get(webhookEventKey('evt_early'))).toBeUndefined();
    expect((await postEvent(world, JSON.parse(payload), signedIn(4 * MINUTE))).statusCode).toBe(
      200,
    );
  });

  test.each(WEBHOOK_EVENTS)('refuses a signed %s without its object with 400', async (type) => {
    const event = { id: `evt_${type}`, type };
    for (const data of [undefined, null, 'text', {}, { object: null }, { object: {} }])
      expect((await postEvent(world, { ...event, data })).statusCode).toBe(400);
    const data = { object: { id: 'x' } };
    expect((await postEvent(world, { ...event, data, id: undefined })).statusCode).toBe(400);
    expect(await table.get(webhookEventKey(event.id))).toBeUndefined();
  });

  test.each([null, 1, 'text', [], {}])(
    'refuses a signed %j, which is no event, with 400',
    async (body) => {
      expect((await postEvent(world, body)).statusCode).toBe(400);
    },
  );

  test('does not accept events while Stripe does not respond, so that Stripe repeats them', async () => {
    const { sender, id: conversationId } = await pendingOrder(world);
    const { id } = intentOf(world, conversationId);
    const metadata = { conversationId, userId: sender.user.id };
    const parent = { subscription_details: { metadata, subscription: 'sub_1' } };
    const invoice = { status: 'draft', amount_paid: 199, parent };
    const object = { id, payment_intent: id, metadata, ...invoice };
    world.stripe.faults.next({ kind: 'status-500', times: 999 });
    const accepted = await Promise.all(
      WEBHOOK_EVENTS.map(async (type) => {
        const event = { id: `evt_repeated_${type}`, type, account: 'acct_1', data: { object } };
        const failed = { statusCode: 500 };
        const { statusCode } = await postEvent(world, event).catch(() => failed);
        const recorded = await table.get(webhookEventKey(event.id));
        return Number(statusCode) < 500 || recorded ? [type] : [];
      }),
    );
    world.stripe.faults.clear();
    expect(accepted.flat()).toEqual([]);
  });

  test('accepts an event type without a handler', async () => {
    const event = { id: 'evt_other', type: 'customer.updated', data: { object: {} } };
    expect((await postEvent(world, event)).statusCode).toBe(200);
  });

  test('accepts a payment of another product on the same account and ignores it', async () => {
    const event = {
      id: 'evt_foreign',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1', metadata: {} } },
    };
    expect((await postEvent(world, event)).statusCode).toBe(200);
    expect(await table.get(webhookEventKey('evt_foreign'))).toBeDefined();
  });

  test('ignores another payment that names a paid conversation', async () => {
    const { sender, order } = await pendingOrder(world);
    const { paymentIntents } = await operator(world);
    const form = { amount: 2_500, currency: 'usd', metadata: { conversationId: order.id } };
    const other = await paymentIntents.create(form);
    await paymentIntents.cancel(other.id);
    await postAllEvents(world);
    expect(await sender.sees(order)).toMatchObject({
      status: 'PENDING',
      moneyState: 'HELD',
    });
  });

  test('changes nothing when all events are delivered again, twice and in reverse', async () => {
    const [one, two, three] = [
      await pendingOrder(world),
      await pendingOrder(world),
      await pendingOrder(world),
    ];
    await one.recipient.answers(one);
    await two.sender.cancels(two);
    await three.recipient.reportsLetter(three);
    const before = await ledgerOf(world);
    await postAllEvents(world);
    await postAllEvents(world);
    expect(await ledgerOf(world)).toEqual(before);
    await expectLedgerMatchesStripe(world);
  });
});

describe('an operator’s action in the Stripe dashboard', () => {
  test('that cancels a hold ends the conversation', async () => {
    const { sender, order } = await pendingOrder(world);
    await (await operator(world)).paymentIntents.cancel(newestIntentId());
    await postAllEvents(world);
    expect(await sender.sees(order)).toMatchObject({
      status: 'EXPIRED',
      moneyState: 'RELEASED',
    });
    await expectLedgerMatchesStripe(world);
  });

  test('that refunds a payment in review takes the amount in review', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.reportsLetter(order);
    const before = await ledgerOf(world);
    await (await operator(world)).refunds.create({ payment_intent: newestIntentId() });
    await postAllEvents(world);
    expect(await sender.sees(order)).toMatchObject({
      status: 'REPORTED',
      moneyState: 'REFUNDED',
    });
    const after = await ledgerOf(world);
    expect((after['platform:review'] ?? 0) - (before['platform:review'] ?? 0)).toBe(-2_500);
    await expectLedgerMatchesStripe(world);
    await runSchedules();
    expect(-(after['card:clearing'] ?? 0)).toBe(netAtStripe(world));
  });
});

test('a webhook is accepted up to exactly five minutes before and after its time', async () => {
  const now = instant(Math.ceil(world.now() / SECOND) * SECOND + HOUR);
  const event = { id: 'evt_moment', type: 'unknown' };
  const answered = (seconds: number) => {
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: JSON.stringify(event),
      secret: SECRETS.stripeWebhookSecret,
      timestamp: now / SECOND + seconds,
    });
    return at(world, now, async () => (await postEvent(world, event, signature)).statusCode);
  };
  expect([await answered(-300), await answered(300)]).toEqual([200, 200]);
  expect([await answered(-301), await answered(301)]).toEqual([400, 400]);
});
