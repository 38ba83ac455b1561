import { describe, expect, test } from '@jest/globals';
import { REFRESH_TOKEN_TIME } from '#functions/auth/tokens.ts';
import { requestDeletion } from '#functions/storage/accounts/account-deletions.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { clearEmail, setEmail } from '#functions/storage/auth/email-changes.ts';
import { addPasskey, newPasskey, removePasskey } from '#functions/storage/auth/passkeys.ts';
import { changePassword } from '#functions/storage/auth/password-changes.ts';
import {
  cancelPhoneChange,
  changePhone,
  recoverPhone,
  requestPhoneChange,
} from '#functions/storage/auth/phone-changes.ts';
import { endSession, openSession, requireLiveSession } from '#functions/storage/auth/sessions.ts';
import { exists, type Match } from '#functions/storage/conditions.ts';
import { passkeyClaimKey, userKey } from '#functions/storage/keys.ts';
import { saveProfile } from '#functions/storage/profiles/profiles.ts';
import { check, put, type Step, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import type { Profile } from '#shared/rules/profiles/profile-fields.ts';
import { DAY, type Instant, instant, later, SECOND } from '#shared/time.ts';
import { newPerson, nextPhoneNumber } from '../support/people.ts';
import { worldOfFile } from '../support/test-world.ts';

/*
 * Changes of what protects an account check in their own transaction that their session is live, and spend there what proves the
 * right to them. A check before the transaction would not see what another call does in between.
 */

const world = worldOfFile();

/** A whole second, because sessions expire by the second. */
const START = instant(Date.UTC(2027, 4, 1));

type Proof = Step<'SPENT'>;
type Call = { readonly sessionId: string; readonly now: Instant; readonly proof: Proof };
type Change = (user: User, call: Call) => Promise<unknown>;

/** A proof that is good, or none, by whether an item that nobody stores has to be missing. */
const proofIf = (when: Match<unknown>): Proof =>
  check({ pk: 'TEST', sk: 'PROOF' }, { when, otherwise: 'SPENT' });
const good = () => proofIf({ pk: undefined });
const spent = () => proofIf({ pk: exists });

const newPasskeyOf = ({ id: userId }: User) => {
  const credential = { credentialId: newId(START), publicKey: '', counter: 0, backedUp: false };
  return newPasskey({ userId, name: 'Phone', ...credential }, START);
};

/** The changes that a code, a challenge or a confirmation proves, within a session. */
const PROVEN: Readonly<Record<string, Change>> = {
  'a request for another phone number': (user, { sessionId, now, proof }) => {
    const change = { phoneNumber: nextPhoneNumber(), sessionId, proofs: [proof] };
    return requestPhoneChange(table, user, change, now);
  },
  'another phone number': (user, { sessionId, now, proof }) => {
    const change = { phoneNumber: nextPhoneNumber(), sessionId, proofs: [proof] };
    return changePhone(table, user, change, now);
  },
  'another email address': (user, { sessionId, now, proof: spend }) =>
    setEmail(table, user, { email: 'new@replypaid.test', sessionId, spend }, now),
  'another passkey': (user, { sessionId, now, proof }) =>
    addPasskey(table, user, newPasskeyOf(user), { sessionId, proof }, now),
  'a request for the deletion': (user, { sessionId, now, proof }) => {
    const proofs = [proof as unknown as Step<'UNCONFIRMED'>];
    return requestDeletion(table, user, { deletionAt: later(now, DAY), sessionId, proofs }, now);
  },
};

/** The changes that need a session, besides those. */
const IN_SESSION: Readonly<Record<string, Change>> = {
  'another password': (user, { sessionId, now }) =>
    changePassword(
      table,
      user,
      {
        step: 'PASSWORD_CHANGE',
        passwordHash: 'hash',
        proof: requireLiveSession(user, sessionId, now),
        endedPasskeys: [],
      },
      now,
    ),
  'the end of a request for another phone number': (user, { sessionId, now }) =>
    cancelPhoneChange(table, user, sessionId, now),
  'no email address': (user, { sessionId, now }) => clearEmail(table, user, sessionId, now),
  'one passkey less': async (user, { sessionId, now }) => {
    const passkey = newPasskeyOf(user);
    await table.write(put(passkey));
    await table.write(put({ ...passkeyClaimKey(passkey.id), userId: user.id }));
    return removePasskey(table, user, passkey, { sessionId, wait: true }, now);
  },
  'another username': (user, { sessionId, now }) => {
    const { fullName, bio } = user;
    const profile = { fullName, bio, username: `${user.username}_new` } as Profile;
    return saveProfile(table, user, profile, sessionId, now);
  },
};

/** The changes that a texted or emailed code proves, without a session. */
const WITHOUT_SESSION: Readonly<Record<string, Change>> = {
  'a reset password': (user, { now, proof }) =>
    changePassword(
      table,
      user,
      { step: 'PASSWORD_RESET', passwordHash: 'hash', proof, endedPasskeys: [] },
      now,
    ),
  'a phone number in place of a lost one': (user, { now, proof }) =>
    recoverPhone(
      table,
      user,
      { phoneNumber: nextPhoneNumber(), proofs: [proof], endedPasskeys: [] },
      now,
    ),
};

/** A person whose session began at START. */
async function personAt(more: (sessionId: string) => Partial<User> = () => ({})) {
  const { user: made } = await newPerson(world);
  const { step, sessionId } = openSession(made.id, START);
  const user = { ...made, email: 'old@replypaid.test', ...more(sessionId) };
  await table.write(step);
  await table.write(put(user));
  return { user, sessionId };
}

/** Makes a change, and returns its outcome. A refused one must leave the account as it is. */
async function outcomeOf(change: Change, user: User, call: Call): Promise<unknown> {
  const before = await table.get(userKey(user.id));
  const outcome = await change(user, call);
  if (outcome !== 'done') expect(await table.get(userKey(user.id))).toEqual(before);
  return outcome;
}

test.each(Object.entries({ ...PROVEN, ...WITHOUT_SESSION }))(
  '%s is refused if its proof is spent',
  async (_what, change) => {
    for (const [proof, outcome] of [
      [spent(), 'SPENT'],
      [good(), 'done'],
    ] as const) {
      const { user, sessionId } = await personAt();
      expect(await outcomeOf(change, user, { sessionId, now: START, proof })).toBe(outcome);
    }
  },
);

const ALL = { ...PROVEN, ...IN_SESSION, ...WITHOUT_SESSION };
const named = (...names: (keyof typeof ALL)[]) =>
  names.map((name) => [name, ALL[name] as Change] as const);

test.each(
  named(
    'a request for another phone number',
    'another phone number',
    'another email address',
    'no email address',
    'one passkey less',
    'a request for the deletion',
    'another password',
    'a reset password',
    'a phone number in place of a lost one',
  ),
)(
  '%s is refused if the password or the phone number is no longer that which was read',
  async (_what, change) => {
    for (const changed of [{ passwordHash: 'another' }, { phoneNumber: nextPhoneNumber() }]) {
      const { user, sessionId } = await personAt();
      await table.write(put({ ...user, ...changed }));
      const call = { sessionId, now: START, proof: good() };
      expect(await outcomeOf(change, user, call)).toBe('CHANGED');
    }
  },
);

test.each(
  named(
    'another phone number',
    'a phone number in place of a lost one',
    'another password',
    'a reset password',
    'the end of a request for another phone number',
  ),
)('%s ends a pending phone change', async (_what, change) => {
  const pending = { nextPhoneNumber: nextPhoneNumber(), nextPhoneAt: START };
  const { user, sessionId } = await personAt(() => pending);
  expect(await change(user, { sessionId, now: START, proof: good() })).toBe('done');
  const left = (await table.get<User>(userKey(user.id))) ?? user;
  expect(Object.keys(left).filter((name) => name.startsWith('next'))).toEqual([]);
});

describe.each(Object.entries({ ...PROVEN, ...IN_SESSION }))('%s', (_what, change) => {
  const at = (user: User, sessionId: string, now = START) =>
    outcomeOf(change, user, { sessionId, now, proof: good() });

  test('is refused in a session that was signed out', async () => {
    const { user, sessionId } = await personAt();
    await endSession(table, user.id, sessionId);
    expect(await at(user, sessionId)).toBe('SESSION_OVER');
  });

  test('is possible until exactly the session expires', async () => {
    const end = later(START, REFRESH_TOKEN_TIME);
    const [one, other] = [await personAt(), await personAt()];
    expect(await at(one.user, one.sessionId, later(end, -SECOND))).toBe('done');
    expect(await at(other.user, other.sessionId, end)).toBe('SESSION_OVER');
  });

  test('is refused in a session from before the others were ended, and not in the one that ended them', async () => {
    const sessionsSince = later(START, 1);
    const ended = await personAt(() => ({ sessionsSince, keptSessionId: 'another' }));
    expect(await at(ended.user, ended.sessionId)).toBe('SESSION_OVER');
    const kept = await personAt((keptSessionId) => ({ sessionsSince, keptSessionId }));
    expect(await at(kept.user, kept.sessionId)).toBe('done');
    const begun = await personAt(() => ({ sessionsSince: START, keptSessionId: 'another' }));
    expect(await at(begun.user, begun.sessionId)).toBe('done');
  });

  test('is refused in a session of another person', async () => {
    const [{ user }, { sessionId }] = [await personAt(), await personAt()];
    expect(await at(user, sessionId)).toBe('SESSION_OVER');
  });
});
