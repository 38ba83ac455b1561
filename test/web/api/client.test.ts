import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { getStripePublishableKey } from '#shared/api/billing.ts';
import { hasUserContacts } from '#shared/api/contacts.ts';
import { changePhoneNumber } from '#shared/api/phone-change.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { errorMessage } from '#web/api/error-message.ts';
import { readSession, storeSession } from '#web/api/session.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

/* The session tokens that the API client sends. The server here refuses every call unless a test replaces it. */

// Node 20 has no navigator; browsers without the Web Locks API have one without `locks`.
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });

const realFetch = globalThis.fetch;
let asked: { path: string; bearer: string | null }[] = [];
/** The refresh call, which is authenticated by the cookie alone. */
const BY_COOKIE = { path: '/refreshToken', bearer: null };
beforeEach(() => {
  emptyBrowserStorage();
  asked = [];
  globalThis.fetch = async (to, init) => {
    const bearer = new Headers(init?.headers).get('authorization');
    asked.push({ path: String(to), bearer });
    return Response.json({ status: 'UNAUTHENTICATED' }, { status: 401 });
  };
});
afterAll(() => {
  globalThis.fetch = realFetch;
});

/** Stores a session whose access token expires in this many seconds, and returns the token. */
function signIn(seconds: number): string {
  const claims = JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + seconds });
  const accessToken = `header.${Buffer.from(claims).toString('base64url')}.signature`;
  const session = { accessToken, userId: '1', fullName: 'Ada' };
  storeSession({ ...session, avatarUrl: null });
  return accessToken;
}

const settled = (calling: Promise<unknown>) => calling.catch(() => undefined);
const profile = () => settled(call(viewUserProfile, { username: 'ana' }));
const path = '/api/viewUserProfile?username=ana';

const PHONE_CHANGE = { phoneNumber: '+15555550100', code: '123456', password: 'Correct-Horse-1' };

describe('an operation that needs no session', () => {
  test('is called with the access token if the user is signed in and the response depends on the user', async () => {
    const accessToken = signIn(600);
    await profile();
    await settled(call(getStripePublishableKey, {}));
    expect(asked).toEqual([
      { path, bearer: `Bearer ${accessToken}` },
      { path: '/api/getStripePublishableKey', bearer: null },
    ]);
  });

  test('refreshes an expired token, and is called without a token if the session has ended', async () => {
    signIn(-1);
    await profile();
    expect(asked).toEqual([BY_COOKIE, { path, bearer: null }]);
  });

  test('is called without a token by visitors', async () => {
    await profile();
    expect(asked).toEqual([{ path, bearer: null }]);
  });

  test('does not sign the user out if the server refuses the token', async () => {
    signIn(600);
    await profile();
    expect(asked).toHaveLength(1);
    expect(readSession()).toBeDefined();
  });
});

test.each(['PLAN_REQUIRED', 'UNVERIFIED', 'UNAUTHENTICATED'])(
  'a call that is refused for its token (%s) is retried with a new one, under the same idempotency key',
  async (status) => {
    const old = signIn(600);
    const keys: (string | null)[] = [];
    globalThis.fetch = async (to, init) => {
      const headers = new Headers(init?.headers);
      const bearer = headers.get('authorization');
      asked.push({ path: String(to), bearer });
      if (String(to) !== '/refreshToken') keys.push(headers.get('idempotency-key'));
      if (String(to) === '/refreshToken')
        return Response.json({
          status: 'SUCCESS',
          access_token: 'new',
          user_id: '1',
          full_name: 'Ada',
          avatar_url: null,
        });
      return bearer === 'Bearer new'
        ? Response.json({ status: 'SUCCESS', hasContacts: true })
        : Response.json({ status }, { status: 403 });
    };
    const answer = await call(hasUserContacts, {}, { idempotencyKey: 'once' });
    expect(answer).toEqual({ hasContacts: true });
    expect(asked).toEqual([
      { path: '/api/hasUserContacts', bearer: `Bearer ${old}` },
      BY_COOKIE,
      { path: '/api/hasUserContacts', bearer: 'Bearer new' },
    ]);
    expect(keys).toEqual(['once', 'once']);
  },
);

describe('a wrong code', () => {
  test('is not retried with a refreshed token, because the refusal concerns the input and not the session', async () => {
    signIn(600);
    globalThis.fetch = async (to) => {
      asked.push({ path: String(to), bearer: null });
      const fields = {
        code: 'That code is incorrect or has expired. Check it, or ask for a new one.',
      };
      return Response.json({ status: 'UNAUTHENTICATED', fields }, { status: 401 });
    };
    await settled(call(changePhoneNumber, PHONE_CHANGE));
    expect(asked.map(({ path: to }) => to)).toEqual(['/api/changePhoneNumber']);
    expect(readSession()).toBeDefined();
  });

  test('a rate-limited call throws the time to wait before a retry', async () => {
    signIn(600);
    globalThis.fetch = async () =>
      Response.json(
        { status: 'TOO_MANY_REQUESTS' },
        { status: 429, headers: { 'retry-after': '37' } },
      );
    const refused = call(changePhoneNumber, PHONE_CHANGE);
    await expect(refused).rejects.toMatchObject({ retryAfter: 37 });
  });
});

describe('input that does not match the operation’s definition', () => {
  test('is refused with a message for each field before anything is sent', async () => {
    signIn(600);
    const refused = call(viewUserProfile, { id: 'cut-off' });
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { id: 'This isn’t a valid id' },
    });
    expect(asked).toEqual([]);
  });
});

test('a response that does not match the definition becomes an error with a readable message', async () => {
  globalThis.fetch = async () => Response.json({ status: 'SUCCESS', publishableKey: 7 });
  const complaint = jest.spyOn(console, 'error').mockReturnValue();
  const error: unknown = await call(getStripePublishableKey, {}).catch((fault: unknown) => fault);
  complaint.mockRestore();
  expect(errorMessage(error)).toBe(REFUSALS.INTERNAL.sentence);
});

test('the message of an unexpected error is never shown to the user', () => {
  expect(errorMessage(new TypeError('x is undefined'))).toBe(REFUSALS.INTERNAL.sentence);
});

test.each([
  [429, 'TOO_MANY_REQUESTS'],
  [503, 'UNAVAILABLE'],
  [500, 'INTERNAL'],
] as const)(
  'an error %d from API Gateway is shown with the app’s own message',
  async (status, code) => {
    globalThis.fetch = async () => Response.json({ message: 'Said by a program' }, { status });
    await expect(call(getStripePublishableKey, {})).rejects.toMatchObject({
      code,
      message: REFUSALS[code].sentence,
    });
  },
);

test('a cached response does not set the server clock back', async () => {
  const date = new Date(Date.now() - 60_000).toUTCString();
  globalThis.fetch = async () =>
    Response.json({ status: 'INTERNAL' }, { status: 500, headers: { date, age: '60' } });
  await settled(call(getStripePublishableKey, {}));
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(2_000);
});

describe('the refresh of a session', () => {
  const answering = (tokens: Record<string, unknown>) => {
    globalThis.fetch = async (to, init) => {
      asked.push({ path: String(to), bearer: new Headers(init?.headers).get('authorization') });
      if (String(to) === '/refreshToken') {
        expect(new Headers(init?.headers).get('x-session')).toBe('cookie');
        expect(init?.keepalive).toBe(true);
        return Response.json({ status: 'SUCCESS', full_name: 'Ada', avatar_url: null, ...tokens });
      }
      return Response.json({ status: 'SUCCESS', hasContacts: true });
    };
  };

  test('sends the refresh token in the cookie, and completes even if the page closes', async () => {
    signIn(-1);
    answering({ access_token: 'new', user_id: '1' });
    await call(hasUserContacts, {});
    expect(asked).toEqual([BY_COOKIE, { path: '/api/hasUserContacts', bearer: 'Bearer new' }]);
  });

  test('rejects tokens of another user and asks the user to sign in', async () => {
    signIn(-1);
    answering({ access_token: 'planted', user_id: '2' });
    await expect(call(hasUserContacts, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(asked).toEqual([BY_COOKIE]);
    expect(readSession()).toBeUndefined();
  });
});
