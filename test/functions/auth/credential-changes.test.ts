import { expect, test } from '@jest/globals';
import { handler as updateInboundSettings } from '#functions/accounts/updateInboundSettings.ts';
import { handler as endOtherSessions } from '#functions/auth/endOtherSessions.ts';
import { handler as endSession } from '#functions/auth/endSession.ts';
import { handler as removeEmail } from '#functions/auth/removeEmail.ts';
import { handler as removePasskey } from '#functions/auth/removePasskey.ts';
import { handler as signOut } from '#functions/auth/signOut.ts';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { handler as updatePassword } from '#functions/auth/updatePassword.ts';
import { handler as viewPasskeys } from '#functions/auth/viewPasskeys.ts';
import { handler as updateUserProfile } from '#functions/profiles/updateUserProfile.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { knownDevice } from '#functions/storage/auth/known-devices.ts';
import { userKey, userPartition } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { HOUR, later, SECOND } from '#shared/time.ts';
import { requestDeletion } from '../../support/account-deletions.ts';
import {
  address,
  confirmReset,
  NEW_PASSWORD,
  refresh,
  requestReset,
  sendLoginCode,
  signIn,
  signInByCode,
} from '../../support/auth.ts';
import { beforeWrite } from '../../support/before-write.ts';
import { type Answer, call } from '../../support/call.ts';
import { confirm, nextEmail, sendCode } from '../../support/emails.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import {
  finishRegistration,
  registrationChallenge,
  signInWith,
  withPasskey,
} from '../../support/passkeys.ts';
import { bearer, nextPhoneNumber, PASSWORD, signedIn, visitor } from '../../support/people.ts';
import { requestChange, requestOldNumberCode, save, stop } from '../../support/phone-change.ts';
import { recover, recoverable, requestRecovery, sendNumberCode } from '../../support/recovery.ts';
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
  const own = (
    await responseTo(
      visitor().calls('authenticate', { username, password: PASSWORD }, { from: address() }),
    )
  ).body;
  const other = await signedIn(user, world.now());
  await sendLoginCode(phoneNumber);
  const signInCode = world.codeSentTo(phoneNumber);
  await requestReset(username);
  const resetCode = world.codeSentTo(phoneNumber);
  await requestRecovery(username);
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
const PRICES = { paidResponsePrice: '20', paidResponseCommitment: '5' };

/** Whether a session is live: it writes, and refreshes. One that has ended does neither. */
async function isLive({ token, refreshToken }: Session): Promise<boolean> {
  const writes = isAccepted(await call(updateInboundSettings, PRICES, { token }));
  expect(isAccepted(await refresh(refreshToken))).toBe(writes);
  return writes;
}

/** Whether the code from the email and the password, which may be new, allow to move the account. */
async function recovers({ username, recoveryCode: code }: Prepared): Promise<boolean> {
  for (const password of [PASSWORD, NEW_PASSWORD]) {
    const phoneNumber = nextPhoneNumber();
    if (isAccepted(await sendNumberCode({ username, code, password, phoneNumber }))) return true;
  }
  return false;
}

/** Checks whether something that a person had before a change is still valid. The last check ends the sessions. */
const HELD = {
  'own session': ({ own }) => isLive(own),
  'other session': ({ other }) => isLive(other),
  'username and password': async ({ username }) => isAccepted(await signIn(username)),
  passkey: async ({ authenticator }) => isAccepted(await signInWith(authenticator)),
  'sign-in code': async ({ phoneNumber, signInCode }) =>
    isAccepted(await signInByCode(phoneNumber, signInCode)),
  'recovery code': recovers,
  'known device': async ({ user, device }) =>
    (await knownDevice(table, user.id, [device], world.now())) !== undefined,
  'pending phone change': async ({ user }) =>
    (await userById(table, user.id, world.now()))?.nextPhoneAt !== undefined,
  'reset code': async ({ username, resetCode }) =>
    isAccepted(await confirmReset(username, resetCode)),
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
  await requestChange(token, next);
  await requestOldNumberCode(token);
  const oldCode = world.codeSentTo(phoneNumber);
  return save(token, next, world.codeSentTo(next), { oldCode });
}

async function move({ username, recoveryCode: code }: Prepared): Promise<Answer> {
  const phoneNumber = nextPhoneNumber();
  const proof = { username, code, password: PASSWORD, phoneNumber };
  await sendNumberCode(proof);
  return recover({ ...proof, phoneCode: world.codeSentTo(phoneNumber) });
}

async function changeEmail({ own: { token } }: Prepared): Promise<Answer> {
  const email = nextEmail();
  await sendCode(token, email);
  return confirm(token, email, world.codeEmailedTo(email));
}

async function addPasskey({ own }: Prepared): Promise<Answer> {
  return finishRegistration(own, newAuthenticator().create(await registrationChallenge(own)));
}

async function removeOnlyPasskey({ own: { token } }: Prepared): Promise<Answer> {
  const [{ id: passkeyId }] = (await call(viewPasskeys, {}, { method: 'GET', token })).body.data;
  return call(removePasskey, { passkeyId, password: PASSWORD }, { token });
}

async function endOther({ own: { token }, other }: Prepared): Promise<Answer> {
  const { sessionId } = (await readAccessToken(other.token, world.now())) ?? {};
  return call(endSession, { sessionId }, { token });
}

const rename = ({ own: { token }, user }: Prepared): Promise<Answer> =>
  call(
    updateUserProfile,
    {
      username: `${user.username}_2`,
      userFullName: user.fullName,
      userBio: '',
      categoryId: 'CATEGORY_01',
      subCategoryId: 'CATEGORY_01_02',
    },
    { token },
  );

type Change = (held: Prepared) => Promise<Answer>;

/** Each change, with what it ends. Everything else is left. */
const CHANGES: Readonly<Record<string, readonly [Change, readonly Held[]]>> = {
  'a password change': [
    ({ own: { token }, device }) =>
      call(
        updatePassword,
        { oldPassword: PASSWORD, newPassword: NEW_PASSWORD },
        { token, headers: { 'x-device': device } },
      ),
    ['other session', 'username and password', 'passkey', 'recovery code', 'pending phone change'],
  ],
  'a password reset': [
    ({ username, resetCode }) => confirmReset(username, resetCode),
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
    ({ own: { token } }) => call(removeEmail, { password: PASSWORD }, { token }),
    ['recovery code', 'reset code'],
  ],
  'stopping a phone change': [({ own: { token } }) => stop(token), ['pending phone change']],
  'another passkey': [addPasskey, ['recovery code', 'reset code']],
  'the removal of the passkey': [removeOnlyPasskey, ['passkey', 'recovery code', 'reset code']],
  'a sign-out': [({ own: { token } }) => call(signOut, {}, { token }), ['own session']],
  'the end of the other session': [endOther, ['other session']],
  'the end of all other sessions': [
    ({ own: { token } }) => call(endOtherSessions, {}, { token }),
    ['other session'],
  ],
  'a username change': [
    rename,
    ['own session', 'other session', 'username and password', 'recovery code', 'reset code'],
  ],
  'the request to delete the account': [({ own }) => requestDeletion(own), []],
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
  const answer = await beforeWrite(
    userPartition(held.user.id),
    async () => change?.(held),
    () => responseTo(bearer(held.own.token).calls('signOut')),
  );
  expect(answer).toMatchObject({ http: 401 });
  expect(await ended(held)).toEqual(['own session']);
});

/** Each way into an account, and the response to it once the account is blocked. */
const WAYS_IN: Readonly<Record<string, readonly [(held: Prepared) => Promise<Answer>, number]>> = {
  'an access token': [({ own: { token } }) => call(updateInboundSettings, PRICES, { token }), 401],
  'a refresh token': [({ own }) => refresh(own.refreshToken), 401],
  'the password': [({ username }) => signIn(username), 403],
  'a wrong password': [({ username }) => signIn(username, NEW_PASSWORD), 401],
  'a passkey': [({ authenticator }) => signInWith(authenticator), 403],
  'a code': [({ phoneNumber, signInCode }) => signInByCode(phoneNumber, signInCode), 403],
  'a wrong code': [({ phoneNumber, resetCode }) => signInByCode(phoneNumber, resetCode), 401],
  'a code for a lost phone': [
    ({ username, recoveryCode: code }) =>
      sendNumberCode({ username, code, password: PASSWORD, phoneNumber: nextPhoneNumber() }),
    401,
  ],
  'a new password by a code': [
    async ({ username, resetCode }) => {
      await confirmReset(username, resetCode);
      return signIn(username, NEW_PASSWORD);
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
