import { describe, expect, test } from '@jest/globals';
import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { serve } from '#functions/serve.ts';
import { blockAccount } from '#functions/storage/accounts/blocks.ts';
import { changePassword } from '#functions/storage/auth/password-changes.ts';
import { REFRESH_GRACE, requireLiveSession } from '#functions/storage/auth/sessions.ts';
import { userKey } from '#functions/storage/keys.ts';
import { remove, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { newId } from '#shared/ids.ts';
import { SECOND } from '#shared/time.ts';
import { call } from '../../support/call.ts';
import { callerAt, greeting } from '../../support/greeting.ts';
import { bearer, newPerson, type Person, personOf, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Access tokens of ended sessions. The authorization matrix checks that every operation that writes refuses them. */

const world = worldOfFile();

const NEW_PASSWORD = 'Battery-Staple-2';

const change = (token: string) =>
  responseTo(bearer(token).setsPrice({ price: '20', perMonth: '5' }));
const statusOf = async (token: string) => (await change(token)).body.status;

/** The operations that end a session, other than signing out of it, by name. */
const ENDINGS: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
  'signing out': (person) => responseTo(person.calls('signOut')),
  'a new password on another device': async ({ user }) => {
    const person = await personOf(world, user);
    const { token } = person;
    const input = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
    await person.calls('updatePassword', input);
    expect(await statusOf(token)).toBe('SUCCESS');
  },
  'a new password whose function died before it removed the sessions': async ({ user, token }) => {
    const { sessionId = '' } = (await readAccessToken(token, world.now())) ?? {};
    const proof = requireLiveSession(user, sessionId, world.now());
    const { passwordHash } = user;
    const change = { step: 'PASSWORD_CHANGE', passwordHash, proof, endedPasskeys: [] } as const;
    expect(await changePassword(table, user, change, world.now())).toBe('done');
  },
  'a reset password': async ({ user: { username, phoneNumber } }) => {
    await visitor().calls('requestPasswordReset', { username });
    const verificationCode = world.codeSentTo(phoneNumber);
    const input = { username, verificationCode, password: NEW_PASSWORD };
    expect((await responseTo(visitor().calls('confirmPasswordReset', input))).http).toBe(200);
  },
  'a refresh token that is used again': async ({ refreshToken: token }) => {
    const body = await bearer(token).calls('refreshToken');
    world.advance(REFRESH_GRACE + SECOND);
    await bearer(body.refresh_token).calls('refreshToken');
    expect((await responseTo(bearer(token).calls('refreshToken'))).http).toBe(401);
  },
  'a block': ({ user: { id } }) => {
    const now = world.now();
    const act = { id: newId(now), at: now, who: 'test', command: 'block', about: id };
    return blockAccount(table, id, { ...act, reason: 'test', outcome: 'blocked' }, now);
  },
  'the end of the account': ({ user }) => table.write(remove(userKey(user.id))),
};

test('the other sessions of a person continue when one signs out', async () => {
  const person = await newPerson(world);
  const { user } = person;
  const other = await personOf(world, user);
  await person.calls('signOut');
  expect(await statusOf(other.token)).toBe('SUCCESS');
});

test('a valid token with another person’s session is refused', async () => {
  const [ana, ben] = [await newPerson(world), await newPerson(world)];
  const known = await readAccessToken(ben.token, world.now());
  const { sessionId } = known ?? { sessionId: '' };
  const mixed = callerAt(world.now(), { userId: ana.user.id, sessionId });
  expect(await statusOf(await signAccessToken(mixed, world.now()))).toBe('UNAUTHENTICATED');
});

test('calls of an ended session do not count towards its owner’s limit', async () => {
  const limits = [{ per: 'caller', max: 1, within: 60 }] as const;
  const spec = { ...greeting({ who: 'signedIn', name: 'limitedWrite' }), limits };
  const handler = serve({ ...spec, uses: ['accounts.write'] }, async () => ({ greeting: 'Hello' }));
  const person = await newPerson(world);
  const { user, token } = person;
  const { token: other } = await personOf(world, user);
  await person.calls('signOut');
  for (const _ of [1, 2, 3])
    expect((await call(handler, { name: 'Ada' }, { token })).http).toBe(401);
  expect((await call(handler, { name: 'Ada' }, { token: other })).http).toBe(200);
});

describe('an access token of a session that ended by', () => {
  test.each(Object.keys(ENDINGS))('%s cannot write', async (ending) => {
    const person = await newPerson(world);
    expect(await statusOf(person.token)).toBe('SUCCESS');
    world.advance(SECOND);
    await ENDINGS[ending]?.(person);
    const refused = await change(person.token);
    expect(refused).toMatchObject({ http: 401, body: { status: 'UNAUTHENTICATED' } });
  });

  test('signing out can read until it expires', async () => {
    const person = await newPerson(world);
    await person.calls('signOut');
    await person.offer();
  });
});
