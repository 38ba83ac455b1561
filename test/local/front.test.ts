import { describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { visitorOver } from '../support/client.ts';
import { productOfFile } from './product-of-file.ts';

const local = productOfFile({ seed: false });

const ask = (path: string, init?: RequestInit) => fetch(`${local.url}${path}`, init);

describe('the local HTTP server', () => {
  test('routes an operation and returns a request id', async () => {
    const answer = await ask('/api/getStripePublishableKey');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(await answer.json()).toMatchObject({
      status: 'SUCCESS',
      scriptUrl: '/_local/stripe-js/v3.js',
    });
  });

  test.each([
    ['an unknown operation', '/api/nothing', 'GET'],
    ['a known one by the wrong method', '/api/getStripePublishableKey', 'POST'],
  ])('responds to %s as the API contract requires', async (_, path, method) => {
    const answer = await ask(path, { method });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ status: 'NOT_FOUND' });
  });

  test('passes form fields with accents to the function', async () => {
    const answer = await responseTo(visitorOver(local.url).asksForUsername('zoë'));
    expect(answer.body.fields.username).toBe(
      'A username has letters, digits, underscores and dots only',
    );
  });

  test('has a support account even if nothing is seeded', async () => {
    const answer = await ask('/api/viewUserProfile?username=support');
    expect((await answer.json()).data[0].fullName).toBe('ReplyPaid Support');
  });

  test.each(['127.0.0.1', 'localhost'])(
    'answers what a site may show of a profile at %s',
    async (host) => {
      const profile = `${local.url.replace('127.0.0.1', host)}/support`;
      const answer = await ask(`/oembed?${new URLSearchParams({ url: profile })}`);
      expect(answer.status).toBe(200);
      expect((await answer.json()).title).toBe('ReplyPaid Support (@support)');
    },
  );

  test('refuses a body over 6 MB', async () => {
    const answer = await ask('/api/doesUsernameExist', {
      method: 'POST',
      body: 'x'.repeat(6 * 1024 * 1024 + 1),
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ status: 'INVALID_INPUT' });
  });

  test('serves the emulated Stripe.js with its API on the same origin', async () => {
    const script = await ask('/_local/stripe-js/v3.js');
    expect(script.headers.get('content-type')).toContain('javascript');
    const api = await ask('/_local/stripe-api/v1/payment_intents/pi_none');
    expect([api.status, (await api.json()).error.type]).toEqual([401, 'invalid_request_error']);
  });

  test.each(['/media/%', '/media/none.png', '/media/..%2f..%2fworld.json', '/media/%00'])(
    'serves no picture at %s',
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ status: 'NOT_FOUND' });
    },
  );

  test('serves an uploaded picture with a policy that forbids scripts', async () => {
    const { PutObjectCommand, GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
    const s3 = new S3Client({ region: 'us-east-1', maxAttempts: 1 });
    const place = { Bucket: 'media', Key: 'avatars/ö 1.svg' };
    await s3.send(new PutObjectCommand({ ...place, Body: '<svg/>', ContentType: 'image/svg+xml' }));
    const read = await s3.send(new GetObjectCommand(place));
    expect(await read.Body?.transformToString()).toBe('<svg/>');
    const shown = await ask(`/media/${encodeURIComponent('avatars/ö 1.svg')}`);
    expect(shown.headers.get('content-type')).toBe('image/svg+xml');
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    await expect(s3.send(new GetObjectCommand({ ...place, Key: 'none' }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    s3.destroy();
  });
});

describe('the control endpoints', () => {
  test('let the next request to Stripe fail, and refuse an unknown kind of fault', async () => {
    const inject = (kind: string) =>
      ask('/_local/stripe/faults', { method: 'POST', body: `kind=${kind}` });
    expect((await inject('earthquake')).status).toBe(400);
    expect((await inject('status-500')).status).toBe(200);
    const { STRIPE_API_BASE } = process.env;
    const statuses = [
      await fetch(`${STRIPE_API_BASE}/v1/prices`),
      await fetch(`${STRIPE_API_BASE}/v1/prices`),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([500, 401]);
  });

  test('refuse a request of another site to advance the clock', async () => {
    const answer = await ask('/_local/clock', {
      method: 'POST',
      headers: { origin: 'https://elsewhere.test' },
      body: 'advanceSeconds=60',
    });
    expect(answer.status).toBe(403);
  });

  test('advance the clock of all local services', async () => {
    const before = Date.parse((await (await ask('/_local/clock')).json()).now);
    const answer = await ask('/_local/clock', { method: 'POST', body: 'advanceSeconds=7200' });
    const { now } = await answer.json();
    expect(Date.parse(now) - before).toBeGreaterThanOrEqual(7_200_000);
    expect(Date.parse((await ask('/_local/health')).headers.get('date') ?? '')).toBeGreaterThan(
      before + 7_100_000,
    );
  });

  test('refuse an invalid number of seconds with the name of the field', async () => {
    const asJson = (advanceSeconds: unknown) => ({
      body: JSON.stringify({ advanceSeconds }),
      headers: { 'content-type': 'application/json' },
    });
    const forms = ['advanceSeconds=-1', 'advanceSeconds=', 'advanceSeconds=soon', ''];
    const odd = [null, true, [5], {}, '', 1e300];
    for (const request of [...forms.map((body) => ({ body })), ...odd.map(asJson)]) {
      const answer = await ask('/_local/clock', { method: 'POST', ...request });
      expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([
        400,
        ['advanceSeconds'],
      ]);
    }
  });

  test('run a schedule by its name, and answer 404 for an unknown one', async () => {
    const run = (name: string) => ask(`/_local/schedules/${name}/run`, { method: 'POST' });
    expect((await run('expireConversations')).status).toBe(200);
    for (const name of ['makeCoffee', 'toString', '__proto__'])
      expect((await run(name)).status).toBe(404);
    expect((await ask('/_local/stripe-js/constructor')).status).toBe(404);
  });

  test('show a ledger that sums to zero and no payments if nothing is seeded', async () => {
    const { data } = await (await ask('/_local/ledger')).json();
    expect(data.every(({ balance }: { balance: number }) => balance === 0)).toBe(true);
    expect(await (await ask('/_local/stripe/paymentIntents')).json()).toEqual({
      status: 'SUCCESS',
      data: [],
    });
    expect((await ask('/_local/stripe/nonsense')).status).toBe(404);
  });
});
