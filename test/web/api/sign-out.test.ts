import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { endSession, readSession, storeSession } from '#web/api/session.ts';
import { finishSignOut, signOutHere } from '#web/api/sign-out.ts';
import { recordingStoreOf } from '#web/features/voice/recording-store.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';
import { accessToken, refreshed } from '../tokens.ts';

/* Signing out online and offline. Only the server can delete the refresh cookie. */

const realFetch = globalThis.fetch;
let asked: string[];
let isReachable: boolean;

const signIn = () =>
  storeSession({ accessToken: accessToken(), userId: '1', fullName: 'Ada', avatarUrl: null });

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

test('signing out ends the session at the server once', async () => {
  await signOutHere();
  await finishSignOut();
  expect(asked).toEqual(['/api/signOut']);
  expect(readSession()).toBeUndefined();
});

describe('a recording that is kept on this device', () => {
  const recorded = async () => {
    const store = recordingStoreOf('answer 1');
    await store.add(0, new Uint8Array([1, 2, 3]), { levels: [40], seconds: 1 });
    expect(await store.read()).toMatchObject({ seconds: 1 });
    return store;
  };

  test('is deleted by signing out', async () => {
    const store = await recorded();
    await signOutHere();
    expect(await store.read()).toBeUndefined();
  });

  test('stays when the session expires, as drafts do', async () => {
    const store = await recorded();
    endSession();
    expect(await store.read()).toMatchObject({ seconds: 1 });
    await store.clear();
  });
});

describe('signing out while offline', () => {
  beforeEach(async () => {
    isReachable = false;
    await signOutHere();
    asked = [];
  });

  test('signs out this device at once', () => {
    expect(readSession()).toBeUndefined();
  });

  test('ends the session at the server as soon as it can be reached', async () => {
    await finishSignOut();
    isReachable = true;
    await finishSignOut();
    await finishSignOut();
    expect(asked).toEqual(['/refreshToken', '/refreshToken', '/api/signOut']);
    expect(readSession()).toBeUndefined();
  });

  test('does not end the session of a user who has signed in since', async () => {
    isReachable = true;
    signIn();
    await finishSignOut();
    expect(asked).toEqual([]);
    expect(readSession()).toBeDefined();
  });
});
