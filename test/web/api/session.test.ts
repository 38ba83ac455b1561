import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  clearSession,
  currentAccessToken,
  endSession,
  freshAccessToken,
  readSession,
  storeAccessToken,
  storeSession,
} from '#web/api/session.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

/* The stored session and access token: drafts survive an expired session, and only their writer gets them back. */

const personOf = (userId: string) => ({
  userId,
  fullName: 'Ana Marković',
  avatarUrl: null,
});
const sessionOf = (userId: string) => ({ ...personOf(userId), accessToken: 'access' });

beforeEach(() => {
  emptyBrowserStorage();
  storeSession(sessionOf('ana'));
  localStorage.setItem('paidReply_1', 'Dear Ben,');
  localStorage.setItem('theme', 'dark');
});

describe('an expired session', () => {
  test('is removed, and drafts stay', () => {
    endSession();
    expect(readSession()).toBeUndefined();
    expect(localStorage.getItem('paidReply_1')).toBe('Dear Ben,');
  });

  test('keeps the drafts for the same user who signs in again', () => {
    endSession();
    storeSession(sessionOf('ana'));
    expect(localStorage.getItem('paidReply_1')).toBe('Dear Ben,');
  });

  test('leaves another user only the requested profile', () => {
    endSession();
    localStorage.setItem('redirectToProfile', 'lucia.prado');
    sessionStorage.setItem('wantedAddress', '/paid-reply/1');
    storeSession(sessionOf('ben'));
    expect(localStorage.getItem('paidReply_1')).toBeNull();
    expect(sessionStorage.getItem('wantedAddress')).toBeNull();
    expect(localStorage.getItem('theme')).toBeNull();
    expect(localStorage.getItem('redirectToProfile')).toBe('lucia.prado');
    expect(readSession()?.userId).toBe('ben');
  });
});

test('signing out removes everything from the storage of the browser', () => {
  sessionStorage.setItem('answerSession', '[]');
  clearSession();
  expect(readSession()).toBeUndefined();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test('new tokens of the same session keep the drafts', () => {
  storeSession(sessionOf('ana'));
  expect(localStorage.getItem('paidReply_1')).toBe('Dear Ben,');
});

describe('an access token', () => {
  test('is kept only in the memory of the page', () => {
    expect(currentAccessToken()).toBe('access');
    for (const storage of [localStorage, sessionStorage])
      expect(JSON.stringify([...(storage as unknown as Map<string, string>)])).not.toContain(
        'access',
      );
  });

  test('is not used after another user has signed in in another tab', () => {
    localStorage.setItem('session', JSON.stringify(personOf('ben')));
    expect(currentAccessToken()).toBeUndefined();
  });

  test('is removed with the session', () => {
    clearSession();
    localStorage.setItem('session', JSON.stringify(personOf('ana')));
    expect(currentAccessToken()).toBeUndefined();
  });
});

describe('an access token in a response', () => {
  const tokenOf = (sub: string) => {
    const claims = JSON.stringify({ sub, exp: 2_000_000_000 });
    return `header.${Buffer.from(claims).toString('base64url')}.signature`;
  };

  test('replaces the current one', () => {
    storeAccessToken({ access_token: tokenOf('ana') });
    expect(freshAccessToken()).toBe(tokenOf('ana'));
    expect(readSession()).toEqual(personOf('ana'));
  });

  test('is ignored if another user has signed in meanwhile or no user is signed in', () => {
    storeAccessToken({ access_token: tokenOf('ben') });
    expect(currentAccessToken()).toBe('access');
    expect(readSession()).toEqual(personOf('ana'));
    clearSession();
    storeAccessToken({ access_token: tokenOf('ana') });
    expect(readSession()).toBeUndefined();
  });
});
