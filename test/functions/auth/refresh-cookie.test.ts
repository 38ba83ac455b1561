import { describe, expect, test } from '@jest/globals';
import { REFRESH_TOKEN_TIME } from '#functions/auth/tokens.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { REFRESH_GRACE } from '#functions/storage/auth/sessions.ts';
import { type CodePurpose, newCode } from '#functions/storage/auth/verification-codes.ts';
import { put, table } from '#functions/storage/table.ts';
import { type CallOptions, type CallResponse, responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import type { OperationName } from '#shared/api/index.ts';
import { SECOND } from '#shared/time.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The refresh token is in a cookie for the web app, and in the response body for every other client. */

const world = worldOfFile();

const ORIGIN = 'https://replypaid.test';
const NAME = '__Secure-refresh';
const WEB_APP = { origin: ORIGIN, 'x-session': 'cookie' };
const ELSEWHERE = [
  'https://elsewhere.example',
  'https://blog.replypaid.test',
  'http://replypaid.test',
  'https://replypaid.test:8443',
  'null',
];

const ask = (
  operation: OperationName,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<CallResponse> => responseTo(visitor().calls(operation, input, options));

const tokenIn = ({ cookies: [cookie = ''] }: CallResponse) =>
  /^__Secure-refresh=([^;]*);/.exec(cookie)?.[1] ?? '';

/** Creates and stores a code. Returns its digits. */
async function codeOf(
  purpose: CodePurpose,
  subject: string,
  { id: userId, phoneNumber: sentTo }: User,
) {
  const { digits, item } = await newCode({ purpose, subject, userId, sentTo }, world.now());
  await table.write(put(item));
  return digits;
}

/** The operations that return a refresh token, each called by a person who is allowed to. */
const WAYS: Record<string, (options: CallOptions) => Promise<CallResponse>> = {
  authenticate: async (options) => {
    const { user } = await newPerson(world);
    return ask('authenticate', { username: user.username, password: PASSWORD }, options);
  },
  verifyOneTimeLogin: async (options) => {
    const { user } = await newPerson(world);
    const verificationCode = await codeOf('LOGIN', user.phoneNumber, user);
    return ask('verifyOneTimeLogin', { phoneNumber: user.phoneNumber, verificationCode }, options);
  },
  verifyUser: async (options) => {
    const { user } = await newPerson(world, { verified: false, licenseId: 'NONE' });
    return ask(
      'verifyUser',
      { userId: user.id, verificationCode: await codeOf('VERIFY', user.id, user) },
      options,
    );
  },
  refreshToken: async ({ headers, ...options }) => {
    const { refreshToken: token } = await newPerson(world);
    return headers?.['x-session']
      ? ask('refreshToken', {}, { headers, cookies: [`${NAME}=${token}`], ...options })
      : ask('refreshToken', {}, { ...options, ...(headers && { headers }), as: { token } });
  },
};

describe.each(Object.entries(WAYS))('%s', (_name, way) => {
  test('gives the web app its refresh token in an HttpOnly, SameSite cookie', async () => {
    const answer = await way({ headers: WEB_APP });
    expect(answer.body).toMatchObject({ status: 'SUCCESS', access_token: expect.any(String) });
    expect(answer.body).not.toHaveProperty('refresh_token');
    const token = tokenIn(answer);
    expect(token.length).toBeGreaterThan(100);
    expect(answer.cookies).toEqual([
      `${NAME}=${token}; Max-Age=${REFRESH_TOKEN_TIME / SECOND}; Path=/refreshToken; HttpOnly; SameSite=Strict; Secure`,
    ]);
    world.advance(REFRESH_GRACE);
    const refreshed = await refreshByCookie(token);
    expect(refreshed.http).toBe(200);
    expect(tokenIn(refreshed)).not.toBe(token);
  });

  test('gives other clients the token in the body', async () => {
    const answer = await way({ headers: { origin: ORIGIN } });
    expect(answer.body.refresh_token).toEqual(expect.any(String));
    expect(answer.cookies).toEqual([]);
  });

  test.each([...ELSEWHERE, undefined])(
    'refuses a page of the origin %s and sets no cookie',
    async (origin) => {
      const answer = await way({ headers: { 'x-session': 'cookie', ...(origin && { origin }) } });
      expectForbidden(answer);
    },
  );
});

const refreshByCookie = (token: string, headers: Record<string, string> = WEB_APP) =>
  ask('refreshToken', {}, { headers, cookies: ['theme=dark', `${NAME}=${token}`] });

function expectForbidden({ http, body, cookies }: CallResponse) {
  expect({ http, status: body.status, cookies }).toEqual({
    http: 403,
    status: 'FORBIDDEN',
    cookies: [],
  });
  expect(body).not.toHaveProperty('access_token');
}

describe('refreshing tokens', () => {
  test('is refused to pages of other origins', async () => {
    const { refreshToken: token } = await newPerson(world);
    expectForbidden(
      await refreshByCookie(token, { ...WEB_APP, origin: 'https://elsewhere.example' }),
    );
    expect((await refreshByCookie(token)).http).toBe(200);
  });

  test('ignores the cookie if the x-session header is missing', async () => {
    const { refreshToken: token } = await newPerson(world);
    const answer = await refreshByCookie(token, { origin: ORIGIN });
    expect({ http: answer.http, cookies: answer.cookies }).toEqual({ http: 401, cookies: [] });
    expect((await refreshByCookie(token)).http).toBe(200);
  });

  test('uses the cookie if the x-session header is present, and otherwise the bearer token', async () => {
    const [cookie, bearer] = [await newPerson(world), await newPerson(world)];
    const both = {
      as: { token: bearer.refreshToken },
      cookies: [`${NAME}=${cookie.refreshToken}`],
    };
    const asWebApp = await ask('refreshToken', {}, { ...both, headers: WEB_APP });
    expect(asWebApp.body.user_id).toBe(cookie.user.id);
    const asProgram = await ask('refreshToken', {}, both);
    expect(asProgram.body.user_id).toBe(bearer.user.id);
    expect(asProgram.cookies).toEqual([]);
  });

  test('is refused to the web app without a cookie, even with a bearer token', async () => {
    const { refreshToken: token } = await newPerson(world);
    expect((await ask('refreshToken', {}, { headers: WEB_APP, as: { token } })).http).toBe(401);
  });

  test('ignores a cookie with another name', async () => {
    const { refreshToken: token } = await newPerson(world);
    for (const name of ['refresh', `${NAME}2`, 'x__Secure-refresh'])
      expect(
        (await ask('refreshToken', {}, { headers: WEB_APP, cookies: [`${name}=${token}`] })).http,
      ).toBe(401);
  });
});

describe('signing out', () => {
  test('clears the cookie of the web app, whose session has ended', async () => {
    const { token, refreshToken: refresh } = await newPerson(world);
    const answer = await ask('signOut', {}, { as: { token }, headers: WEB_APP });
    expect(answer.body).toEqual({ status: 'SUCCESS' });
    expect(answer.cookies).toEqual([
      `${NAME}=; Max-Age=0; Path=/refreshToken; HttpOnly; SameSite=Strict; Secure`,
    ]);
    expect((await refreshByCookie(refresh)).http).toBe(401);
  });

  test('sets no cookie for other clients', async () => {
    const { token } = await newPerson(world);
    expect((await ask('signOut', {}, { as: { token } })).cookies).toEqual([]);
  });
});
