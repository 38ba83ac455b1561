import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { keepSession, readSession } from '../../../web/src/api/session.ts';
import { finishSignOut, signOutHere } from '../../../web/src/api/sign-out.ts';
import { emptyBrowserStorage } from '../kept-storage.ts';
import { accessToken, refreshed } from '../tokens.ts';

/* Signing out online and offline. Only the server can delete the refresh cookie. */

const realFetch = globalThis.fetch;
let asked: string[];
let isReachable: boolean;

const signIn = () =>
  keepSession({ accessToken: accessToken(), userId: '1', fullName: 'Ada', avatarUrl: null });

beforeEach(() => {
  emptyBrowserStorage();
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
  asked = [];
  isReachable = true;
  globalThis.fetch = async (to) => {
    asked.push(String(to));
    if (!isReachable) throw new TypeError('Failed to fetch');
    return to === '/refreshToken' ? refreshed('1') : Response.json({ status: 'SUCCESS' });
  };
  signIn();
});
afterAll(() => {
  globalThis.fetch = realFetch;
});

test('ends the session at the server, once', async () => {
  await signOutHere();
  await finishSignOut();
  expect(asked).toEqual(['/api/signOut']);
  expect(readSession()).toBeUndefined();
});

describe('without the internet', () => {
  beforeEach(async () => {
    isReachable = false;
    await signOutHere();
    asked = [];
  });

  test('this device is signed out at once', () => {
    expect(readSession()).toBeUndefined();
  });

  test('the session is ended at the server as soon as it can be reached', async () => {
    await finishSignOut();
    isReachable = true;
    await finishSignOut();
    await finishSignOut();
    expect(asked).toEqual(['/refreshToken', '/refreshToken', '/api/signOut']);
    expect(readSession()).toBeUndefined();
  });

  test('a session of a person who has signed in since is not ended', async () => {
    isReachable = true;
    signIn();
    await finishSignOut();
    expect(asked).toEqual([]);
    expect(readSession()).toBeDefined();
  });
});
