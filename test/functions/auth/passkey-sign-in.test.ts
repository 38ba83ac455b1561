import { describe, expect, test } from '@jest/globals';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { knownDevice } from '#functions/storage/auth/known-devices.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSKEY_CHALLENGE_TIME } from '#shared/rules/auth/passkeys.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { MINUTE } from '#shared/time.ts';
import { unusedAddress } from '../../support/handler-calls.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import { onlyPasskeyOf, withPasskey } from '../../support/passkeys.ts';
import { bearer, newPerson, visitor } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { newAuthenticator } from '../../support/software-authenticator.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

const world = worldOfFile();

const NO_SIGN_IN =
  'We couldn’t sign you in with this passkey. Please try again, or use your password.';

describe('signing in with a passkey', () => {
  test('needs no username, and opens a session that says how it was signed in', async () => {
    const person = await newPerson(world);
    const { http, body } = await responseTo(visitor().signsInWith(await withPasskey(person)));
    expect(http).toBe(200);
    expect(body).toMatchObject({ user_id: person.user.id, full_name: person.user.fullName });
    const caller = await readAccessToken(body.access_token, world.now());
    expect(caller).toMatchObject({ userId: person.user.id, signedInWith: 'passkey' });
    const refreshed = await visitor().refreshes(body.refresh_token);
    const later = await readAccessToken(refreshed.access_token, world.now());
    expect(later).toMatchObject({ sessionId: caller?.sessionId, signedInWith: 'passkey' });
  });

  test('leaves sessions that were signed in with a password as they are', async () => {
    const person = await newPerson(world);
    await withPasskey(person);
    const body = await visitor().signsIn(person.user.username);
    const caller = await readAccessToken(body.access_token, world.now());
    expect(caller?.signedInWith).toBe('password');
  });

  test('remembers the device, and records the time of use', async () => {
    const person = await newPerson(world);
    const { body } = await responseTo(visitor().signsInWith(await withPasskey(person)));
    const { device_token: token, access_token } = body;
    expect(await knownDevice(table, person.user.id, [token], world.now())).toBeDefined();
    const { lastUsedAt } = await onlyPasskeyOf(bearer(access_token));
    expect(lastUsedAt).toEqual(expect.any(String));
  });

  test('accepts a user handle of the account, and refuses that of another', async () => {
    const person = await newPerson(world);
    const authenticator = await withPasskey(person);
    const signedInAs = async (id: string) => {
      const userHandle = Buffer.from(id).toString('base64url');
      return responseTo(
        visitor().finishesPasskeySignIn(
          authenticator.get((await visitor().beginsPasskeySignIn()).challenge, { userHandle }),
        ),
      );
    };
    expect((await signedInAs(person.user.id)).http).toBe(200);
    const other = await newPerson(world);
    expectRefusal(await signedInAs(other.user.id), 401, 'UNAUTHENTICATED', NO_SIGN_IN);
  });

  test('is refused with the same words for a passkey that nobody has', async () => {
    const unknown = await responseTo(visitor().signsInWith(newAuthenticator()));
    const known = await withPasskey(await newPerson(world));
    const wrong = await responseTo(
      visitor().finishesPasskeySignIn(
        known.get((await visitor().beginsPasskeySignIn()).challenge, { userVerified: false }),
      ),
    );
    expectRefusal(unknown, 401, 'UNAUTHENTICATED', NO_SIGN_IN);
    expect(wrong.body).toEqual(unknown.body);
  });

  test('is refused when the response is replayed', async () => {
    const authenticator = await withPasskey(await newPerson(world));
    const response = authenticator.get((await visitor().beginsPasskeySignIn()).challenge);
    const answers = await Promise.all([
      responseTo(visitor().finishesPasskeySignIn(response)),
      responseTo(visitor().finishesPasskeySignIn(response)),
    ]);
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 401]);
    await expectRefused(
      visitor().finishesPasskeySignIn(response),
      401,
      'UNAUTHENTICATED',
      NO_SIGN_IN,
    );
  });

  test('is refused when its challenge is used again', async () => {
    const authenticator = await withPasskey(await newPerson(world));
    const { challenge } = await visitor().beginsPasskeySignIn();
    await visitor().finishesPasskeySignIn(authenticator.get(challenge));
    const again = await responseTo(visitor().finishesPasskeySignIn(authenticator.get(challenge)));
    expectRefusal(again, 401, 'UNAUTHENTICATED', NO_SIGN_IN);
  });

  test('is refused when its challenge has expired', async () => {
    const authenticator = await withPasskey(await newPerson(world));
    const response = authenticator.get((await visitor().beginsPasskeySignIn()).challenge);
    world.advance(PASSKEY_CHALLENGE_TIME);
    await expectRefused(
      visitor().finishesPasskeySignIn(response),
      401,
      'UNAUTHENTICATED',
      NO_SIGN_IN,
    );
  });

  test('is refused with a challenge for something else, or that was never issued', async () => {
    const person = await newPerson(world);
    const authenticator = await withPasskey(person);
    world.advance(SECURITY_WAIT);
    const again = { token: (await visitor().signsIn(person.user.username)).access_token };
    const { challenge } = (await responseTo(bearer(again.token).beginsConfirmation('PHONE'))).body;
    for (const other of [challenge, 'A'.repeat(43), 'short'])
      await expectRefused(
        visitor().finishesPasskeySignIn(authenticator.get(other)),
        401,
        'UNAUTHENTICATED',
        NO_SIGN_IN,
      );
  });

  test.each([
    ['at another origin', { origin: 'https://replypaid.example' }],
    ['at a subdomain', { origin: SETTINGS.origin.replace('://', '://www.') }],
    ['for another relying party', { rpId: 'replypaid.example' }],
    ['without a check of the person', { userVerified: false }],
  ])('is refused %s', async (_case, ways) => {
    const authenticator = await withPasskey(await newPerson(world));
    const response = authenticator.get((await visitor().beginsPasskeySignIn()).challenge, ways);
    await expectRefused(
      visitor().finishesPasskeySignIn(response),
      401,
      'UNAUTHENTICATED',
      NO_SIGN_IN,
    );
  });

  test('is refused with the signature of another passkey', async () => {
    const mine = await withPasskey(await newPerson(world));
    const theirs = await withPasskey(await newPerson(world));
    const response = mine.get((await visitor().beginsPasskeySignIn()).challenge);
    const forged = { ...response, credentialId: theirs.credentialId };
    await expectRefused(
      visitor().finishesPasskeySignIn(forged),
      401,
      'UNAUTHENTICATED',
      NO_SIGN_IN,
    );
  });

  test('is refused when the counter does not move on, because the passkey was copied', async () => {
    const authenticator = await withPasskey(await newPerson(world));
    const signedInAt = async (counter: number) =>
      responseTo(
        visitor().finishesPasskeySignIn(
          authenticator.get((await visitor().beginsPasskeySignIn()).challenge, { counter }),
        ),
      );
    expect((await signedInAt(7)).http).toBe(200);
    for (const counter of [7, 6, 0])
      expectRefusal(await signedInAt(counter), 401, 'UNAUTHENTICATED', NO_SIGN_IN);
    expect((await signedInAt(8)).http).toBe(200);
  });

  test('accepts a passkey that never counts, as synchronized ones do', async () => {
    const authenticator = await withPasskey(await newPerson(world));
    for (let times = 0; times < 2; times += 1) {
      const response = authenticator.get((await visitor().beginsPasskeySignIn()).challenge, {
        counter: 0,
      });
      await visitor().finishesPasskeySignIn(response);
    }
  });

  test('is refused once the passkey is removed', async () => {
    const person = await newPerson(world);
    const authenticator = await withPasskey(person);
    await person.removesPasskey(await onlyPasskeyOf(person));
    await expectRefused(visitor().signsInWith(authenticator), 401, 'UNAUTHENTICATED', NO_SIGN_IN);
  });

  test('is refused for a blocked account, with a message that says so', async () => {
    const person = await newPerson(world);
    const authenticator = await withPasskey(person);
    await runConfirmedOps(world, 'block', person.user.username);
    await expectRefused(
      visitor().signsInWith(authenticator),
      403,
      'FORBIDDEN',
      'This account is blocked and can’t be used. What is owed to you is kept for you.',
    );
  });

  test('is limited to 60 attempts per address in 5 minutes', async () => {
    const authenticator = newAuthenticator();
    const response = authenticator.get('A'.repeat(43));
    world.advance(5 * MINUTE - (world.now() % (5 * MINUTE)));
    const from = unusedAddress();
    const attempt = () => responseTo(visitor().finishesPasskeySignIn(response, { from }));
    const answers = await Promise.all(Array.from({ length: 60 }, attempt));
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([401]));
    expectRefusal(await attempt(), 429, 'TOO_MANY_REQUESTS');
  });
});
