import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SignJWT, UnsecuredJWT } from 'jose';
import * as z from 'zod';
import { handler as getStripePublishableKey } from '../../functions/account/getStripePublishableKey.ts';
import { serve } from '../../functions/serve.ts';
import { ACCESS_TOKEN_TIME, type Caller, signAccessToken } from '../../functions/tokens.ts';
import { type Limit, operation, type Who } from '../../shared/api/operation.ts';
import { newId } from '../../shared/ids.ts';
import { REFUSALS, Refusal, type RefusalCode } from '../../shared/refusals.ts';
import { later, MINUTE, SECOND, toSeconds } from '../../shared/time.ts';
import { dollars } from '../../shared/wire.ts';
import { call } from '../support/call.ts';
import { SECRETS, startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** An operation that greets, in the place of any other. */
const greeting = (more: { who?: Who; limits?: Limit[]; name?: string } = {}) =>
  operation({
    name: 'greet',
    method: 'POST',
    who: 'anyone',
    uses: [],
    impact: 'Nobody is greeted.',
    input: z.object({
      name: z.string('Please enter your name').min(1, 'Please enter your name'),
      tip: dollars('Please enter a tip').optional(),
      tags: z.union([z.string(), z.array(z.string())]).optional(),
    }),
    output: z.object({ greeting: z.string() }),
    ...more,
  });

const greet = (more: Parameters<typeof greeting>[0] = {}) =>
  serve(greeting(more), async ({ name, tip }) => ({
    greeting: `Hello ${name}${tip === undefined ? '' : `, ${tip} cents`}`,
  }));

const caller = (more: Partial<Caller> = {}): Caller => ({
  userId: newId(world.now()),
  sessionId: newId(world.now()),
  verified: true,
  plan: 'STARTER',
  ...more,
});

describe('the chain around every operation', () => {
  test('a success carries its status and its output', async () => {
    const answer = await call(getStripePublishableKey, {}, { method: 'GET' });
    expect(answer.http).toBe(200);
    expect(answer.body).toEqual({
      status: 'SUCCESS',
      publishableKey: 'pk_test_local',
      scriptUrl: 'https://js.stripe.com/v3/',
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('who may call', () => {
  const members = greet({ who: 'member' });
  const verified = greet({ who: 'verified' });
  const signedIn = greet({ who: 'signedIn' });
  const input = { name: 'Ada' };
  const tokenOf = (more: Partial<Caller> = {}) => signAccessToken(caller(more), world.now());

  test('anyone may call what is for anyone', async () =>
    expect((await call(greet(), input)).body.greeting).toBe('Hello Ada'));

  test('without a token the answer is UNAUTHENTICATED', async () => {
    for (const handler of [signedIn, verified, members]) {
      const answer = await call(handler, input);
      expect(answer.http).toBe(401);
      expect(answer.body).toEqual({
        status: 'UNAUTHENTICATED',
        message: 'Please sign in to go on.',
      });
    }
  });

  test('an expired token is no token', async () => {
    const token = await signAccessToken(caller(), later(world.now(), -ACCESS_TOKEN_TIME - SECOND));
    expect((await call(signedIn, input, { token })).body.status).toBe('UNAUTHENTICATED');
    const fresh = await signAccessToken(caller(), later(world.now(), -ACCESS_TOKEN_TIME + MINUTE));
    expect((await call(signedIn, input, { token: fresh })).http).toBe(200);
  });

  test('a forged token is no token', async () => {
    const { userId, sessionId: sid, verified: v, plan } = caller();
    const claims = { sub: userId, sid, verified: v, plan, exp: toSeconds(world.now()) + 600 };
    const signed = (key: string, alg = 'HS256') =>
      new SignJWT(claims).setProtectedHeader({ alg }).sign(Buffer.from(key, 'base64'));
    const good = await signed(SECRETS.tokenKey);
    expect((await call(signedIn, input, { token: good })).http).toBe(200);
    const [header, , signature] = good.split('.');
    const raised = Buffer.from(JSON.stringify({ ...claims, sub: 'another' })).toString('base64url');
    const forged = [
      await signed(Buffer.alloc(32, 7).toString('base64')),
      await signed(SECRETS.tokenKey, 'HS512'),
      new UnsecuredJWT(claims).encode(),
      `${header}.${raised}.${signature}`,
      'nonsense',
    ];
    for (const token of forged)
      expect((await call(signedIn, input, { token })).body.status).toBe('UNAUTHENTICATED');
  });

  test('a token that says less than it must is no token', async () => {
    const key = Buffer.from(SECRETS.tokenKey, 'base64');
    const token = await new SignJWT({ sub: 'somebody', exp: toSeconds(world.now()) + 600 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
    expect((await call(signedIn, input, { token })).body.status).toBe('UNAUTHENTICATED');
  });

  test('whose phone is not confirmed may do what is for those signed in, and no more', async () => {
    const token = await tokenOf({ verified: false });
    expect((await call(signedIn, input, { token })).http).toBe(200);
    for (const handler of [verified, members]) {
      const answer = await call(handler, input, { token });
      expect(answer.http).toBe(403);
      expect(answer.body.status).toBe('UNVERIFIED');
    }
  });

  test.each(['NONE', 'FREE'] as const)('the plan %s is asked for a better one', async (plan) => {
    const token = await tokenOf({ plan });
    expect((await call(verified, input, { token })).http).toBe(200);
    const answer = await call(members, input, { token });
    expect(answer.http).toBe(403);
    expect(answer.body.status).toBe('PLAN_REQUIRED');
  });

  test.each(['STARTER', 'PROFESSIONAL'] as const)('the plan %s is enough', async (plan) =>
    expect((await call(members, input, { token: await tokenOf({ plan }) })).http).toBe(200),
  );
});

describe('limits', () => {
  // Windows are fixed minutes: a test that begins with one does not run into the next.
  beforeEach(() => world.advance(MINUTE - (world.now() % MINUTE)));

  const minute = (per: Limit['per'], max = 2): Limit => ({ per, max, within: 60 });

  test('per address, and the answer says for how long', async () => {
    const handler = greet({ name: 'limitedByAddress', limits: [minute('address')] });
    const from = (address: string) => call(handler, { name: 'Ada' }, { address });
    await from('192.0.2.10');
    expect((await from('192.0.2.10')).http).toBe(200);
    const over = await from('192.0.2.10');
    expect(over.http).toBe(429);
    expect(over.body).toEqual({
      status: 'TOO_MANY_REQUESTS',
      message: REFUSALS.TOO_MANY_REQUESTS.sentence,
    });
    const wait = Number(over.headers['retry-after']);
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await from('192.0.2.11')).http).toBe(200);
    world.advance(wait * SECOND);
    expect((await from('192.0.2.10')).http).toBe(200);
  });

  test('per caller, wherever they call from', async () => {
    const handler = greet({ who: 'signedIn', name: 'byCaller', limits: [minute('caller')] });
    const token = await signAccessToken(caller(), world.now());
    const other = await signAccessToken(caller(), world.now());
    const from = (address: string, bearer = token) =>
      call(handler, { name: 'Ada' }, { address, token: bearer });
    await from('192.0.2.20');
    await from('192.0.2.21');
    expect((await from('192.0.2.22')).body.status).toBe('TOO_MANY_REQUESTS');
    expect((await from('192.0.2.22', other)).http).toBe(200);
  });

  test('per value of a field, however it is written', async () => {
    const handler = greet({ name: 'byField', limits: [minute({ field: 'name' })] });
    await call(handler, { name: 'Ada' }, { address: '192.0.2.30' });
    await call(handler, { name: ' ada ' }, { address: '192.0.2.31', json: true });
    const over = await call(handler, { name: 'ADA' }, { address: '192.0.2.32' });
    expect(over.body.status).toBe('TOO_MANY_REQUESTS');
    expect((await call(handler, { name: 'Grace' })).http).toBe(200);
  });

  test('per value of a field from one address: a stranger elsewhere locks nobody out', async () => {
    const perName = minute({ field: 'name', from: 'address' });
    const handler = greet({ name: 'byFieldAndAddress', limits: [perName] });
    const from = (address: string) => call(handler, { name: 'Ada' }, { address });
    await from('192.0.2.33');
    await from('192.0.2.33');
    expect((await from('192.0.2.33')).body.status).toBe('TOO_MANY_REQUESTS');
    expect((await from('192.0.2.34')).http).toBe(200);
  });

  test('of many calls at once no more get through', async () => {
    const handler = greet({ name: 'atOnce', limits: [minute('address', 5)] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(handler, { name: 'Ada' })),
    );
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(5);
  });

  test('each operation counts for itself', async () => {
    const one = greet({ name: 'oneOfTwo', limits: [minute('address', 1)] });
    const other = greet({ name: 'otherOfTwo', limits: [minute('address', 1)] });
    expect((await call(one, { name: 'Ada' })).http).toBe(200);
    expect((await call(other, { name: 'Ada' })).http).toBe(200);
  });

  test('a token that is not good does not use up its owner’s calls', async () => {
    const handler = greet({ who: 'signedIn', name: 'noToken', limits: [minute('caller', 1)] });
    await call(handler, { name: 'Ada' });
    const token = await signAccessToken(caller(), world.now());
    expect((await call(handler, { name: 'Ada' }, { token })).http).toBe(200);
  });
});

describe('reading the input', () => {
  const handler = greet();

  test('a form and JSON say the same', async () => {
    const input = { name: 'Ada & Grace', tip: '8.50' };
    for (const json of [false, true])
      expect((await call(handler, input, { json })).body.greeting).toBe(
        'Hello Ada & Grace, 850 cents',
      );
  });

  test('each field that breaks a rule has its own sentence, and the first is the message', async () => {
    const answer = await call(handler, { tip: 'much' });
    expect(answer.http).toBe(400);
    expect(answer.body).toEqual({
      status: 'INVALID_INPUT',
      message: 'Please enter your name',
      fields: { name: 'Please enter your name', tip: 'Please enter a tip' },
    });
  });

  test.each(['{', '[]', '"text"', 'null', '12'])(
    'the body %s is not a JSON object',
    async (rawBody) => {
      const answer = await call(handler, {}, { json: true, rawBody });
      expect(answer.http).toBe(400);
      expect(answer.body).toEqual({
        status: 'INVALID_INPUT',
        message: 'The body is not a JSON object.',
      });
    },
  );

  test('an empty body is an empty input', async () => {
    for (const json of [false, true])
      expect((await call(handler, {}, { json, rawBody: '' })).body.fields).toEqual({
        name: 'Please enter your name',
      });
  });

  test('a repeated key is a list, and no field takes one by accident', async () => {
    const list = await call(handler, { name: 'Ada', tags: ['a', 'b'] });
    expect(list.http).toBe(200);
    const twice = await call(handler, { name: ['Ada', 'Grace'] });
    expect(twice.body.fields).toEqual({ name: 'Please enter your name' });
  });

  test('fields that nobody asked for are dropped', async () => {
    const seen: object[] = [];
    const curious = serve(greeting(), async (input) => {
      seen.push(input);
      return { greeting: 'Hello' };
    });
    await call(curious, { name: 'Ada', admin: 'true', __proto__: 'x' });
    expect(seen).toEqual([{ name: 'Ada' }]);
  });

  test('a wrong input is refused after who is calling was asked', async () => {
    const answer = await call(greet({ who: 'signedIn' }), {});
    expect(answer.body.status).toBe('UNAUTHENTICATED');
  });
});

describe('what goes wrong', () => {
  const failing = (fault: () => Error) =>
    serve(greeting(), async () => {
      throw fault();
    });

  test.each(Object.keys(REFUSALS) as RefusalCode[])(
    '%s has its HTTP status and a sentence',
    async (code) => {
      const answer = await call(
        failing(() => new Refusal(code)),
        { name: 'Ada' },
      );
      expect(answer.http).toBe(REFUSALS[code].http);
      expect(answer.body).toEqual({ status: code, message: REFUSALS[code].sentence });
    },
  );

  test('a refusal carries its fields, its details and its wait', async () => {
    const refusal = new Refusal('PRICE_CHANGED', {
      message: 'Now $9.00',
      fields: { price: 'changed' },
      details: { price: 9 },
      retryAfter: 7,
    });
    const answer = await call(
      failing(() => refusal),
      { name: 'Ada' },
    );
    expect(answer.body).toEqual({
      status: 'PRICE_CHANGED',
      message: 'Now $9.00',
      fields: { price: 'changed' },
      price: 9,
    });
    expect(answer.headers['retry-after']).toBe('7');
  });

  test('a fault says nothing about itself but the request it was', async () => {
    const answer = await call(
      failing(() => new TypeError('secret at table.ts:12')),
      { name: 'Ada' },
    );
    expect(answer.http).toBe(500);
    expect(answer.body).toEqual({
      status: 'INTERNAL',
      message: REFUSALS.INTERNAL.sentence,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(JSON.stringify(answer)).not.toMatch(/secret|table\.ts|TypeError/);
  });

  test('an output that breaks its own definition is a fault, not an answer', async () => {
    const wrong = serve(greeting(), async () => ({ greeting: 12 as unknown as string }));
    const answer = await call(wrong, { name: 'Ada' });
    expect(answer.body.status).toBe('INTERNAL');
    expect(JSON.stringify(answer.body)).not.toContain('expected');
  });

  test('what the definition does not name does not leave the house', async () => {
    const generous = serve(greeting(), async () => ({
      greeting: 'Hello',
      passwordHash: 'scrypt$…',
    }));
    expect((await call(generous, { name: 'Ada' })).body).toEqual({
      status: 'SUCCESS',
      greeting: 'Hello',
    });
  });
});

describe('behind the CDN', () => {
  const limited = greet({ name: 'behindCdn', limits: [{ per: 'address', max: 1, within: 60 }] });
  const through = (headers: Record<string, string>) => call(limited, { name: 'Ada' }, { headers });

  beforeAll(() => {
    process.env.ORIGIN_KEY = 'the-key';
  });
  afterAll(() => {
    delete process.env.ORIGIN_KEY;
  });

  test('a call around it is refused', async () => {
    for (const key of ['', 'guessed']) {
      const answer = await through(key ? { 'x-origin-key': key } : {});
      expect(answer.http).toBe(403);
      expect(answer.body.status).toBe('FORBIDDEN');
    }
  });

  test('the address is the one the CDN saw', async () => {
    const viewer = (address: string) =>
      through({ 'x-origin-key': 'the-key', 'x-viewer-address': address });
    expect((await viewer('198.51.100.7')).http).toBe(200);
    expect((await viewer('198.51.100.7')).body.status).toBe('TOO_MANY_REQUESTS');
    expect((await viewer('198.51.100.8')).http).toBe(200);
    expect((await viewer('2001:db8::7')).http).toBe(200);
    expect((await viewer('2001:db8::7')).body.status).toBe('TOO_MANY_REQUESTS');
  });
});

test('without the CDN its headers are not believed', async () => {
  const handler = greet({ name: 'noCdn', limits: [{ per: 'address', max: 1, within: 60 }] });
  const pretending = (address: string) =>
    call(handler, { name: 'Ada' }, { headers: { 'x-viewer-address': address } });
  expect((await pretending('198.51.100.1')).http).toBe(200);
  expect((await pretending('198.51.100.2')).body.status).toBe('TOO_MANY_REQUESTS');
});
