import { describe, expect, test } from '@jest/globals';
import { REFRESH_TOKEN_TIME, readAccessToken } from '#functions/auth/tokens.ts';
import { devicesOf } from '#functions/storage/notifications/devices.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newDevice } from '../../support/devices.ts';
import { unusedAddress } from '../../support/handler-calls.ts';
import { withPasskey } from '../../support/passkeys.ts';
import {
  bearer,
  newPerson,
  nextPhoneNumber,
  type Person,
  personOf,
  visitor,
} from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

const sessionsSeenBy = async (token: string) => (await bearer(token).sessions()).data;

/** Signs in elsewhere with this browser. */
const signInFrom = async ({ user }: Person, browser: string) => {
  const body = await visitor().signsIn(user.username, {
    from: unusedAddress(),
    headers: { 'user-agent': browser },
  });
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
    expect(list[1]?.id).toBe(await idOf(elsewhere.token));
    expect(list[1]?.lastUsedAt).toBe(list[1]?.signedInAt);
    world.advance(1_000);
    await visitor().refreshes(elsewhere.refreshToken);
    const [, later] = await sessionsSeenBy(person.token);
    expect(later && later.lastUsedAt > later.signedInAt).toBe(true);
  });

  test('says which session was signed in with a passkey, also after a refresh', async () => {
    const person = await newPerson(world);
    const body = await visitor().signsInWith(await withPasskey(person));
    await visitor().refreshes(body.refresh_token);
    const [current] = await sessionsSeenBy(body.access_token);
    expect(current).toMatchObject({ current: true, signedInWith: 'passkey' });
  });

  test('says which session was signed in with a texted code, also that of the registration', async () => {
    const { user } = await newPerson(world);
    await visitor().asksForLoginCode(user.phoneNumber);
    const texted = await responseTo(
      visitor().signsInByCode(user.phoneNumber, world.codeSentTo(user.phoneNumber)),
    );
    const phoneNumber = nextPhoneNumber();
    const { user: registered } = await newPerson(world, { phoneNumber, verified: false });
    await visitor().asksForCodeAgain(registered);
    const confirmed = await responseTo(
      visitor().confirmsNumber(registered, world.codeSentTo(phoneNumber)),
    );
    for (const { body } of [texted, confirmed]) {
      const [current] = await sessionsSeenBy(body.access_token);
      expect(current).toMatchObject({ current: true, signedInWith: 'code' });
    }
  });

  test('leaves out sessions that ended or expired, and those of other people', async () => {
    const person = await newPerson(world);
    await newPerson(world);
    world.advance(REFRESH_TOKEN_TIME);
    const again = await personOf(world, person.user);
    expect(await sessionsSeenBy(again.token)).toHaveLength(1);
  });
});

describe('ending another session', () => {
  test('takes effect at once, sends a hint to its open screens, and is repeated without effect', async () => {
    const person = await newPerson(world);
    const elsewhere = await signInFrom(person, ANDROID);
    const sessionId = await idOf(elsewhere.token);
    const { token } = person;
    for (let times = 0; times < 2; times += 1) await person.endsSession({ sessionId });
    const write = await responseTo(bearer(elsewhere.token).endsOtherSessions());
    expectRefusal(write, 401, 'UNAUTHENTICATED');
    await expectRefused(visitor().refreshes(elsewhere.refreshToken), 401, 'UNAUTHENTICATED');
    expect(world.hints.at(-1)?.hint).toEqual({ kind: 'sessionEnded', sessionId });
    expect(await sessionsSeenBy(token)).toHaveLength(1);
  });

  test('removes its push notifications and no others', async () => {
    const person = await newPerson(world);
    const elsewhere = await signInFrom(person, ANDROID);
    for (const { token } of [person, elsewhere]) await newDevice(world, bearer(token));
    const sessions = await sessionsSeenBy(person.token);
    expect(sessions.map(({ notifications }) => notifications)).toEqual([true, true]);
    await person.endsSession({ sessionId: await idOf(elsewhere.token) });
    const left = await devicesOf(table, person.user.id);
    expect(left.map(({ sessionId }) => sessionId)).toEqual([await idOf(person.token)]);
  });

  test('refuses the current session, which is signed out instead', async () => {
    const person = await newPerson(world);
    const { token } = person;
    const refused = await responseTo(person.endsSession({ sessionId: await idOf(token) }));
    const sentence = 'This is where you are now. Use Sign out to leave it.';
    expectRefusal(refused, 409, 'WRONG_STATUS', sentence);
  });

  test('does not end the session of another person', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const sessionId = await idOf(other.token);
    await one.endsSession({ sessionId });
    await visitor().refreshes(other.refreshToken);
  });
});

describe('ending all other sessions', () => {
  test('leaves the current one and its push notifications', async () => {
    const person = await newPerson(world);
    const others = [await signInFrom(person, ANDROID), await signInFrom(person, ANDROID)];
    for (const { token } of [person, ...others]) await newDevice(world, bearer(token));
    expect((await responseTo(person.endsOtherSessions())).http).toBe(200);
    for (const other of others)
      await expectRefused(visitor().refreshes(other.refreshToken), 401, 'UNAUTHENTICATED');
    await visitor().refreshes(person.refreshToken);
    expect(await devicesOf(table, person.user.id)).toHaveLength(1);
    expect(world.hints.at(-1)?.hint).toEqual({ kind: 'sessionEnded', sessionId: null });
    expect(await sessionsSeenBy(person.token)).toHaveLength(1);
  });
});
