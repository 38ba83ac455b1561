import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  endSession,
  forgetSession,
  freshAccessToken,
  heldAccessToken,
  keepAccessToken,
  keepSession,
  readSession,
} from '../../../web/src/api/session.ts';
import { emptyBrowserStorage } from '../kept-storage.ts';

/* Unsent text outlives a session that ran out, and reaches nobody but its writer. */

const personOf = (userId: string) => ({
  userId,
  fullName: 'Ana Marković',
  avatarUrl: null,
});
const sessionOf = (userId: string) => ({ ...personOf(userId), accessToken: 'access' });

beforeEach(() => {
  emptyBrowserStorage();
  keepSession(sessionOf('ana'));
  localStorage.setItem('paidReply_1', 'Dear Ben,');
  localStorage.setItem('theme', 'dark');
  localStorage.setItem('addToHomeScreen', 'shown');
});

describe('a session that ended by itself', () => {
  test('is gone, and what was being written is not', () => {
    endSession();
    expect(readSession()).toBeUndefined();
    expect(localStorage.getItem('paidReply_1')).toBe('Dear Ben,');
  });

  test('gives the text back to the same person', () => {
    endSession();
    keepSession(sessionOf('ana'));
    expect(localStorage.getItem('paidReply_1')).toBe('Dear Ben,');
  });

  test('gives nothing to somebody else but the look and the profile they came for', () => {
    endSession();
    localStorage.setItem('redirectToProfile', 'lucia.prado');
    sessionStorage.setItem('wantedAddress', '/paid-reply/1');
    keepSession(sessionOf('ben'));
    expect(localStorage.getItem('paidReply_1')).toBeNull();
    expect(sessionStorage.getItem('wantedAddress')).toBeNull();
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(localStorage.getItem('redirectToProfile')).toBe('lucia.prado');
    expect(readSession()?.userId).toBe('ben');
  });
});

test('signing out leaves nothing of the person, and what is of the device', () => {
  forgetSession();
  expect(readSession()).toBeUndefined();
  expect(localStorage.getItem('paidReply_1')).toBeNull();
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(localStorage.getItem('addToHomeScreen')).toBe('shown');
});

test('new tokens for the same session keep what is being written', () => {
  keepSession(sessionOf('ana'));
  expect(localStorage.getItem('paidReply_1')).toBe('Dear Ben,');
});

describe('an access token', () => {
  test('is in the memory of the page alone', () => {
    expect(heldAccessToken()).toBe('access');
    for (const storage of [localStorage, sessionStorage])
      expect(JSON.stringify([...(storage as unknown as Map<string, string>)])).not.toContain(
        'access',
      );
  });

  test('is not used for somebody else, who signed in with another tab', () => {
    localStorage.setItem('session', JSON.stringify(personOf('ben')));
    expect(heldAccessToken()).toBeUndefined();
  });

  test('is gone with the session', () => {
    forgetSession();
    localStorage.setItem('session', JSON.stringify(personOf('ana')));
    expect(heldAccessToken()).toBeUndefined();
  });
});

describe('an access token that came with an answer', () => {
  const tokenOf = (sub: string) => {
    const claims = JSON.stringify({ sub, exp: 2_000_000_000 });
    return `header.${Buffer.from(claims).toString('base64url')}.signature`;
  };

  test('takes the place of the old one', () => {
    keepAccessToken({ access_token: tokenOf('ana') });
    expect(freshAccessToken()).toBe(tokenOf('ana'));
    expect(readSession()).toEqual(personOf('ana'));
  });

  test('is dropped where somebody else signed in meanwhile, or nobody is signed in', () => {
    keepAccessToken({ access_token: tokenOf('ben') });
    expect(heldAccessToken()).toBe('access');
    expect(readSession()).toEqual(personOf('ana'));
    forgetSession();
    keepAccessToken({ access_token: tokenOf('ana') });
    expect(readSession()).toBeUndefined();
  });
});
