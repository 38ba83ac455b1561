import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  endSession,
  forgetSession,
  keepAccessToken,
  keepSession,
  readSession,
} from '../../../web/src/api/session.ts';
import { emptyBrowserStorage } from '../kept-storage.ts';

/* Unsent text outlives a session that ran out, and reaches nobody but its writer. */

const sessionOf = (userId: string) => ({
  accessToken: 'access',
  refreshToken: 'refresh',
  userId,
  fullName: 'Ana Marković',
  avatarUrl: null,
});

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

describe('an access token that came with an answer', () => {
  const tokenOf = (sub: string) => {
    const claims = JSON.stringify({ sub, exp: 2_000_000_000 });
    return `header.${Buffer.from(claims).toString('base64url')}.signature`;
  };

  test('takes the place of the old one, and leaves the refresh token', () => {
    keepAccessToken({ access_token: tokenOf('ana') });
    expect(readSession()).toEqual({ ...sessionOf('ana'), accessToken: tokenOf('ana') });
  });

  test('is dropped where somebody else signed in meanwhile, or nobody is signed in', () => {
    keepAccessToken({ access_token: tokenOf('ben') });
    expect(readSession()).toEqual(sessionOf('ana'));
    forgetSession();
    keepAccessToken({ access_token: tokenOf('ana') });
    expect(readSession()).toBeUndefined();
  });
});
