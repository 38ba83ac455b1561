import { describe, expect, test } from '@jest/globals';
import { importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import { ACCESS_TOKEN_TIME, type Caller, readAppealToken } from '#functions/auth/tokens.ts';
import { newSigningKey, publicKeysOf } from '#functions/gateways/signing-keys.ts';
import { serve } from '#functions/serve.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { later, MINUTE, SECOND, toSeconds } from '#shared/time.ts';
import { call } from '../../support/call.ts';
import { callerAt, greet, greeting } from '../../support/greeting.ts';
import { visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SECRETS, SETTINGS } from '../../support/world.ts';

const world = worldOfFile();

const caller = (more: Partial<Caller> = {}) => callerAt(world.now(), more);

describe('an operation', () => {
  test('that succeeds returns its status and its output', async () => {
    const answer = await responseTo(visitor().calls('getStripePublishableKey'));
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

describe('the caller of an operation', () => {
  const members = greet({ who: 'member' });
  const verified = greet({ who: 'verified' });
  const signedIn = greet({ who: 'signedIn' });
  const input = { name: 'Ada' };
  const tokenOf = (more: Partial<Caller> = {}) => signAccessToken(caller(more), world.now());

  test('has Idempotency-Keys of their own, and whoever is not signed in shares theirs', async () => {
    const keyOf = async (who: 'anyone' | 'signedIn', userId: string) => {
      const keyed = serve(
        { ...greeting({ who, name: 'greetOnce' }), idempotent: 'byKey' },
        async (_input, call) => ({ greeting: `${call.keyed?.callerId} ${call.keyed?.key}` }),
      );
      const token = await tokenOf({ userId });
      const headers = { 'idempotency-key': 'k' };
      return (await call(keyed, input, { token, headers })).body.greeting;
    };
    const [ana, ben] = [caller().userId, caller().userId];
    expect(await keyOf('signedIn', ana)).toBe(`${ana} k`);
    expect(await keyOf('signedIn', ben)).toBe(`${ben} k`);
    expect(await keyOf('anyone', ana)).toBe('anyone k');
  });

  test('has a fingerprint for a key that differs between two operations with the same input, and not between two names of one', async () => {
    const fingerprintAt = async (name: string, aliasOf?: string) => {
      const keyed = serve(
        { ...greeting({ name }), idempotent: 'byKey', ...(aliasOf && { aliasOf }) },
        async (_input, call) => ({ greeting: `${call.keyed?.fingerprint}` }),
      );
      return (await call(keyed, input, { headers: { 'idempotency-key': 'k' } })).body.greeting;
    };
    const greeted = await fingerprintAt('greetOnce');
    expect(await fingerprintAt('thankOnce')).not.toBe(greeted);
    expect(await fingerprintAt('welcomeOnce', 'greetOnce')).toBe(greeted);
  });

  test('may be anyone if the operation is public', async () =>
    expect((await call(greet(), input)).body.greeting).toBe('Hello Ada'));

  test('is identified by a valid token if the token is optional, and never refused', async () => {
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

  test('without a token is UNAUTHENTICATED', async () => {
    for (const handler of [signedIn, verified, members]) {
      const answer = await call(handler, input);
      expect(answer.http).toBe(401);
      expect(answer.body).toEqual({
        status: 'UNAUTHENTICATED',
        message: 'Please sign in to continue.',
      });
    }
  });

  test('with an expired token is treated as without one', async () => {
    const token = await signAccessToken(caller(), later(world.now(), -ACCESS_TOKEN_TIME - SECOND));
    expect((await call(signedIn, input, { token })).body.status).toBe('UNAUTHENTICATED');
    const fresh = await signAccessToken(caller(), later(world.now(), -ACCESS_TOKEN_TIME + MINUTE));
    expect((await call(signedIn, input, { token: fresh })).http).toBe(200);
  });

  const [ours] = SECRETS.signingKeys;
  type Made = { alg?: string; kid?: string; key?: Parameters<SignJWT['sign']>[0]; claims?: object };
  /** A valid token except for the given changes. */
  const made = async ({ alg = 'EdDSA', kid = '1', key, claims = {} }: Made = {}) => {
    const { userId, sessionId: sid, verified: v, plan } = caller();
    const exp = toSeconds(world.now()) + 600;
    const { origin } = SETTINGS;
    const payload = { sub: userId, sid, verified: v, plan, exp, iss: origin, aud: `${origin}/api` };
    return new SignJWT({ ...payload, ...claims })
      .setProtectedHeader({ alg, kid })
      .sign(key ?? (await importJWK(ours as JWK, 'EdDSA')));
  };
  const refused = async (token: string) =>
    expect((await call(signedIn, input, { token })).body.status).toBe('UNAUTHENTICATED');

  test('with a forged token is treated as without one', async () => {
    const good = await made();
    expect((await call(signedIn, input, { token: good })).http).toBe(200);
    const [header, body = '', signature] = good.split('.');
    const says = JSON.parse(Buffer.from(body, 'base64url').toString());
    const raised = Buffer.from(JSON.stringify({ ...says, sub: 'another' })).toString('base64url');
    const another = await importJWK(newSigningKey('1'), 'EdDSA');
    const keys = process.env.TOKEN_PUBLIC_KEYS ?? '';
    const publicX = Buffer.from(ours?.x ?? '', 'base64url');
    for (const token of [
      await made({ key: another }),
      await made({ kid: '2' }),
      await made({ kid: '' }),
      // The public key, used as an HMAC secret (algorithm confusion).
      await made({ alg: 'HS256', key: publicX }),
      await made({ alg: 'HS256', key: Buffer.from(keys) }),
      await made({ alg: 'HS512', key: Buffer.from(SECRETS.hashKey) }),
      new UnsecuredJWT(says).encode(),
      `${header}.${raised}.${signature}`,
      `${header}.${body}.`,
      'nonsense',
    ])
      await refused(token);
  });

  test.each([
    ['no expiry', { exp: undefined }],
    ['another issuer', { iss: 'https://another.test' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'https://another.test/api' }],
    ['no audience', { aud: undefined }],
    ['no account', { sub: undefined }],
    ['no session', { sid: undefined }],
    ['no plan', { plan: undefined }],
    ['a start in the future', { nbf: 32_503_680_000 }],
  ])(
    'is treated as not signed in if the token has %s, although our key signed it',
    async (_what, claims) => refused(await made({ claims })),
  );

  test('may appeal with a token for that, which expires and has our issuer', async () => {
    const aud = `${SETTINGS.origin}/appeal`;
    const sub = caller().userId;
    const reader = async (claims: object) =>
      readAppealToken(await made({ claims: { sub, aud, ...claims } }), world.now());
    expect(await reader({})).toBe(sub);
    for (const wrong of [
      { exp: undefined },
      { exp: toSeconds(world.now()) },
      { aud: `${SETTINGS.origin}/api` },
      { iss: 'https://another.test' },
    ])
      expect(await reader(wrong)).toBeUndefined();
  });

  test('is accepted with tokens of both keys during a rotation, and of the new key after it', async () => {
    const before = process.env.TOKEN_PUBLIC_KEYS;
    const next = newSigningKey('2');
    const fresh = await made({ kid: '2', key: await importJWK(next, 'EdDSA') });
    const old = await made();
    try {
      process.env.TOKEN_PUBLIC_KEYS = publicKeysOf([...SECRETS.signingKeys, next]);
      for (const token of [old, fresh])
        expect((await call(signedIn, input, { token })).http).toBe(200);
      process.env.TOKEN_PUBLIC_KEYS = publicKeysOf([next]);
      expect((await call(signedIn, input, { token: fresh })).http).toBe(200);
      await refused(old);
    } finally {
      process.env.TOKEN_PUBLIC_KEYS = before;
    }
  });

  test('with an unconfirmed phone may call operations for signed-in callers only', async () => {
    const token = await tokenOf({ verified: false });
    expect((await call(signedIn, input, { token })).http).toBe(200);
    for (const handler of [verified, members]) {
      const answer = await call(handler, input, { token });
      expect(answer.http).toBe(403);
      expect(answer.body.status).toBe('UNVERIFIED');
    }
  });

  test.each(['NONE', 'FREE'] as const)('with the plan %s gets PLAN_REQUIRED', async (plan) => {
    const token = await tokenOf({ plan });
    expect((await call(verified, input, { token })).http).toBe(200);
    const answer = await call(members, input, { token });
    expect(answer.http).toBe(403);
    expect(answer.body.status).toBe('PLAN_REQUIRED');
  });

  test.each(['STARTER', 'PROFESSIONAL'] as const)('with the plan %s is accepted', async (plan) =>
    expect((await call(members, input, { token: await tokenOf({ plan }) })).http).toBe(200),
  );
});
