import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { authenticate, resendVerificationCode } from '#shared/api/auth.ts';
import { refreshToken } from '#shared/api/current-session.ts';
import { send } from '#web/api/client.ts';
import { clearSession, endSession, storeSession } from '#web/api/session.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

/*
 * The device token of a sign-in is sent with the next one, so that attackers who guess passwords cannot lock out the
 * owner.
 */

const realFetch = globalThis.fetch;
let token: string | undefined;
let sent: (string | null)[] = [];
beforeEach(() => {
  emptyBrowserStorage();
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie of the test before
  document.cookie = 'device=; Path=/; Max-Age=0';
  sent = [];
  globalThis.fetch = async (_, init) => {
    sent.push(new Headers(init?.headers).get('x-device'));
    const person = { user_id: 'ana', full_name: 'Ana Marković', avatar_url: null };
    return Response.json({
      status: 'SUCCESS',
      access_token: 'access',
      ...person,
      ...(token && { device_token: token }),
    });
  };
});
afterAll(() => {
  globalThis.fetch = realFetch;
});

const tokenOf = (letter: string) => letter.repeat(22);
async function signIn(given: string) {
  token = given;
  await send(authenticate, { username: 'ana', password: 'Correct-Horse-1' }, undefined, {});
}

test('the device token of a sign-in is sent with the next sign-in, even after signing out', async () => {
  await signIn(tokenOf('a'));
  const ana = { userId: 'ana', fullName: 'Ana Marković', avatarUrl: null };
  for (const leave of [clearSession, endSession]) {
    storeSession(ana);
    leave();
    await signIn(tokenOf('a'));
  }
  expect(sent).toEqual([null, tokenOf('a'), tokenOf('a')]);
});

test('the device tokens of all users of a browser are sent, newest first', async () => {
  for (const letter of ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g']) await signIn(tokenOf(letter));
  expect(sent.slice(2, 4)).toEqual(['b,a', 'a,b'].map(listed));
  expect(sent.at(-1)).toBe(listed('f,e,d,c,a'));
});

test('device tokens are sent only with operations that accept them, and a refresh keeps them', async () => {
  await signIn(tokenOf('a'));
  token = undefined;
  await send(refreshToken, {}, undefined, {});
  await send(resendVerificationCode, {}, undefined, {});
  await signIn(tokenOf('a'));
  expect(sent).toEqual([null, null, null, tokenOf('a')]);
});

test('a malformed stored value is not sent, and the next sign-in replaces it', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as another script of this site could set it
  document.cookie = `device=${'x'.repeat(1_000)}; Path=/`;
  await signIn(tokenOf('a'));
  await signIn(tokenOf('a'));
  expect(sent).toEqual([null, tokenOf('a')]);
});

const listed = (letters: string) => letters.split(',').map(tokenOf).join(',');
