import { expect, test } from '@jest/globals';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { knownDevice } from '#functions/storage/auth/known-devices.ts';
import { userKey, userPartition } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NEW_PASSWORD, PASSWORD } from '#lib/local/deeds/passwords.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { HOUR, later, SECOND } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import { nextEmail } from '../../support/emails.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import { onlyPasskeyOf, withPasskey } from '../../support/passkeys.ts';
import { bearer, nextPhoneNumber, personOf, visitor } from '../../support/people.ts';
import { recoverable } from '../../support/recovery.ts';
import { newAuthenticator } from '../../support/software-authenticator.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Each change of credentials ends some of these and leaves the others: sessions, codes on their way, passkeys, known devices and a
 * pending phone change. Open screens get a hint if a session ends. Everything is tried through the real handlers.
 * docs/product/auth.md#what-ends-sessions
 */

const world = worldOfFile();

/** Creates a person with two sessions, a passkey, a known device, every kind of code on its way, and a pending phone change. */
async function prepared() {
  const person = await recoverable(world);
  const authenticator = await withPasskey(person);
  world.advance(SECURITY_WAIT + HOUR);
  const { user, username, email } = person;
  const { phoneNumber } = user;
  const next = {
    nextPhoneNumber: nextPhoneNumber(),
    nextPhoneAt: later(world.now(), SECURITY_WAIT),
  };
  await table.write(update(userKey(user.id), { set: next }));
  const own = await visitor().signsIn(username);
  const other = await personOf(world, user);
  await visitor().asksForLoginCode(phoneNumber);
  const signInCode = world.codeSentTo(phoneNumber);
  await visitor().asksForReset(username);
  const resetCode = world.codeSentTo(phoneNumber);
  await visitor().asksForRecovery(username);
  const recoveryCode = world.codeEmailedTo(email);
  world.advance(SECOND);
  return {
    user,
    username,
    email,
    phoneNumber,
    authenticator,
    signInCode,
    resetCode,
    recoveryCode,
    own: { token: own.access_token, refreshToken: own.refresh_token },
    other,
    device: String(own.device_token),
  };
}
type Prepared = Awaited<ReturnType<typeof prepared>>;
type Session = Prepared['own'];

const isAccepted = ({ http }: Answer) => http === 200;
const PRICES = { price: '20', perMonth: '5' };

/** Whether a session is live: it writes, and refreshes. One that has ended does neither. */
async function isLive({ token, refreshToken }: Session): Promise<boolean> {
  const writes = isAccepted(await responseTo(bearer(token).setsPrice(PRICES)));
  expect(isAccepted(await responseTo(visitor().refreshes(refreshToken)))).toBe(writes);
  return writes;
}

/** Whether the code from the email and the password, which may be new, allow to move the account. */
async function recovers({ username, recoveryCode: code }: Prepared): Promise<boolean> {
  for (const password of [PASSWORD, NEW_PASSWORD]) {
    const phoneNumber = nextPhoneNumber();
    if (
      isAccepted(
        await responseTo(visitor().asksForRecoveryCode({ username, code, password, phoneNumber })),
      )
    )
      return true;
  }
  return false;
}

/** Checks whether something that a person had before a change is still valid. The last check ends the sessions. */
const HELD = {
  'own session': ({ own }) => isLive(own),
  'other session': ({ other }) => isLive(other),
  'username and password': async ({ username }) =>
    isAccepted(await responseTo(visitor().signsIn(username))),
  passkey: async ({ authenticator }) =>
    isAccepted(await responseTo(visitor().signsInWith(authenticator))),
  'sign-in code': async ({ phoneNumber, signInCode }) =>
    isAccepted(await responseTo(visitor().signsInByCode(phoneNumber, signInCode))),
  'recovery code': recovers,
  'known device': async ({ user, device }) =>
    (await knownDevice(table, user.id, [device], world.now())) !== undefined,
  'pending phone change': async ({ user }) =>
    (await userById(table, user.id, world.now()))?.nextPhoneAt !== undefined,
  'reset code': async ({ username, resetCode }) =>
    isAccepted(await responseTo(visitor().resetsPassword(username, resetCode))),
} satisfies Record<string, (held: Prepared) => Promise<boolean>>;
type Held = keyof typeof HELD;

/** The names of what is no longer valid. */
async function ended(held: Prepared): Promise<string[]> {
  const gone: string[] = [];
  for (const [name, isGood] of Object.entries(HELD)) if (!(await isGood(held))) gone.push(name);
  return gone;
}

async function changePhone({ own: { token }, phoneNumber }: Prepared): Promise<Answer> {
  const next = nextPhoneNumber();
  await bearer(token).asksForNumberCode(next);
  await bearer(token).asksForOldNumberCode();
  const oldCode = world.codeSentTo(phoneNumber);
  return responseTo(bearer(token).changesNumber(next, world.codeSentTo(next), { oldCode }));
}

async function move({ username, recoveryCode: code }: Prepared): Promise<Answer> {
  const phoneNumber = nextPhoneNumber();
  const proof = { username, code, password: PASSWORD, phoneNumber };
  await visitor().asksForRecoveryCode(proof);
  return responseTo(visitor().recovers({ ...proof, phoneCode: world.codeSentTo(phoneNumber) }));
}

async function changeEmail({ own: { token } }: Prepared): Promise<Answer> {
  const email = nextEmail();
  await bearer(token).asksForEmailCode(email);
  return responseTo(bearer(token).confirmsEmail(email, world.codeEmailedTo(email)));
}

async function addPasskey({ own }: Prepared): Promise<Answer> {
  return responseTo(
    bearer(own.token).finishesPasskey(
      newAuthenticator().create((await bearer(own.token).beginsPasskey()).challenge),
    ),
  );
}

async function removeOnlyPasskey({ own: { token } }: Prepared): Promise<Answer> {
  return responseTo(bearer(token).removesPasskey(await onlyPasskeyOf(bearer(token))));
}

async function endOther({ own: { token }, other }: Prepared): Promise<Answer> {
  const { sessionId = '' } = (await readAccessToken(other.token, world.now())) ?? {};
  return responseTo(bearer(token).endsSession({ sessionId }));
}

const rename = ({ own: { token }, user }: Prepared): Promise<Answer> =>
  responseTo(
    bearer(token).editsProfile({
      username: `${user.username}_2`,
      userFullName: user.fullName,
      userBio: '',
      categoryId: 'CATEGORY_01',
      subCategoryId: 'CATEGORY_01_02',
    }),
  );

type Change = (held: Prepared) => Promise<Answer>;

/** Each change, with what it ends. Everything else is left. */
const CHANGES: Readonly<Record<string, readonly [Change, readonly Held[]]>> = {
  'a password change': [
    ({ own: { token }, device }) =>
      responseTo(bearer(token).changesPassword({ headers: { 'x-device': device } })),
    ['other session', 'username and password', 'passkey', 'recovery code', 'pending phone change'],
  ],
  'a password reset': [
    ({ username, resetCode }) => responseTo(visitor().resetsPassword(username, resetCode)),
    [
      'own session',
      'other session',
      'username and password',
      'passkey',
      'recovery code',
      'known device',
      'pending phone change',
      'reset code',
    ],
  ],
  'a phone change': [
    changePhone,
    ['other session', 'sign-in code', 'recovery code', 'pending phone change', 'reset code'],
  ],
  'a move from a lost phone': [
    move,
    [
      'own session',
      'other session',
      'passkey',
      'sign-in code',
      'recovery code',
      'known device',
      'pending phone change',
      'reset code',
    ],
  ],
  'a new email address': [changeEmail, ['recovery code', 'reset code']],
  'the removal of the email address': [
    ({ own: { token } }) => responseTo(bearer(token).removesEmail()),
    ['recovery code', 'reset code'],
  ],
  'stopping a phone change': [
    ({ own: { token } }) => responseTo(bearer(token).stopsNumberChange()),
    ['pending phone change'],
  ],
  'another passkey': [addPasskey, ['recovery code', 'reset code']],
  'the removal of the passkey': [removeOnlyPasskey, ['passkey', 'recovery code', 'reset code']],
  'a sign-out': [({ own: { token } }) => responseTo(bearer(token).signsOut()), ['own session']],
  'the end of the other session': [endOther, ['other session']],
  'the end of all other sessions': [
    ({ own: { token } }) => responseTo(bearer(token).endsOtherSessions()),
    ['other session'],
  ],
  'a username change': [
    rename,
    ['own session', 'other session', 'username and password', 'recovery code', 'reset code'],
  ],
  'the request to delete the account': [
    ({ own }) => responseTo(bearer(own.token).asksForDeletion()),
    [],
  ],
};

test.each(Object.entries(CHANGES))(
  '%s ends this and leaves the rest',
  async (_name, [change, ends]) => {
    const held = await prepared();
    world.hints.length = 0;
    expect(await change(held)).toMatchObject({ http: 200 });
    const isHinted = world.hints.some(({ hint }) => hint.kind === 'sessionEnded');
    expect(isHinted).toBe(ends.some((name) => name.endsWith(' session')));
    expect(await ended(held)).toEqual(ends);
  },
);

test.each([
  'a password change',
  'a phone change',
  'stopping a phone change',
  'a new email address',
  'the removal of the email address',
  'another passkey',
  'the removal of the passkey',
  'a username change',
  'the request to delete the account',
])('%s changes nothing if its session is ended at the last moment', async (name) => {
  const held = await prepared();
  const [change] = CHANGES[name] ?? [];
  const answer = await world.overtaken(async () => change?.(held), {
    at: userPartition(held.user.id),
    by: () => responseTo(bearer(held.own.token).signsOut()),
  });
  expect(answer).toMatchObject({ http: 401 });
  expect(await ended(held)).toEqual(['own session']);
});

/** Each way into an account, and the response to it once the account is blocked. */
const WAYS_IN: Readonly<Record<string, readonly [(held: Prepared) => Promise<Answer>, number]>> = {
  'an access token': [({ own: { token } }) => responseTo(bearer(token).setsPrice(PRICES)), 401],
  'a refresh token': [({ own }) => responseTo(visitor().refreshes(own.refreshToken)), 401],
  'the password': [({ username }) => responseTo(visitor().signsIn(username)), 403],
  'a wrong password': [
    ({ username }) => responseTo(visitor().signsIn(username, { password: NEW_PASSWORD })),
    401,
  ],
  'a passkey': [({ authenticator }) => responseTo(visitor().signsInWith(authenticator)), 403],
  'a code': [
    ({ phoneNumber, signInCode }) => responseTo(visitor().signsInByCode(phoneNumber, signInCode)),
    403,
  ],
  'a wrong code': [
    ({ phoneNumber, resetCode }) => responseTo(visitor().signsInByCode(phoneNumber, resetCode)),
    401,
  ],
  'a code for a lost phone': [
    ({ username, recoveryCode: code }) =>
      responseTo(
        visitor().asksForRecoveryCode({
          username,
          code,
          password: PASSWORD,
          phoneNumber: nextPhoneNumber(),
        }),
      ),
    401,
  ],
  'a new password by a code': [
    async ({ username, resetCode }) => {
      await visitor().resetsPassword(username, resetCode);
      return responseTo(visitor().signsIn(username, { password: NEW_PASSWORD }));
    },
    403,
  ],
};

test.each(Object.entries(WAYS_IN))(
  '%s opens no session of a blocked account, and an appeal only to whoever signs in',
  async (_name, [enter, http]) => {
    const held = await prepared();
    await runConfirmedOps(world, 'block', held.username);
    const { body, ...answer } = await enter(held);
    expect(answer.http).toBe(http);
    const got = ['access_token', 'statement', 'appealToken'].filter((name) => name in body);
    expect(got).toEqual(http === 403 ? ['statement', 'appealToken'] : []);
  },
);

test('an account that is unblocked has no session, and all else again', async () => {
  const held = await prepared();
  await runConfirmedOps(world, 'block', held.username);
  await runConfirmedOps(world, 'unblock', held.username);
  expect(await ended(held)).toEqual(['own session', 'other session']);
});
