import { describe, expect, test } from '@jest/globals';
import { userById } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSKEY_CHALLENGE_TIME, PASSKEYS_MAX } from '#shared/rules/auth/passkeys.ts';
import { MINUTE } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import { withPasskey } from '../../support/passkeys.ts';
import { newPerson, type Person, personOf, visitor } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { newAuthenticator } from '../../support/software-authenticator.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

const world = worldOfFile();

const passkeysSeenBy = async (person: Person) => (await person.passkeys()).data;

const FULL = 'You have 10 passkeys. Please remove one that you don’t use.';
const NOT_VERIFIED = 'This passkey couldn’t be verified. Please try again.';

describe('adding a passkey', () => {
  test('stores it under its name, and lists it', async () => {
    const person = await newPerson(world);
    const authenticator = newAuthenticator();
    const response = authenticator.create((await person.beginsPasskey()).challenge);
    const { http, body } = await responseTo(
      person.finishesPasskey(response, { name: ' My phone ' }),
    );
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
    const { challenge } = await person.beginsPasskey();
    const response = authenticator.create(challenge, { attestsItself: true });
    await person.finishesPasskey(response);
    expect((await visitor().signsInWith(authenticator)).user_id).toBe(person.user.id);
  });

  test('tells the browser which passkeys exist, so that it does not make a second one', async () => {
    const person = await newPerson(world);
    const { credentialId } = await withPasskey(person);
    const body = await person.beginsPasskey();
    expect(body.existing).toEqual([{ id: credentialId, transports: ['internal', 'hybrid'] }]);
    expect(Buffer.from(body.userHandle, 'base64url').toString()).toBe(person.user.id);
  });

  test('needs the password', async () => {
    const person = await newPerson(world);
    const wrong = await responseTo(person.beginsPasskey({ password: 'Wrong-Horse-1' }));
    expectRefusal(wrong, 400, 'INVALID_INPUT', 'That password is incorrect');
    expect(wrong.body.fields).toEqual({ password: 'That password is incorrect' });
  });

  test('is repeated without effect after a lost response', async () => {
    const person = await newPerson(world);
    const response = newAuthenticator().create((await person.beginsPasskey()).challenge);
    const { lost, result } = await world.losingTheReply(() =>
      responseTo(person.finishesPasskey(response)),
    );
    expect(result.http).toBe(200);
    expect(result.body).toEqual(lost.body);
    expect(await passkeysSeenBy(person)).toHaveLength(1);
    expect((await userById(table, person.user.id, world.now()))?.passkeyCount).toBe(1);
  });

  test('is refused with a challenge that added another passkey', async () => {
    const person = await newPerson(world);
    const { challenge } = await person.beginsPasskey();
    await person.finishesPasskey(newAuthenticator().create(challenge));
    const replayed = await responseTo(person.finishesPasskey(newAuthenticator().create(challenge)));
    expectRefusal(replayed, 403, 'FORBIDDEN', NOT_VERIFIED);
    expect(await passkeysSeenBy(person)).toHaveLength(1);
  });

  test('is refused with a challenge that has expired', async () => {
    const person = await newPerson(world);
    const { challenge } = await person.beginsPasskey();
    world.advance(PASSKEY_CHALLENGE_TIME);
    const late = await responseTo(person.finishesPasskey(newAuthenticator().create(challenge)));
    expectRefusal(late, 403, 'FORBIDDEN', NOT_VERIFIED);
  });

  test('is refused with the challenge of another session, which proved the password there', async () => {
    const person = await newPerson(world);
    const { challenge } = await person.beginsPasskey();
    const elsewhere = await personOf(world, person.user);
    const response = newAuthenticator().create(challenge);
    await expectRefused(elsewhere.finishesPasskey(response), 403, 'FORBIDDEN', NOT_VERIFIED);
    const stranger = await newPerson(world);
    await expectRefused(stranger.finishesPasskey(response), 403, 'FORBIDDEN', NOT_VERIFIED);
  });

  test.each([
    ['made at another origin', { origin: 'https://replypaid.example' }],
    ['made at a subdomain', { origin: SETTINGS.origin.replace('://', '://www.') }],
    ['made for another relying party', { rpId: 'replypaid.example' }],
    ['whose device did not check the person', { userVerified: false }],
  ])('refuses one %s', async (_case, ways) => {
    const person = await newPerson(world);
    const response = newAuthenticator().create((await person.beginsPasskey()).challenge, ways);
    await expectRefused(person.finishesPasskey(response), 403, 'FORBIDDEN', NOT_VERIFIED);
    expect(await passkeysSeenBy(person)).toEqual([]);
  });

  test('is refused in a session that ended meanwhile', async () => {
    const person = await newPerson(world);
    const response = newAuthenticator().create((await person.beginsPasskey()).challenge);
    const refused = await world.overtaken(() => responseTo(person.finishesPasskey(response)), {
      at: userKey(person.user.id),
      by: () => person.signsOut(),
    });
    expectRefusal(refused, 401, 'UNAUTHENTICATED');
  });

  test('refuses a response that is not one of a passkey', async () => {
    const person = await newPerson(world);
    const response = newAuthenticator().create((await person.beginsPasskey()).challenge);
    for (const part of ['clientDataJSON', 'attestationObject', 'credentialId'])
      await expectRefused(
        person.finishesPasskey({ ...response, [part]: 'bm9uc2Vuc2U' }),
        403,
        'FORBIDDEN',
        NOT_VERIFIED,
      );
    const unreadable = await responseTo(
      person.finishesPasskey({ ...response, attestationObject: '{}' }),
    );
    expectRefusal(unreadable, 400, 'INVALID_INPUT');
  });

  test('accepts a credential again that was removed, also from another person', async () => {
    const authenticator = newAuthenticator();
    const [one, other] = [await newPerson(world), await newPerson(world)];
    for (const person of [one, one, other]) {
      const response = authenticator.create((await person.beginsPasskey()).challenge);
      const { http, body } = await responseTo(person.finishesPasskey(response));
      expect(http).toBe(200);
      const [{ id: passkeyId }] = body.data;
      await person.removesPasskey({ id: passkeyId });
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
      await person.removesPasskey({ id: passkeyId });
    const before = world.now();
    await withPasskey(person);
    expect(await sinceOf()).toBeGreaterThanOrEqual(before);
  });

  test('refuses a credential that another person has', async () => {
    const authenticator = newAuthenticator();
    const [one, other] = [await newPerson(world), await newPerson(world)];
    await one.finishesPasskey(authenticator.create((await one.beginsPasskey()).challenge));
    const response = authenticator.create((await other.beginsPasskey()).challenge);
    await expectRefused(other.finishesPasskey(response), 403, 'FORBIDDEN', NOT_VERIFIED);
    expect(await passkeysSeenBy(other)).toEqual([]);
  });

  test('refuses the eleventh, also when its challenge was issued before the tenth', async () => {
    const person = await newPerson(world);
    for (let made = 1; made < PASSKEYS_MAX; made += 1) await withPasskey(person);
    // Passwords are limited to ten in 15 minutes.
    world.advance(15 * MINUTE);
    const challenges = [
      (await person.beginsPasskey()).challenge,
      (await person.beginsPasskey()).challenge,
    ];
    const answers = await Promise.all(
      challenges.map((challenge) =>
        responseTo(person.finishesPasskey(newAuthenticator().create(challenge))),
      ),
    );
    const [refused, ...others] = answers.filter(({ http }) => http !== 200);
    expect(others).toEqual([]);
    expectRefusal(refused as Answer, 409, 'WRONG_STATUS', FULL);
    expect(await passkeysSeenBy(person)).toHaveLength(PASSKEYS_MAX);
    const more = await responseTo(person.beginsPasskey());
    expectRefusal(more, 409, 'WRONG_STATUS', FULL);
  });
});
