import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  endSession,
  forgetSession,
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
