import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { RECHECK_TIME, secret } from '#functions/gateways/secrets.ts';
import { handler as webhook } from '#functions/webhooks/stripe.ts';
import { startAws } from '#lib/local/aws/aws.ts';
import { localSecret, secretVariables } from '#shared/secret-names.ts';
import { HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { lambdaContext } from '../support/call.ts';

/* Secrets of a stage: which functions read them, how often, and when a function uses a replaced key. */

const OLD = {
  hashKey: 'a'.repeat(64),
  stripeSecretKey: 'sk_test_old',
  stripePublishableKey: 'pk_test_old',
  stripeWebhookSecret: 'whsec_old',
};

let stored: Record<string, unknown> = OLD;
let reads = 0;
let outOfReach = false;
let stage = 0;
let aws: Awaited<ReturnType<typeof startAws>>;

beforeAll(async () => {
  aws = await startAws({
    secrets: () => {
      reads += 1;
      if (outOfReach) throw new Error('out of reach');
      return stored;
    },
    onTextMessage: () => undefined,
    onEvent: () => undefined,
  });
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.url,
    AWS_MAX_ATTEMPTS: '1',
  });
});
afterAll(() => aws.stop());

/** Each test has its own stage, whose secrets no function has read. */
beforeEach(() => {
  stage += 1;
  Object.assign(
    process.env,
    secretVariables((name) => localSecret(name, `stage-${stage}`)),
  );
  process.env.CLOCK_OFFSET_MS = '0';
  [stored, reads, outOfReach] = [OLD, 0, false];
});

const pass = (milliseconds: number) => {
  process.env.CLOCK_OFFSET_MS = String(Number(process.env.CLOCK_OFFSET_MS) + milliseconds);
};
const key = async () => (await secret('stripeKey')).stripeSecretKey;

describe('reading secrets in a function', () => {
  test('happens once for any number of concurrent calls', async () => {
    await Promise.all([key(), key(), key()]);
    await key();
    expect(reads).toBe(1);
  });

  test('picks up a replaced key within five minutes, without a deployment', async () => {
    expect(await key()).toBe('sk_test_old');
    stored = { ...OLD, stripeSecretKey: 'sk_test_new' };
    pass(4 * MINUTE);
    expect(await key()).toBe('sk_test_old');
    pass(MINUTE + SECOND);
    expect(await key()).toBe('sk_test_new');
  });

  test('keeps the known secrets while Secrets Manager is unavailable, with few retries', async () => {
    await key();
    outOfReach = true;
    pass(6 * MINUTE);
    expect(await key()).toBe('sk_test_old');
    const asked = reads;
    expect(await key()).toBe('sk_test_old');
    expect(reads).toBe(asked);
    outOfReach = false;
    stored = { ...OLD, stripeSecretKey: 'sk_test_new' };
    pass(31 * SECOND);
    expect(await key()).toBe('sk_test_new');
  });

  test('fails if the known secrets are too old', async () => {
    await key();
    outOfReach = true;
    pass(HOUR + SECOND);
    await expect(key()).rejects.toThrow();
  });

  test('fails if the secrets are incomplete', async () => {
    stored = { hashKey: 'a'.repeat(64) };
    await expect(key()).rejects.toThrow(/stripeSecretKey/);
  });
});

describe('the webhook handler', () => {
  const deliver = (secret: string) => {
    const body = JSON.stringify({ id: 'evt_1', type: 'customer.updated', data: { object: {} } });
    const timestamp = Math.floor((Date.now() + Number(process.env.CLOCK_OFFSET_MS)) / SECOND);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp,
    });
    const event = { body, isBase64Encoded: false, headers: { 'stripe-signature': signature } };
    return webhook(event as never, lambdaContext() as never).then(({ statusCode }) => statusCode);
  };

  test('accepts a delivery that is signed with a newly stored secret', async () => {
    expect(await deliver('whsec_old')).toBe(200);
    stored = { ...OLD, stripeWebhookSecret: 'whsec_new' };
    pass(RECHECK_TIME + SECOND);
    expect(await deliver('whsec_new')).toBe(200);
  });

  test('accepts both endpoint secrets during a rotation', async () => {
    stored = { ...OLD, stripeConnectWebhookSecret: 'whsec_connected' };
    expect(await deliver('whsec_old')).toBe(200);
    expect(await deliver('whsec_connected')).toBe(200);
  });

  test('does not read the secrets for each forged delivery', async () => {
    await deliver('whsec_old');
    pass(RECHECK_TIME + SECOND);
    for (let nth = 0; nth < 5; nth += 1) expect(await deliver('whsec_forged')).toBe(400);
    expect(reads).toBe(2);
  });

  test('accepts no delivery before its secret is stored, not even with an empty signature', async () => {
    stored = { ...OLD, stripeWebhookSecret: '' };
    const body = '{}';
    const event = { body, isBase64Encoded: false, headers: {} };
    expect((await webhook(event as never, lambdaContext() as never)).statusCode).toBe(400);
    expect(await deliver('')).toBe(400);
  });
});
