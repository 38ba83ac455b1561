import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { handler as changePhoneNumber } from '../../../functions/account/changePhoneNumber.ts';
import { handler as checkUser } from '../../../functions/account/checkUser.ts';
import { handler as sendVerificationCode } from '../../../functions/account/sendVerificationCode.ts';
import { handler as updatePassword } from '../../../functions/account/updatePassword.ts';
import { handler as tellOldNumber } from '../../../functions/events/tellOldNumber.ts';
import { CODES_PER_NUMBER_AND_DAY } from '../../../functions/flows/text-code.ts';
import { handler as confirmPasswordReset } from '../../../functions/signing-in/confirmPasswordReset.ts';
import { handler as doesPhoneNumberExist } from '../../../functions/signing-in/doesPhoneNumberExist.ts';
import { handler as refreshToken } from '../../../functions/signing-in/refreshToken.ts';
import { handler as requestPasswordReset } from '../../../functions/signing-in/requestPasswordReset.ts';
import { handler as sendOneTimeLoginCode } from '../../../functions/signing-in/sendOneTimeLoginCode.ts';
import { handler as signOut } from '../../../functions/signing-in/signOut.ts';
import { handler as verifyOneTimeLogin } from '../../../functions/signing-in/verifyOneTimeLogin.ts';
import { factIn } from '../../../functions/storage/facts.ts';
import { factKey, type Key, userPartition } from '../../../functions/storage/keys.ts';
import { countCall } from '../../../functions/storage/limits.ts';
import { table } from '../../../functions/storage/table.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/time.ts';
import { formatPhoneNumber } from '../../../shared/wire.ts';
import { type Answer, call, lambdaContext } from '../../support/call.ts';
import {
  newPerson,
  nextPhoneNumber,
  PASSWORD,
  type Person,
  signedIn,
} from '../../support/people.ts';
import { startWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const DONE = { status: 'SUCCESS' };
const WRONG = 'This code is wrong or no longer good';

let made = 0;
const address = () => {
  made += 1;
  return `198.51.${Math.floor(made / 250)}.${made % 250}`;
};
const ask = (token: string | undefined, phoneNumber: string) =>
  call(sendVerificationCode, { phoneNumber }, { token, address: address() });
const save = (token: string | undefined, phoneNumber: string, code: string) =>
  call(changePhoneNumber, { phoneNumber, code }, { token });
const refresh = (token: string) => call(refreshToken, {}, { token, address: address() });
const phoneOf = async (token: string) =>
  (await call(checkUser, {}, { method: 'GET', token })).body.data[0].phoneNumber;
const exists = async (phoneNumber: string) =>
  (await call(doesPhoneNumberExist, { phoneNumber }, { address: address() })).body
    .phoneNumberExists;
const signInAt = async (phoneNumber: string) => {
  await call(sendOneTimeLoginCode, { phoneNumber }, { address: address() });
  const verificationCode = world.codeSentTo(phoneNumber);
  return call(verifyOneTimeLogin, { phoneNumber, verificationCode }, { address: address() });
};
const notThis = (digits: string) => (digits === '000000' ? '000001' : '000000');

function expectRefusal(answer: Answer, http: number, status: string, fields?: object) {
  expect(answer.http).toBe(http);
  expect(answer.body.status).toBe(status);
  if (fields) expect(answer.body.fields).toEqual(fields);
}

/** A person with a code on its way to another number. */
async function asked(phoneNumber = nextPhoneNumber()) {
  const person = await newPerson(world);
  expect((await ask(person.token, phoneNumber)).body).toEqual(DONE);
  return { ...person, phoneNumber, code: world.codeSentTo(phoneNumber) };
}

async function moved() {
  const person = await asked();
  world.advance(SECOND);
  expect((await save(person.token, person.phoneNumber, person.code)).body).toEqual(DONE);
  return person;
}

/** The numbers of this person whose phones wait to be told. */
const waiting = async ({ user }: Person) =>
  (await table.query<Key>({ partition: userPartition(user.id), prefix: 'FORMER_PHONE#' })).items;

/** The facts that say so. */
const factsOf = async (person: Person) =>
  Promise.all(
    (await waiting(person)).map(async ({ sk }) => {
      const item = await table.get<Key>(factKey(sk.replace('FORMER_PHONE#', '')));
      return item && factIn(item);
    }),
  );

/** Hands them to the subscriber, as the bus does at least once. */
async function tell(facts: Awaited<ReturnType<typeof factsOf>>) {
  for (const fact of facts) await tellOldNumber({ detail: fact } as never, lambdaContext());
}

describe('another phone number', () => {
  test('is the account’s once the code that was texted to it is entered', async () => {
    const { token, user, phoneNumber, code } = await asked();
    expect(await phoneOf(token)).toBe(formatPhoneNumber(user.phoneNumber));
    expect((await save(token, phoneNumber, code)).body).toEqual(DONE);
    expect(await phoneOf(token)).toBe(formatPhoneNumber(phoneNumber));
  });

  test('signs in from then on, and the old one is free for others', async () => {
    const { user, phoneNumber } = await moved();
    expect((await signInAt(phoneNumber)).body.user_id).toBe(user.id);
    expect(await exists(user.phoneNumber)).toBe(false);
    expect(await exists(phoneNumber)).toBe(true);
    await signInAt(user.phoneNumber);
    expect(world.codeSentTo(user.phoneNumber)).toBe('');
    const other = await asked(user.phoneNumber);
    expect((await save(other.token, other.phoneNumber, other.code)).body).toEqual(DONE);
  });

  test('ends all other sessions; the one that made the change goes on', async () => {
    const person = await asked();
    const other = await signedIn(person.user, world.now());
    world.advance(SECOND);
    await save(person.token, person.phoneNumber, person.code);
    expectRefusal(await refresh(other.refreshToken), 401, 'UNAUTHENTICATED');
    const first = await refresh(person.refreshToken);
    expect((await refresh(first.body.refresh_token)).http).toBe(200);
  });

  test('is entered as it is written, and saved twice finds it done', async () => {
    const { token, phoneNumber, code } = await asked();
    const written = formatPhoneNumber(phoneNumber);
    expect((await save(token, written, code)).body).toEqual(DONE);
    expect((await save(token, written, code)).body).toEqual(DONE);
  });

  test('saved twice at once is one change', async () => {
    const person = await asked();
    const { token, phoneNumber, code } = person;
    const answers = await Promise.all([
      save(token, phoneNumber, code),
      save(token, phoneNumber, code),
    ]);
    expect(answers.filter(({ http }) => http === 200).length).toBeGreaterThan(0);
    expect(await factsOf(person)).toHaveLength(1);
    expect(await phoneOf(token)).toBe(formatPhoneNumber(phoneNumber));
  });

  test('that two people prove at once is one person’s', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const phoneNumber = nextPhoneNumber();
    const codes: string[] = [];
    for (const { token } of [one, other]) {
      await ask(token, phoneNumber);
      codes.push(world.codeSentTo(phoneNumber));
    }
    const answers = await Promise.all([
      save(one.token, phoneNumber, codes[0] ?? ''),
      save(other.token, phoneNumber, codes[1] ?? ''),
    ]);
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409]);
    const lost = answers.find(({ http }) => http === 409) as Answer;
    expectRefusal(lost, 409, 'PHONE_TAKEN', { phoneNumber: 'Phone number already in use' });
    const loser = answers[0] === lost ? one : other;
    expect(await phoneOf(loser.token)).toBe(formatPhoneNumber(loser.user.phoneNumber));
  });

  test('and another password at once: one of them wins, and neither undoes the other', async () => {
    const { user, token, phoneNumber, code } = await asked();
    const input = { oldPassword: PASSWORD, newPassword: 'Battery-Staple-2' };
    const [saved, changed] = await Promise.all([
      save(token, phoneNumber, code),
      call(updatePassword, input, { token }),
    ]);
    for (const { http } of [saved, changed]) expect([200, 409]).toContain(http);
    expect([saved.http, changed.http]).toContain(200);
    const expected = saved.http === 200 ? phoneNumber : user.phoneNumber;
    expect(await phoneOf(token)).toBe(formatPhoneNumber(expected));
  });
});

describe('what was texted to the old number', () => {
  test('signs nobody in after the change', async () => {
    const person = await asked();
    const { phoneNumber } = person.user;
    await call(sendOneTimeLoginCode, { phoneNumber }, { address: address() });
    const verificationCode = world.codeSentTo(phoneNumber);
    await save(person.token, person.phoneNumber, person.code);
    const entering = { phoneNumber, verificationCode };
    const answer = await call(verifyOneTimeLogin, entering, { address: address() });
    expectRefusal(answer, 401, 'UNAUTHENTICATED');
  });

  test('sets no new password after the change', async () => {
    const person = await asked();
    const { username } = person.user;
    await call(requestPasswordReset, { username }, { address: address() });
    const verificationCode = world.codeSentTo(person.user.phoneNumber);
    await save(person.token, person.phoneNumber, person.code);
    const input = { username, verificationCode, password: 'Battery-Staple-2' };
    const answer = await call(confirmPasswordReset, input, { address: address() });
    expectRefusal(answer, 401, 'UNAUTHENTICATED');
  });
});

describe('the phone that was left', () => {
  test('is told what to do, without the new number', async () => {
    const person = await moved();
    await tell(await factsOf(person));
    const [told, ...others] = world.texts.filter(
      ({ to, body }) => to === person.user.phoneNumber && body.includes('moved'),
    );
    expect(others).toEqual([]);
    expect(told?.body).toContain('https://replypaid.test/login');
    expect(told?.body).not.toContain(person.phoneNumber.slice(-4));
  });

  test('is told once however often the fact comes, and its number is kept no longer', async () => {
    const person = await moved();
    const facts = await factsOf(person);
    const sent = world.texts.length;
    await tell(facts);
    await tell(facts);
    expect(world.texts.length - sent).toBe(1);
    expect(await waiting(person)).toEqual([]);
  });

  test('is told later where the message could not be handed over', async () => {
    const facts = await factsOf(await moved());
    const mock = mockClient(SNSClient);
    mock.on(PublishCommand).rejects(new Error('no line'));
    await expect(tell(facts)).rejects.toThrow('no line');
    mock.restore();
    const sent = world.texts.length;
    await tell(facts);
    expect(world.texts.length - sent).toBe(1);
  });

  test('is not told a week later, when its number is somebody else’s for all we know', async () => {
    const facts = await factsOf(await moved());
    world.advance(7 * DAY + SECOND);
    const sent = world.texts.length;
    await tell(facts);
    expect(world.texts.length).toBe(sent);
  });

  test('is told by a fact that names nobody’s number', async () => {
    const person = await moved();
    const [fact] = await factsOf(person);
    expect(fact?.detail).toEqual({ userId: person.user.id });
  });
});

describe('a code for a number', () => {
  test('is wrong for any other number', async () => {
    const { token, code } = await asked();
    const answer = await save(token, nextPhoneNumber(), code);
    expectRefusal(answer, 401, 'UNAUTHENTICATED', { code: WRONG });
  });

  test('is wrong for any other person', async () => {
    const { phoneNumber, code } = await asked();
    const other = await newPerson(world);
    expectRefusal(await save(other.token, phoneNumber, code), 401, 'UNAUTHENTICATED');
  });

  test('is wrong when it is guessed, and worth nothing after five guesses', async () => {
    const { user, token, phoneNumber, code } = await asked();
    for (let tries = 0; tries < 5; tries += 1)
      expectRefusal(await save(token, phoneNumber, notThis(code)), 401, 'UNAUTHENTICATED', {
        code: WRONG,
      });
    expectRefusal(await save(token, phoneNumber, code), 401, 'UNAUTHENTICATED', {
      code: 'Too many wrong tries. Please ask for a new code.',
    });
    expect(await phoneOf(token)).toBe(formatPhoneNumber(user.phoneNumber));
  });

  test('is good for ten minutes', async () => {
    const { user, phoneNumber, code } = await asked();
    world.advance(10 * MINUTE);
    const { token } = await signedIn(user, world.now());
    expectRefusal(await save(token, phoneNumber, code), 401, 'UNAUTHENTICATED', { code: WRONG });
  });

  test('is no way in, and sets no password', async () => {
    const { user, phoneNumber, code } = await asked();
    for (const number of [phoneNumber, user.phoneNumber]) {
      const entering = { phoneNumber: number, verificationCode: code };
      const answer = await call(verifyOneTimeLogin, entering, { address: address() });
      expectRefusal(answer, 401, 'UNAUTHENTICATED');
    }
    const { username } = user;
    const input = { username, verificationCode: code, password: 'Battery-Staple-2' };
    const answer = await call(confirmPasswordReset, input, { address: address() });
    expectRefusal(answer, 401, 'UNAUTHENTICATED');
  });

  test('comes a minute apart, whatever the number', async () => {
    const { token } = await asked();
    const early = await ask(token, nextPhoneNumber());
    expectRefusal(early, 429, 'TOO_MANY_REQUESTS');
    world.advance(Number(early.headers['retry-after']) * SECOND);
    expect((await ask(token, nextPhoneNumber())).body).toEqual(DONE);
  });

  test('that could not be handed over need not be waited for', async () => {
    const { token } = await newPerson(world);
    const phoneNumber = nextPhoneNumber();
    const mock = mockClient(SNSClient);
    mock.on(PublishCommand).rejects(new Error('no line'));
    expectRefusal(await ask(token, phoneNumber), 503, 'UNAVAILABLE');
    mock.restore();
    expect((await ask(token, phoneNumber)).body).toEqual(DONE);
  });
});

describe('it is refused', () => {
  test('where the number is somebody else’s, at its field, and nobody is texted', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const sent = world.texts.length;
    const fields = { phoneNumber: 'Phone number already in use' };
    expectRefusal(await ask(one.token, other.user.phoneNumber), 409, 'PHONE_TAKEN', fields);
    expect(world.texts.length).toBe(sent);
  });

  test('where the number became somebody else’s since the code was sent', async () => {
    const one = await asked();
    await newPerson(world, { phoneNumber: one.phoneNumber });
    const fields = { phoneNumber: 'Phone number already in use' };
    expectRefusal(await save(one.token, one.phoneNumber, one.code), 409, 'PHONE_TAKEN', fields);
    expect(await phoneOf(one.token)).toBe(formatPhoneNumber(one.user.phoneNumber));
  });

  test('not where a registration let the number lapse', async () => {
    const phoneNumber = nextPhoneNumber();
    await newPerson(world, { phoneNumber, verified: false, licenseId: 'NONE' });
    world.advance(DAY + SECOND);
    const person = await asked(phoneNumber);
    expect((await save(person.token, phoneNumber, person.code)).body).toEqual(DONE);
  });

  test('kindly where it is the number they have', async () => {
    const { token, user } = await newPerson(world);
    expectRefusal(await ask(token, user.phoneNumber), 400, 'INVALID_INPUT', {
      phoneNumber: 'This is your phone number already',
    });
  });

  test('where no text message goes to that country', async () => {
    const { token } = await newPerson(world);
    expectRefusal(await ask(token, '+4915112345678'), 400, 'INVALID_INPUT', {
      phoneNumber: 'We cannot send text messages to this country yet',
    });
  });

  test('in the words of its fields', async () => {
    const { token } = await newPerson(world);
    expect((await ask(token, '')).body.fields).toEqual({
      phoneNumber: 'Please enter your phone number',
    });
    expect((await ask(token, '(555) 555-010')).body.fields).toEqual({
      phoneNumber: 'Please enter a valid phone number',
    });
    expect((await save(token, '', '')).body.fields).toEqual({
      phoneNumber: 'Please enter your phone number',
      code: 'Please enter your verification code',
    });
    expect((await save(token, nextPhoneNumber(), '12345')).body.fields).toEqual({
      code: 'Please enter a valid code',
    });
  });

  test('to nobody, and to somebody whose first phone is not confirmed', async () => {
    const unverified = await newPerson(world, { verified: false, licenseId: 'NONE' });
    const phoneNumber = nextPhoneNumber();
    for (const token of [undefined, 'nonsense']) {
      expectRefusal(await ask(token, phoneNumber), 401, 'UNAUTHENTICATED');
      expectRefusal(await save(token, phoneNumber, '123456'), 401, 'UNAUTHENTICATED');
    }
    expectRefusal(await ask(unverified.token, phoneNumber), 403, 'UNVERIFIED');
    expectRefusal(await save(unverified.token, phoneNumber, '123456'), 403, 'UNVERIFIED');
  });

  test('to a session that has ended, though its access token is still good', async () => {
    const { user, token, phoneNumber, code } = await asked();
    await call(signOut, {}, { token });
    expectRefusal(await save(token, phoneNumber, code), 401, 'UNAUTHENTICATED');
    const { token: fresh } = await signedIn(user, world.now());
    expect(await phoneOf(fresh)).toBe(formatPhoneNumber(user.phoneNumber));
  });
});

describe('limits', () => {
  test('ten codes an hour and twenty a day, whatever the numbers', async () => {
    world.advance(DAY - (world.now() % DAY));
    const { user } = await newPerson(world);
    const outcomes: number[] = [];
    for (let times = 0; times < 22; times += 1) {
      const { token } = await signedIn(user, world.now());
      outcomes.push((await ask(token, nextPhoneNumber())).http);
      world.advance(times === 10 ? HOUR : MINUTE);
    }
    expect(outcomes).toEqual([...Array(10).fill(200), 429, ...Array(10).fill(200), 429]);
  });

  test('a number that got its codes of the day gets no more from anybody', async () => {
    world.advance(DAY - (world.now() % DAY));
    const { token } = await newPerson(world);
    const phoneNumber = nextPhoneNumber();
    const day = { within: DAY / SECOND, now: world.now(), max: CODES_PER_NUMBER_AND_DAY };
    for (let sent = 0; sent < CODES_PER_NUMBER_AND_DAY; sent += 1)
      await countCall(table, { ...day, what: `code:${phoneNumber}` });
    expectRefusal(await ask(token, phoneNumber), 429, 'TOO_MANY_REQUESTS');
    expect(world.codeSentTo(phoneNumber)).toBe('');
  });

  test('thirty saves an hour', async () => {
    world.advance(HOUR - (world.now() % HOUR));
    const { token } = await newPerson(world);
    const phoneNumber = nextPhoneNumber();
    for (let times = 0; times < 30; times += 1)
      expect((await save(token, phoneNumber, '1')).http).toBe(400);
    expectRefusal(await save(token, phoneNumber, '1'), 429, 'TOO_MANY_REQUESTS');
  });
});
