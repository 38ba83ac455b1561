import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { WEBHOOK_HANDLERS } from '#functions/webhooks/stripe.ts';
import { syncEndpoints } from '#lib/operator/webhook-endpoints.ts';
import { ACCOUNT_EVENTS, CONNECTED_EVENTS, WEBHOOK_EVENTS } from '#shared/webhook-events.ts';
import { type DeployedStage, KEYS, STAGE, startDeployedStage } from '../support/deployed-stage.ts';

/* npm run webhooks: registers the webhook endpoints of a stage at Stripe. */

const URL_OF_STAGE = 'https://d1.cloudfront.net/webhooks/stripe';

let stage: DeployedStage;
let stripe: Stripe;
beforeEach(async () => {
  stage = await startDeployedStage();
  stage.store({ stripeSecretKey: KEYS.secretKey, stripePublishableKey: KEYS.publishableKey });
  const { hostname, port } = new URL(stage.stripe.url);
  stripe = new Stripe(KEYS.secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
  Object.assign(process.env, stage.environment, { AWS_REGION: 'us-east-1' });
});
afterEach(() => stage.stop());

const settle = () => syncEndpoints({ stripe, stage: STAGE, url: URL_OF_STAGE });
const endpoints = async () => (await stripe.webhookEndpoints.list({ limit: 100 })).data.reverse();

test('every registered event type has a handler, and every handler a registered event type', () => {
  expect(Object.keys(WEBHOOK_HANDLERS).sort()).toEqual([...WEBHOOK_EVENTS].sort());
  expect(new Set(WEBHOOK_EVENTS).size).toBe(WEBHOOK_EVENTS.length);
});

describe('the two Stripe webhook endpoints', () => {
  test('are created with the events that the code handles and its API version, and their secrets are stored', async () => {
    const { code, out, err } = await stage.run('webhooks');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [account, connected] = await endpoints();
    expect(account).toMatchObject({
      url: URL_OF_STAGE,
      enabled_events: [...ACCOUNT_EVENTS],
      api_version: Stripe.API_VERSION,
      status: 'enabled',
    });
    expect(connected).toMatchObject({ url: URL_OF_STAGE, enabled_events: [...CONNECTED_EVENTS] });
    const { stripeWebhookSecret, stripeConnectWebhookSecret } = stage.stored();
    expect(stripeWebhookSecret).toMatch(/^whsec_/);
    expect(stripeConnectWebhookSecret).toMatch(/^whsec_/);
    expect(stripeConnectWebhookSecret).not.toBe(stripeWebhookSecret);
    expect(out).toContain(`Created ${account?.id} for ${ACCOUNT_EVENTS.length} events`);
    expect(out + JSON.stringify([account, connected])).not.toContain(String(stripeWebhookSecret));
  });

  test('are unchanged if they are correct', async () => {
    await settle();
    const before = await endpoints();
    expect(await settle()).toEqual([
      `${before[0]?.id} is up to date for this account.`,
      `${before[1]?.id} is up to date for connected accounts.`,
    ]);
    expect(await endpoints()).toEqual(before);
    expect(stage.writes()).toBe(2);
  });

  test('are updated if their events, address or status are wrong', async () => {
    await settle();
    const [account] = await endpoints();
    const id = account?.id ?? '';
    await stripe.webhookEndpoints.update(id, {
      url: 'https://old.example.org/webhooks/stripe',
      enabled_events: ['payout.paid', ...ACCOUNT_EVENTS.slice(1)],
      disabled: true,
    });
    const [said] = await settle();
    expect(said).toBe(
      `Changed ${id} for this account: +${ACCOUNT_EVENTS[0]}, -payout.paid, sends to ${URL_OF_STAGE}, enabled again.`,
    );
    expect((await endpoints())[0]).toEqual(account);
  });

  test('are replaced if they send the API version of the account instead of that of the code', async () => {
    await settle();
    const [account] = await endpoints();
    const { id = '', url = '', metadata = {} } = account ?? {};
    await stripe.webhookEndpoints.del(id);
    const older = await stripe.webhookEndpoints.create({
      url,
      metadata,
      enabled_events: [...ACCOUNT_EVENTS],
    });
    const said = await settle();
    expect(said).toContain(`Deleted ${older.id}, which it replaces.`);
    expect((await endpoints()).map((one) => one.api_version)).toEqual(
      Array(2).fill(Stripe.API_VERSION),
    );
  });

  test('are replaced if their secret is lost, the new one first', async () => {
    await settle();
    const [account] = await endpoints();
    stage.store({ stripeSecretKey: KEYS.secretKey });
    const said = await settle();
    expect(said).toHaveLength(4);
    expect(said[1]).toBe(`Deleted ${account?.id}, which it replaces.`);
    const [first] = await endpoints();
    expect(first?.id).not.toBe(account?.id);
    expect(await endpoints()).toHaveLength(2);
    expect(stage.stored().stripeWebhookSecret).toMatch(/^whsec_/);
  });

  test.each([
    ['the response with the new secret is lost', 'POST', '/v1/webhook_endpoints', 'lose-reply'],
    ['Stripe cannot be reached', 'POST', '/v1/webhook_endpoints', 'refuse-connection'],
    [
      'the process crashes after the secret was stored',
      'POST',
      '/v1/webhook_endpoints/:id',
      'lose-reply',
    ],
    [
      'the replaced endpoint cannot be deleted',
      'DELETE',
      '/v1/webhook_endpoints/:id',
      'status-500',
    ],
  ] as const)('are completed by a second run if %s', async (_what, method, path, kind) => {
    await settle();
    stage.store({ stripeSecretKey: KEYS.secretKey });
    // The Stripe client retries failed requests itself, so one fault must last for three.
    stage.stripe.faults.next({ method, path, kind, times: 3 });
    await expect(settle()).rejects.toThrow();
    await settle();
    const after = await endpoints();
    expect(after).toHaveLength(2);
    expect((await settle()).every((said) => said.includes('is up to date'))).toBe(true);
    expect(await endpoints()).toEqual(after);
  });

  test('leave endpoints of other stages and products unchanged, and list manually created ones', async () => {
    const enabled_events = ['payment_intent.succeeded'] as const;
    const other = { enabled_events: [...enabled_events], url: 'https://other.example.org/hook' };
    await stripe.webhookEndpoints.create(other);
    const byHand = await stripe.webhookEndpoints.create({ ...other, url: URL_OF_STAGE });
    await syncEndpoints({
      stripe,
      stage: 'another',
      url: 'https://d2.cloudfront.net/webhooks/stripe',
    });
    const before = await endpoints();
    // Each stage has its own secrets.
    stage.store({ stripeSecretKey: KEYS.secretKey });
    const said = await settle();
    expect(said.at(-1)).toMatch(
      `${byHand.id} sends to the same URL but was not created by this command`,
    );
    expect(await endpoints()).toEqual(expect.arrayContaining(before));
  });
});

test('without Stripe keys, npm run webhooks names the command that stores them', async () => {
  stage.store({});
  const { code, err } = await stage.run('webhooks');
  expect(code).toBe(1);
  expect(err).toBe('The stage has no Stripe keys yet: npm run secrets -- --stage example\n');
});
