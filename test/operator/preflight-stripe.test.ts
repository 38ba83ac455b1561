import { beforeEach, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { checkStripeAccount } from '#lib/operator/preflight-stripe.ts';
import { tryStripe } from '#lib/operator/stripe-trials.ts';
import { readStageSettings } from '#lib/settings.ts';
import { DAY, SECOND } from '#shared/time.ts';
import { ACCOUNT_EVENTS, CONNECTED_EVENTS } from '#shared/webhook-events.ts';

/* npm run preflight: checks whether a Stripe account is ready for a stage. */

const DOMAIN = { name: 'letters.example.org', hostedZoneId: 'Z0123456789' };
const SETTINGS = { ...readStageSettings('example'), stage: 'trial', domain: DOMAIN };
const NOW = Date.UTC(2027, 0, 5, 12);
const list = (...data: object[]) => ({ object: 'list', data, has_more: false });

const endpoint = (kind: string, events: readonly string[]) => ({
  id: `we_${kind}`,
  api_version: Stripe.API_VERSION,
  enabled_events: events,
  metadata: { replypaid: kind, replypaid_stage: 'trial' },
  status: 'enabled',
  url: 'https://letters.example.org/webhooks/stripe',
});
const ACCOUNT_ENDPOINT = endpoint('account', ACCOUNT_EVENTS);
const CONNECTED_ENDPOINT = endpoint('connected', CONNECTED_EVENTS);

const OWN_ACCOUNT = {
  id: 'acct_1',
  charges_enabled: true,
  capabilities: { card_payments: 'active' },
  default_currency: 'usd',
  settings: { payouts: { schedule: { interval: 'manual' } } },
};

const WALLET_DOMAIN = {
  domain_name: DOMAIN.name,
  enabled: true,
  apple_pay: { status: 'active' },
  google_pay: { status: 'active' },
  link: { status: 'active' },
};
const UNVERIFIED = { status: 'inactive', status_details: { error_message: 'No file was found.' } };

const READY = {
  'GET /v1/payment_method_domains': list(WALLET_DOMAIN),
  'GET /v1/account': OWN_ACCOUNT,
  'GET /v1/webhook_endpoints': list(ACCOUNT_ENDPOINT, CONNECTED_ENDPOINT),
  'GET /v1/events': list(),
  'GET /v1/radar/early_fraud_warnings': list(),
  'GET /v1/balance': {},
  'POST /v1/payment_intents': heldUntil(7),
  'POST /v1/payment_intents/pi_1/cancel': {},
  'POST /v1/accounts': { id: 'acct_2' },
  'DELETE /v1/accounts/acct_2': {},
};

function heldUntil(days: number) {
  const card = { capture_before: 1_000 + days * 24 * 60 * 60 };
  return { id: 'pi_1', latest_charge: { created: 1_000, payment_method_details: { card } } };
}

const refusal = (status: number, message: string) => ({
  status,
  error: { type: 'invalid_request_error', message },
});

/** The responses of Stripe by request, and the requests that change something, in order. */
let answers: Record<string, object>;
let changes: string[];
let queries: Record<string, Readonly<Record<string, string>>>;
let clock: number;

const stripe = new Stripe('sk_test_1', {
  maxNetworkRetries: 0,
  httpClient: Stripe.createFetchHttpClient(async (address, init) => {
    const { pathname, searchParams } = new URL(String(address));
    const asked = `${init?.method} ${pathname}`;
    queries[asked] = Object.fromEntries(searchParams);
    if (!asked.startsWith('GET')) changes.push(asked);
    const answer = answers[asked] ?? refusal(404, `no answer to ${asked}`);
    const { status = 200 } = answer as { status?: unknown };
    const headers = { date: new Date(clock).toUTCString() };
    return Response.json(answer, { status: typeof status === 'number' ? status : 200, headers });
  }),
});

beforeEach(() => {
  answers = { ...READY };
  changes = [];
  queries = {};
  clock = NOW;
});

const check = () => checkStripeAccount(stripe, SETTINGS, () => NOW);
const found = async (name: string) => (await check()).find((one) => one.name === name);

describe('the preflight check of a Stripe account', () => {
  test('succeeds for a ready account, and changes nothing', async () => {
    expect((await check()).filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(changes).toEqual([]);
    expect(queries['GET /v1/events']).toEqual({
      'created[gte]': String((NOW - 3 * DAY) / SECOND),
      delivery_success: 'false',
      limit: '100',
    });
  });

  test.each([
    [
      'Stripe account',
      'GET /v1/account',
      { ...OWN_ACCOUNT, charges_enabled: false },
      /does not let acct_1 charge cards yet/,
    ],
    [
      'Stripe account',
      'GET /v1/account',
      { ...OWN_ACCOUNT, capabilities: { card_payments: 'pending' } },
      /does not let acct_1 charge cards yet/,
    ],
    [
      'Stripe account',
      'GET /v1/account',
      { ...OWN_ACCOUNT, default_currency: 'eur' },
      /settles in eur/,
    ],
    [
      'Stripe payouts',
      'GET /v1/account',
      { ...OWN_ACCOUNT, settings: { payouts: { schedule: { interval: 'daily' } } } },
      /pays the balance out to your bank \(daily\)/,
    ],
    [
      'Stripe webhooks',
      'GET /v1/webhook_endpoints',
      list(ACCOUNT_ENDPOINT),
      /none gets the events of connected accounts: npm run webhooks -- --stage trial$/,
    ],
    [
      'Stripe webhooks',
      'GET /v1/webhook_endpoints',
      list({ ...ACCOUNT_ENDPOINT, api_version: '2020-08-27' }, CONNECTED_ENDPOINT),
      /we_account sends version 2020-08-27/,
    ],
    [
      'Stripe webhooks',
      'GET /v1/webhook_endpoints',
      list({ ...ACCOUNT_ENDPOINT, status: 'disabled' }, CONNECTED_ENDPOINT),
      /we_account is disabled/,
    ],
    [
      'Stripe webhooks',
      'GET /v1/webhook_endpoints',
      list({ ...ACCOUNT_ENDPOINT, enabled_events: ACCOUNT_EVENTS.slice(1) }, CONNECTED_ENDPOINT),
      /we_account does not get payment_intent.amount_capturable_updated/,
    ],
    ['Wallets', 'GET /v1/payment_method_domains', list(), /^letters.example.org is not registered/],
    [
      'Wallets',
      'GET /v1/payment_method_domains',
      list({ ...WALLET_DOMAIN, apple_pay: UNVERIFIED }),
      /^Apple Pay \(No file was found\.\) is not active on letters\.example\.org/,
    ],
    [
      'Stripe events',
      'GET /v1/events',
      list({ type: 'refund.failed' }, { type: 'refund.failed' }),
      /^2 events of the last 3 days are not delivered \(refund.failed\)/,
    ],
    [
      'Fraud warnings',
      'GET /v1/radar/early_fraud_warnings',
      refusal(400, 'Radar is off.'),
      /The check failed: Radar is off/,
    ],
  ])('says what to do: %s (%s)', async (name, asked, answer, line) => {
    answers[asked] = answer;
    expect(await found(name)).toMatchObject({
      state: 'missing',
      line: expect.stringMatching(line),
    });
  });

  test('finds an endpoint that sends to another address than the domain of the stage', async () => {
    const domain = { name: 'post.example.org', hostedZoneId: 'Z0123456789' };
    const findings = await checkStripeAccount(stripe, { ...SETTINGS, domain }, () => NOW);
    expect(findings.find(({ name }) => name === 'Stripe webhooks')?.line).toContain(
      'we_account sends to https://letters.example.org/webhooks/stripe',
    );
  });

  test('does not check wallets of a stage without a domain of its own', async () => {
    const findings = await checkStripeAccount(
      stripe,
      { ...SETTINGS, domain: undefined },
      () => NOW,
    );
    expect(findings.find(({ name }) => name === 'Wallets')).toMatchObject({ state: 'not tried' });
  });

  test('does not miss endpoints before the first deployment', async () => {
    answers['GET /v1/webhook_endpoints'] = list({ ...ACCOUNT_ENDPOINT, metadata: {} });
    expect(await found('Stripe webhooks')).toMatchObject({ state: 'not tried' });
  });

  test.each([
    ['behind', 31_000],
    ['ahead of', -31_000],
  ])('reports a clock that is %s Stripe’s', async (where, milliseconds) => {
    clock = NOW + milliseconds;
    expect(await found('Clock')).toMatchObject({
      state: 'missing',
      line: expect.stringContaining(`31 s ${where} Stripe's`),
    });
  });

  test('names what a restricted key may not read', async () => {
    answers['GET /v1/account'] = refusal(403, 'The key lacks a permission.');
    expect(await found('Stripe payouts')).toMatchObject({
      state: 'not tried',
      line: expect.stringContaining('The key lacks a permission.'),
    });
  });
});

describe('the trial requests to a Stripe account', () => {
  test('make a hold and a Connect account, and end both at once', async () => {
    expect(await tryStripe(stripe, false)).toMatchObject([
      { name: 'Hold', state: 'ok', line: expect.stringContaining('lasts 7.0 days') },
      { name: 'Connect', state: 'ok' },
    ]);
    expect(changes).toEqual([
      'POST /v1/payment_intents',
      'POST /v1/payment_intents/pi_1/cancel',
      'POST /v1/accounts',
      'DELETE /v1/accounts/acct_2',
    ]);
  });

  test.each([
    ['that is too short', heldUntil(2), /lasts 2.0 days/],
    ['without an end', { id: 'pi_1', latest_charge: { created: 1 } }, /does not say how long/],
  ])('may be a hold %s', async (_what, answer, line) => {
    answers['POST /v1/payment_intents'] = answer;
    expect((await tryStripe(stripe, false))[0]).toMatchObject({
      state: 'missing',
      line: expect.stringMatching(line),
    });
    expect(changes).toContain('POST /v1/payment_intents/pi_1/cancel');
  });

  test('may be that Connect is off', async () => {
    answers['POST /v1/accounts'] = refusal(400, 'You have not signed up for Connect.');
    expect((await tryStripe(stripe, false))[1]).toMatchObject({
      state: 'missing',
      line: expect.stringContaining('signed up for Connect'),
    });
  });

  test('is not tried with live keys', async () => {
    expect((await tryStripe(stripe, true)).map(({ state }) => state)).toEqual([
      'not tried',
      'not tried',
    ]);
    expect(changes).toEqual([]);
  });
});
