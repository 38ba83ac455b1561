import { describe, expect, test } from '@jest/globals';
import { handler as beginPasskeyRegistration } from '#functions/auth/beginPasskeyRegistration.ts';
import { handler as removePasskey } from '#functions/auth/removePasskey.ts';
import { handler as viewPasskeys } from '#functions/auth/viewPasskeys.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSKEY_CHALLENGE_TIME, PASSKEYS_MAX } from '#shared/rules/auth/passkeys.ts';
import { MINUTE } from '#shared/time.ts';
import { type Answer, call } from '../../support/call.ts';
import { endSession, overtake } from '../../support/overtaken-changes.ts';
import {
  finishRegistration,
  registrationChallenge,
  signInWith,
  withPasskey,
} from '../../support/passkeys.ts';
import { newPerson, PASSWORD, type Person, signedInAgain } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { newAuthenticator } from '../../support/software-authenticator.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

const world = worldOfFile();

const passkeysSeenBy = async ({ token }: Person) =>
  (await call(viewPasskeys, {}, { method: 'GET', token })).body.data;

const FULL = 'You have 10 passkeys. Please remove one that you don’t use.';
const NOT_VERIFIED = 'This passkey couldn’t be verified. Please try again.';

describe('adding a passkey', () => {
  test('stores it under its name, and lists it', async () => {
    const person = await newPerson(world);
    const authenticator = newAuthenticator();
    const response = authenticator.create(await registrationChallenge(person));
    const { http, body } = await finishRegistration(person, response, ' My phone ');
    expect(http).toBe(200);
    expect(body.data).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        name: 'My phone',
        createdAt: expect.any(String),
        lastUsedAt: null,
        backedUp: false,
        confirmsFrom: expect.any(String),
        opensDeskFrom: null,
      },
    ]);
    expect(await passkeysSeenBy(person)).toEqual(body.data);
    expect((await userById(table, person.user.id, world.now()))?.passkeyCount).toBe(1);
  });

  test('accepts one whose authenticator attests itself, which browsers pass on unasked', async () => {
    const person = await newPerson(world);
    const authenticator = newAuthenticator();
    const challenge = await registrationChallenge(person);
    const response = authenticator.create(challenge, { attestsItself: true });
    expect((await finishRegistration(person, response)).http).toBe(200);
    expect((await signInWith(authenticator)).body.user_id).toBe(person.user.id);
  });

  test('tells the browser which passkeys exist, so that it does not make a second one', async () => {
    const person = await newPerson(world);
    const { credentialId } = await withPasskey(person);
    const { token } = person;
    const { body } = await call(beginPasskeyRegistration, { password: PASSWORD }, { token });
    expect(body.existing).toEqual([{ id: credentialId, transports: ['internal', 'hybrid'] }]);
    expect(Buffer.from(body.userHandle, 'base64url').toString()).toBe(person.user.id);
  });

  test('needs the password', async () => {
    const { token } = await newPerson(world);
    const wrong = await call(beginPasskeyRegistration, { password: 'Wrong-Horse-1' }, { token });
    expectRefusal(wrong, 400, 'INVALID_INPUT', 'That password is incorrect');
    expect(wrong.body.fields).toEqual({ password: 'That password is incorrect' });
  });

  test('is repeated without effect after a lost response', async () => {
    const person = await newPerson(world);
    const response = newAuthenticator().create(await registrationChallenge(person));
    const first = await finishRegistration(person, response);
    const again = await finishRegistration(person, response);
    expect(again.http).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await passkeysSeenBy(person)).toHaveLength(1);
    expect((await userById(table, person.user.id, world.now()))?.passkeyCount).toBe(1);
  });

  test('is refused with a challenge that added another passkey', async () => {
    const person = await newPerson(world);
    const challenge = await registrationChallenge(person);
    await finishRegistration(person, newAuthenticator().create(challenge));
    const replayed = await finishRegistration(person, newAuthenticator().create(challenge));
    expectRefusal(replayed, 403, 'FORBIDDEN', NOT_VERIFIED);
    expect(await passkeysSeenBy(person)).toHaveLength(1);
  });

  test('is refused with a challenge that has expired', async () => {
    const person = await newPerson(world);
    const challenge = await registrationChallenge(person);
    world.advance(PASSKEY_CHALLENGE_TIME);
    const late = await finishRegistration(person, newAuthenticator().create(challenge));
    expectRefusal(late, 403, 'FORBIDDEN', NOT_VERIFIED);
  });

  test('is refused with the challenge of another session, which proved the password there', async () => {
    const person = await newPerson(world);
    const challenge = await registrationChallenge(person);
    const elsewhere = await signedInAgain(world, person);
    const response = newAuthenticator().create(challenge);
    expectRefusal(await finishRegistration(elsewhere, response), 403, 'FORBIDDEN', NOT_VERIFIED);
    const stranger = await newPerson(world);
    expectRefusal(await finishRegistration(stranger, response), 403, 'FORBIDDEN', NOT_VERIFIED);
  });

  test.each([
    ['made at another origin', { origin: 'https://replypaid.example' }],
    ['made at a subdomain', { origin: SETTINGS.origin.replace('://', '://www.') }],
    ['made for another relying party', { rpId: 'replypaid.example' }],
    ['whose device did not check the person', { userVerified: false }],
  ])('refuses one %s', async (_case, ways) => {
    const person = await newPerson(world);
    const response = newAuthenticator().create(await registrationChallenge(person), ways);
    expectRefusal(await finishRegistration(person, response), 403, 'FORBIDDEN', NOT_VERIFIED);
    expect(await passkeysSeenBy(person)).toEqual([]);
  });

  test('is refused in a session that ended meanwhile', async () => {
    const person = await newPerson(world);
    const response = newAuthenticator().create(await registrationChallenge(person));
    const refused = await overtake(person, (by) => finishRegistration(by, response), endSession);
    expectRefusal(refused, 401, 'UNAUTHENTICATED');
  });

  test('refuses a response that is not one of a passkey', async () => {
    const person = await newPerson(world);
    const response = newAuthenticator().create(await registrationChallenge(person));
    for (const part of ['clientDataJSON', 'attestationObject', 'credentialId'])
      expectRefusal(
        await finishRegistration(person, { ...response, [part]: 'bm9uc2Vuc2U' }),
        403,
        'FORBIDDEN',
        NOT_VERIFIED,
      );
    const unreadable = await finishRegistration(person, { ...response, attestationObject: '{}' });
    expectRefusal(unreadable, 400, 'INVALID_INPUT');
  });

  test('accepts a credential again that was removed, also from another person', async () => {
    const authenticator = newAuthenticator();
    const [one, other] = [await newPerson(world), await newPerson(world)];
    for (const { token } of [one, one, other]) {
      const response = authenticator.create(await registrationChallenge({ token }));
      const { http, body } = await finishRegistration({ token }, response);
      expect(http).toBe(200);
      const [{ id: passkeyId }] = body.data;
      await call(removePasskey, { passkeyId, password: PASSWORD }, { token });
    }
  });

  test('is counted from the first one, or from the next one after none was left', async () => {
    const person = await newPerson(world);
    const sinceOf = async () =>
      (await userById(table, person.user.id, world.now()))?.passkeySince ?? 0;
    await withPasskey(person);
    const first = await sinceOf();
    await withPasskey(person);
    expect(await sinceOf()).toBe(first);
    for (const { id: passkeyId } of await passkeysSeenBy(person))
      await person.calls('removePasskey', { passkeyId, password: PASSWORD });
    const before = world.now();
    await withPasskey(person);
    expect(await sinceOf()).toBeGreaterThanOrEqual(before);
  });

  test('refuses a credential that another person has', async () => {
    const authenticator = newAuthenticator();
    const [one, other] = [await newPerson(world), await newPerson(world)];
    await finishRegistration(one, authenticator.create(await registrationChallenge(one)));
    const response = authenticator.create(await registrationChallenge(other));
    expectRefusal(await finishRegistration(other, response), 403, 'FORBIDDEN', NOT_VERIFIED);
    expect(await passkeysSeenBy(other)).toEqual([]);
  });

  test('refuses the eleventh, also when its challenge was issued before the tenth', async () => {
    const person = await newPerson(world);
    for (let made = 1; made < PASSKEYS_MAX; made += 1) await withPasskey(person);
    // Passwords are limited to ten in 15 minutes.
    world.advance(15 * MINUTE);
    const again = await signedInAgain(world, person);
    const challenges = [await registrationChallenge(again), await registrationChallenge(again)];
    const answers = await Promise.all(
      challenges.map((challenge) =>
        finishRegistration(again, newAuthenticator().create(challenge)),
      ),
    );
    const [refused, ...others] = answers.filter(({ http }) => http !== 200);
    expect(others).toEqual([]);
    expectRefusal(refused as Answer, 409, 'WRONG_STATUS', FULL);
    expect(await passkeysSeenBy(again)).toHaveLength(PASSKEYS_MAX);
    const more = await responseTo(again.calls('beginPasskeyRegistration', { password: PASSWORD }));
    expectRefusal(more, 409, 'WRONG_STATUS', FULL);
  });
});
