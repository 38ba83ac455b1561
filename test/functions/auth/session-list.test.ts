import { describe, expect, test } from '@jest/globals';
import { handler as endSession } from '#functions/auth/endSession.ts';
import { REFRESH_TOKEN_TIME, readAccessToken } from '#functions/auth/tokens.ts';
import { handler as viewSessions } from '#functions/auth/viewSessions.ts';
import { devicesOf } from '#functions/storage/notifications/devices.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { address, refresh, sendLoginCode, signInByCode } from '../../support/auth.ts';
import { call } from '../../support/call.ts';
import { newDevice } from '../../support/devices.ts';
import { signInWith, withPasskey } from '../../support/passkeys.ts';
import {
  bearer,
  newPerson,
  nextPhoneNumber,
  PASSWORD,
  type Person,
  signedInAgain,
  visitor,
} from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

const sessionsSeenBy = async (token: string) =>
  (await call(viewSessions, {}, { method: 'GET', token })).body.data;

/** Signs in elsewhere with this browser. */
const signInFrom = async ({ user }: Person, browser: string) => {
  const body = await visitor().calls(
    'authenticate',
    { username: user.username, password: PASSWORD },
    { from: address(), headers: { 'user-agent': browser } },
  );
  return { token: String(body.access_token), refreshToken: String(body.refresh_token) };
};

const idOf = async (token: string) => (await readAccessToken(token, world.now()))?.sessionId ?? '';

describe('the list of sessions', () => {
  test('shows the current one first, each with its browser, kind of sign-in and last use', async () => {
    const person = await newPerson(world);
    world.advance(1_000);
    const elsewhere = await signInFrom(person, ANDROID);
    const list = await sessionsSeenBy(person.token);
    expect(list).toMatchObject([
      { current: true, browser: null, signedInWith: 'password', notifications: false },
      { current: false, browser: 'Chrome on Android', signedInWith: 'password' },
    ]);
    expect(list[1].id).toBe(await idOf(elsewhere.token));
    expect(list[1].lastUsedAt).toBe(list[1].signedInAt);
    world.advance(1_000);
    await refresh(elsewhere.refreshToken);
    const [, later] = await sessionsSeenBy(person.token);
    expect(later.lastUsedAt > later.signedInAt).toBe(true);
  });

  test('says which session was signed in with a passkey, also after a refresh', async () => {
    const person = await newPerson(world);
    const { body } = await signInWith(await withPasskey(person));
    await refresh(body.refresh_token);
    const [current] = await sessionsSeenBy(body.access_token);
    expect(current).toMatchObject({ current: true, signedInWith: 'passkey' });
  });

  test('says which session was signed in with a texted code, also that of the registration', async () => {
    const { user } = await newPerson(world);
    await sendLoginCode(user.phoneNumber);
    const texted = await signInByCode(user.phoneNumber, world.codeSentTo(user.phoneNumber));
    const phoneNumber = nextPhoneNumber();
    const { user: registered } = await newPerson(world, { phoneNumber, verified: false });
    await visitor().calls('resendVerificationCode', { userId: registered.id }, { from: address() });
    const input = { userId: registered.id, verificationCode: world.codeSentTo(phoneNumber) };
    const confirmed = await responseTo(visitor().calls('verifyUser', input, { from: address() }));
    for (const { body } of [texted, confirmed]) {
      const [current] = await sessionsSeenBy(body.access_token);
      expect(current).toMatchObject({ current: true, signedInWith: 'code' });
    }
  });

  test('leaves out sessions that ended or expired, and those of other people', async () => {
    const person = await newPerson(world);
    await newPerson(world);
    world.advance(REFRESH_TOKEN_TIME);
    const again = await signedInAgain(world, person);
    expect(await sessionsSeenBy(again.token)).toHaveLength(1);
  });
});

describe('ending another session', () => {
  test('takes effect at once, sends a hint to its open screens, and is repeated without effect', async () => {
    const person = await newPerson(world);
    const elsewhere = await signInFrom(person, ANDROID);
    const sessionId = await idOf(elsewhere.token);
    const { token } = person;
    for (let times = 0; times < 2; times += 1)
      expect((await call(endSession, { sessionId }, { token })).http).toBe(200);
    const write = await responseTo(bearer(elsewhere.token).calls('endOtherSessions'));
    expectRefusal(write, 401, 'UNAUTHENTICATED');
    expectRefusal(await refresh(elsewhere.refreshToken), 401, 'UNAUTHENTICATED');
    expect(world.hints.at(-1)?.hint).toEqual({ kind: 'sessionEnded', sessionId });
    expect(await sessionsSeenBy(token)).toHaveLength(1);
  });

  test('removes its push notifications and no others', async () => {
    const person = await newPerson(world);
    const elsewhere = await signInFrom(person, ANDROID);
    for (const { token } of [person, elsewhere]) await newDevice(world, { token });
    const [current, other] = await sessionsSeenBy(person.token);
    expect([current.notifications, other.notifications]).toEqual([true, true]);
    await person.calls('endSession', { sessionId: other.id });
    const left = await devicesOf(table, person.user.id);
    expect(left.map(({ sessionId }) => sessionId)).toEqual([current.id]);
  });

  test('refuses the current session, which is signed out instead', async () => {
    const { token } = await newPerson(world);
    const refused = await call(endSession, { sessionId: await idOf(token) }, { token });
    const sentence = 'This is where you are now. Use Sign out to leave it.';
    expectRefusal(refused, 409, 'WRONG_STATUS', sentence);
  });

  test('does not end the session of another person', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const sessionId = await idOf(other.token);
    await one.calls('endSession', { sessionId });
    expect((await refresh(other.refreshToken)).http).toBe(200);
  });
});

describe('ending all other sessions', () => {
  test('leaves the current one and its push notifications', async () => {
    const person = await newPerson(world);
    const others = [await signInFrom(person, ANDROID), await signInFrom(person, ANDROID)];
    for (const { token } of [person, ...others]) await newDevice(world, { token });
    expect((await responseTo(person.calls('endOtherSessions'))).http).toBe(200);
    for (const other of others)
      expectRefusal(await refresh(other.refreshToken), 401, 'UNAUTHENTICATED');
    expect((await refresh(person.refreshToken)).http).toBe(200);
    expect(await devicesOf(table, person.user.id)).toHaveLength(1);
    expect(world.hints.at(-1)?.hint).toEqual({ kind: 'sessionEnded', sessionId: null });
    expect(await sessionsSeenBy(person.token)).toHaveLength(1);
  });
});
