import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SignJWT, UnsecuredJWT } from 'jose';
import { handler as getStripePublishableKey } from '../../../functions/account/getStripePublishableKey.ts';
import { serve } from '../../../functions/serve.ts';
import { ACCESS_TOKEN_TIME, type Caller, signAccessToken } from '../../../functions/tokens.ts';
import { later, MINUTE, SECOND, toSeconds } from '../../../shared/time.ts';
import { call } from '../../support/call.ts';
import { callerAt, greet, greeting } from '../../support/greeting.ts';
import { SECRETS, startWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const caller = (more: Partial<Caller> = {}) => callerAt(world.now(), more);

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

  test('who is known where that is asked for is whom a good token names, and nobody is refused', async () => {
    const seen: (string | undefined)[] = [];
    const knowing = serve(
      { ...greeting(), knowsCaller: true },
      async (_input, { caller: known }) => {
        seen.push(known?.userId);
        return { greeting: 'Hello' };
      },
    );
    const ada = caller({ verified: false, plan: 'NONE' });
    const expired = later(world.now(), -ACCESS_TOKEN_TIME - SECOND);
    for (const token of [
      await signAccessToken(ada, world.now()),
      await signAccessToken(ada, expired),
      'nonsense',
      undefined,
    ])
      expect((await call(knowing, input, { token })).http).toBe(200);
    expect(seen).toEqual([ada.userId, undefined, undefined, undefined]);
  });

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
