import { monthOf } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import type { HistoryRun } from '../history-run.ts';
import { accountOf, PASSWORD, type Person } from '../people.ts';
import { clock, type Input } from '../simulation.ts';
import { anonymous, anybody, type Call, type Calls, lastCode, owner, type Row } from './call.ts';

/* Registration, sessions, passwords, phone numbers and email addresses, each also with wrong codes and passwords. */

const OTHER_PASSWORD = 'Oxide-29-violet-tram';

/** The password of the person, or now and then a wrong one. */
const passwordOf = ({ passwords, random }: HistoryRun, person: Person) => {
  const known = passwords.get(person) ?? PASSWORD;
  return random.chance(0.9) ? known : 'not the password at all';
};
const newPasswordOf = ({ passwords }: HistoryRun, person: Person) =>
  passwords.get(person) === OTHER_PASSWORD ? PASSWORD : OTHER_PASSWORD;

/** The token of the newest message to the person that stops a step; a wrong one without a message. */
function stopTokenOf({ simulation }: HistoryRun, by: Person): string {
  const { textMessages, emails } = simulation.world;
  const told = [...textMessages, ...emails].map(({ body }) => /[?]token=([\w.-]+)/.exec(body)?.[1]);
  return told.findLast((token) => token?.startsWith(by.id)) ?? 'no token';
}

type Account = NonNullable<Awaited<ReturnType<typeof accountOf>>>;
/** A call without a session by somebody who has an account. */
const byAccount = (input: (run: HistoryRun, by: Person, account: Account) => Input): Row['call'] =>
  anonymous(async (run) => {
    const [left] = run.signedOut;
    // People whose session has ended sign in first of all.
    const by = left && run.random.chance(0.5) ? left : run.somebody();
    const account = await accountOf(clock, by);
    return account && { by, input: input(run, by, account) };
  });

/** A call of a person about their own account. */
const aboutOwn =
  (input: (run: HistoryRun, by: Person, account: Account) => Input): Row['call'] =>
  async (run) => {
    const by = run.somebody();
    const account = await accountOf(clock, by);
    return account && { by, input: input(run, by, account) };
  };

const sessionIn = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

/** Continues with the new session if the person has none; otherwise the session is that of another device. */
function keepSession(run: HistoryRun, { by: person }: Call, { body }: Answer): void {
  const { access_token: token, refresh_token: refreshToken } = body;
  const sessionId = sessionIn(token);
  if (run.signedOut.delete(person)) person.sessionId = sessionId;
  else run.devices.push({ person, sessionId, refreshToken });
}

/** Remembers the new password, which is this field of the input. */
const keepPassword =
  (field: string): Row['after'] =>
  (run, { by, input }) => {
    run.passwords.set(by, String(input?.[field]));
  };

/** The phone number of the next registration. */
const newNumber = (run: HistoryRun) => `+1555302${String(1_000 + run.registrations.length)}`;

const keepRegistration: Row['after'] = (run, { input }, { body }) => {
  run.registrations.push({ id: body.data[0].id, phoneNumber: String(input?.phoneNumber) });
};

/** The maximum number of people of a history: more make the same events rarer. */
const MAX_PEOPLE = 5;

/** Adds the person who has registered to the people of the history. */
const addPerson: Row['after'] = (run, { input }, { body }) => {
  const id = String(input?.userId);
  if (run.people.length >= MAX_PEOPLE || run.people.some((one) => one.id === id)) return;
  run.people.push({
    id,
    name: `Newcomer ${id.slice(-3)}`,
    sessionId: sessionIn(body.access_token),
  });
};

/** A call about the newest registration, which may not be finished. */
const aboutRegistration = (
  input: (run: HistoryRun, one: { id: string; phoneNumber: string }) => Input,
): Row['call'] =>
  anonymous((run) => {
    const newest = run.registrations.at(-1);
    return newest && { by: run.somebody(), input: input(run, newest) };
  });

/** A number other than the current one; a second change returns to the first number. */
const otherNumber = ({ phoneNumber }: Account) => {
  const other = `+1555301${phoneNumber.slice(-4)}`;
  return phoneNumber === other ? phoneNumber.replace('555301', '555300') : other;
};
const emailOf = ({ id }: Person) => `${id.toLowerCase()}@example.com`;

export const SIGN_IN_CALLS = {
  createUser: {
    weight: 1.5,
    call: anonymous(
      anybody((run) => ({
        fullName: 'Nora Newcomer',
        phoneNumber: newNumber(run),
        username: `nora_${run.registrations.length}_${monthOf(clock.now()).replace('-', '_')}`,
        password: PASSWORD,
        asSender: String(run.registrations.length % 2 === 1),
      })),
    ),
    after: keepRegistration,
    next: 'verifyUser',
  },
  verifyUser: {
    weight: 0.2,
    call: aboutRegistration((run, { id, phoneNumber }) => ({
      userId: id,
      verificationCode: lastCode(run, phoneNumber),
    })),
    after: addPerson,
  },
  resendVerificationCode: { weight: 0.5, call: aboutRegistration((_, { id }) => ({ userId: id })) },
  correctPhoneNumber: {
    weight: 0.5,
    call: aboutRegistration((_, { id, phoneNumber }) => ({
      userId: id,
      phoneNumber: phoneNumber.replace('555302', '555303'),
    })),
  },
  authenticate: {
    weight: 2,
    call: byAccount((run, by, { username }) => ({ username, password: passwordOf(run, by) })),
    after: keepSession,
  },
  sendOneTimeLoginCode: {
    weight: 1,
    call: byAccount((_run, _by, { phoneNumber }) => ({ phoneNumber })),
    next: 'verifyOneTimeLogin',
  },
  verifyOneTimeLogin: {
    weight: 0.2,
    call: byAccount((run, _by, { phoneNumber }) => ({
      phoneNumber,
      verificationCode: lastCode(run, phoneNumber),
    })),
    after: keepSession,
  },
  requestPasswordReset: {
    weight: 1,
    call: byAccount((_run, _by, { username }) => ({ username })),
    next: 'verifyPasswordReset',
  },
  verifyPasswordReset: {
    weight: 0.1,
    call: byAccount((run, _by, { username, phoneNumber }) => ({
      username,
      verificationCode: lastCode(run, phoneNumber),
    })),
    next: 'confirmPasswordReset',
  },
  confirmPasswordReset: {
    weight: 0.2,
    call: byAccount((run, by, { username, phoneNumber }) => ({
      username,
      password: newPasswordOf(run, by),
      verificationCode: lastCode(run, phoneNumber),
    })),
    after: keepPassword('password'),
  },
  updatePassword: {
    weight: 0.6,
    call: anybody((run, by) => ({
      oldPassword: passwordOf(run, by),
      newPassword: newPasswordOf(run, by),
    })),
    after: keepPassword('newPassword'),
  },
  checkUser: { weight: 0.3, call: anybody() },
  refreshToken: {
    weight: 2,
    call: ({ devices, random }) => {
      if (devices.length === 0) return undefined;
      const { person, refreshToken } = random.pick(devices);
      return { by: person, options: { token: refreshToken } };
    },
    after: ({ devices }, { by, options }, { body }) => {
      const device = devices.find(({ refreshToken }) => refreshToken === options?.token);
      // Sometimes another device of the same person keeps an old token, and uses it again.
      if (device && by === device.person) device.refreshToken = body.refresh_token;
    },
  },
  signOut: { weight: 0.3, call: anybody(), after: ({ signedOut }, { by }) => signedOut.add(by) },
  endSession: {
    weight: 0.5,
    call: ({ devices, random }) => {
      if (devices.length === 0) return undefined;
      const { person, sessionId } = random.pick(devices);
      return { by: person, input: { sessionId } };
    },
  },
  endOtherSessions: { weight: 0.3, call: anybody() },
  viewSessions: { weight: 0.3, call: anybody() },
  doesUsernameExist: { weight: 0.2, call: byAccount((_run, _by, { username }) => ({ username })) },
  doesPhoneNumberExist: {
    weight: 0.2,
    call: byAccount((_run, _by, { phoneNumber }) => ({ phoneNumber })),
  },
  sendOldNumberCode: { weight: 1, call: anybody(), next: 'sendVerificationCode' },
  sendVerificationCode: {
    weight: 1.5,
    call: aboutOwn((_run, _by, account) => ({ phoneNumber: otherNumber(account) })),
    next: 'changePhoneNumber',
  },
  changePhoneNumber: {
    weight: 0.3,
    call: aboutOwn((run, by, account) => ({
      phoneNumber: otherNumber(account),
      code: lastCode(run, otherNumber(account)),
      password: passwordOf(run, by),
      ...(run.random.chance(0.7) && { oldCode: lastCode(run, account.phoneNumber) }),
    })),
  },
  stopPhoneChange: { weight: 0.3, call: anybody() },
  sendEmailCode: {
    weight: 1.5,
    call: anybody((_, by) => ({ email: emailOf(by) })),
    next: 'confirmEmail',
  },
  confirmEmail: {
    weight: 0.2,
    call: anybody((run, by) => ({
      email: emailOf(by),
      code: lastCode(run, emailOf(by)),
      password: passwordOf(run, by),
    })),
    next: 'requestAccountRecovery',
  },
  removeEmail: { weight: 0.2, call: anybody((run, by) => ({ password: passwordOf(run, by) })) },
  viewEmail: { weight: 0.3, call: anybody() },
  requestAccountRecovery: {
    weight: 0.5,
    call: byAccount((_run, _by, { username }) => ({ username })),
    next: 'sendRecoveryNumberCode',
  },
  sendRecoveryNumberCode: {
    weight: 0.1,
    call: byAccount((run, by, account) => ({
      username: account.username,
      password: newPasswordOf(run, by),
      code: lastCode(run, emailOf(by)),
      phoneNumber: otherNumber(account),
    })),
    next: 'recoverAccount',
  },
  recoverAccount: {
    weight: 0.1,
    call: byAccount((run, by, account) => ({
      username: account.username,
      password: newPasswordOf(run, by),
      code: lastCode(run, emailOf(by)),
      phoneNumber: otherNumber(account),
      phoneCode: lastCode(run, otherNumber(account)),
    })),
    after: keepPassword('password'),
  },
  viewSecurityStop: {
    weight: 0.2,
    call: byAccount((run, by) => ({ token: stopTokenOf(run, by) })),
  },
  stopSecurityStep: {
    weight: 0.2,
    call: byAccount((run, by) => ({ token: stopTokenOf(run, by) })),
  },
  requestAccountDeletion: {
    weight: 2,
    call: anybody((run, by) => ({ password: passwordOf(run, by) })),
  },
  cancelAccountDeletion: { weight: 0.5, call: owner('DELETION', () => ({})) },
  viewAccountDeletion: { weight: 0.2, call: anybody() },
  viewPasskeys: { weight: 0.1, call: anybody() },
  beginPasskeySignIn: { weight: 0.1, call: anonymous(anybody()) },
  beginPasskeyRegistration: {
    weight: 0.1,
    call: anybody((run, by) => ({ password: passwordOf(run, by) })),
  },
  beginPasskeyConfirmation: { weight: 0.1, call: anybody(() => ({ action: 'PAYOUT' })) },
} as const satisfies Calls;
