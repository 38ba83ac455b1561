import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getStripePublishableKey, viewUserProfile } from '../../../shared/api/account.ts';
import { call } from '../../../web/src/api/client.ts';
import { keepSession, readSession } from '../../../web/src/api/session.ts';
import { emptyBrowserStorage } from '../kept-storage.ts';

/* What the client shows of its session to the server, which here refuses everything. */

// Node 20 has no navigator; a browser without locks has one that says so.
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });

const realFetch = globalThis.fetch;
let asked: { path: string; bearer: string | null }[] = [];
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

/** A session whose access token lasts so many seconds more. */
function signIn(seconds: number): string {
  const claims = JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + seconds });
  const accessToken = `header.${Buffer.from(claims).toString('base64url')}.signature`;
  const session = { accessToken, refreshToken: 'refresh', userId: '1', fullName: 'Ada' };
  keepSession({ ...session, avatarUrl: null });
  return accessToken;
}

const settled = (calling: Promise<unknown>) => calling.catch(() => undefined);
const profile = () => settled(call(viewUserProfile, { username: 'ana' }));
const path = '/api/viewUserProfile?username=ana';

describe('what anyone may ask', () => {
  test('is asked as the person who is signed in, where that makes a difference', async () => {
    const accessToken = signIn(600);
    await profile();
    await settled(call(getStripePublishableKey, {}));
    expect(asked).toEqual([
      { path, bearer: `Bearer ${accessToken}` },
      { path: '/api/getStripePublishableKey', bearer: null },
    ]);
  });

  test('refreshes a session whose token has expired, and is asked as nobody when that has ended', async () => {
    signIn(-1);
    await profile();
    expect(asked).toEqual([
      { path: '/refreshToken', bearer: 'Bearer refresh' },
      { path, bearer: null },
    ]);
  });

  test('is asked by whoever is not signed in', async () => {
    await profile();
    expect(asked).toEqual([{ path, bearer: null }]);
  });

  test('signs nobody out, whatever the server thinks of the token', async () => {
    signIn(600);
    await profile();
    expect(asked).toHaveLength(1);
    expect(readSession()).toBeDefined();
  });
});
