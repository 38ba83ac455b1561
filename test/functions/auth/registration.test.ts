import { afterEach, describe, expect, test } from '@jest/globals';
import { CODES_PER_NUMBER_AND_DAY } from '#functions/auth/text-code.ts';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { REGISTRATION_TIME, userById } from '#functions/storage/accounts/users.ts';
import { countCall } from '#functions/storage/limits.ts';
import { table } from '#functions/storage/table.ts';
import type { RegistrationForm } from '#lib/local/deeds/auth.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { newId } from '#shared/ids.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { failTextMessages, wrongCode } from '../../support/auth.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { scanTable } from '../../support/scanned-table.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

let made = 0;
function form(more: Record<string, unknown> = {}) {
  made += 1;
  const number = String(made).padStart(4, '0');
  return {
    fullName: 'Grace Hopper',
    phoneNumber: `(555) 400-${number}`,
    username: `grace_${number}`,
    password: PASSWORD,
    ...more,
  };
}
const e164 = (phoneNumber: string) => `+1${phoneNumber.replace(/\D/g, '')}`;
const register = (input: Record<string, unknown>, key?: string) =>
  responseTo(visitor().calls('createUser', input, { key }));
const verify = (userId: string, verificationCode: string) =>
  responseTo(visitor().confirmsNumber({ id: userId }, verificationCode));
const resend = (userId: string) => responseTo(visitor().asksForCodeAgain({ id: userId }));

async function registered(more: Record<string, unknown> = {}) {
  const input = form(more);
  const answer = await register(input);
  expect(answer.body.status).toBe('SUCCESS');
  const phone = e164(input.phoneNumber);
  return { input, phone, userId: answer.body.data[0].id as string, user: answer.body.data[0] };
}

/** An unconfirmed registration with a sent code. It skips the password hash, which takes a third of a second. */
async function waiting() {
  const { user } = await newPerson(world, { verified: false, licenseId: 'NONE' });
  expect((await resend(user.id)).http).toBe(200);
  return { userId: user.id, phone: user.phoneNumber };
}

describe('registering', () => {
  test('creates an unconfirmed account and sends the code', async () => {
    const { user, input, phone } = await registered({ fullName: '  Grace Hopper ' });
    expect(user).toMatchObject({
      fullName: 'Grace Hopper',
      phoneNumber: input.phoneNumber,
      username: input.username,
      licenseId: 'NONE',
      verified: false,
      lastLogin: null,
      referralCodeUrl: `https://replypaid.test/referral/${user.referralCode}`,
      theme: 'system',
    });
    expect(user).not.toHaveProperty('passwordHash');
    expect(world.texts[0]).toEqual({
      to: phone,
      // SNS does not send a message that costs more.
      maxPrice: '0.25',
      body: expect.stringMatching(
        /^\d{6} is your ReplyPaid code\. It works for 10 minutes\. Never share it\.\n\n@replypaid\.test #\d{6}$/,
      ),
    });
  });

  test('names the error of each field', async () => {
    expectRefusal(
      await register({ fullName: 'Ada', username: '.', password: 'short' }),
      400,
      'INVALID_INPUT',
      {
        fullName:
          'Your full name must be at least 5 characters. If your name is short, please add your surname',
        phoneNumber: 'Please enter your phone number',
        username: 'A username has letters, digits, underscores and dots only',
        password: 'The password must be 8 characters or longer',
      },
    );
  });

  test('is refused for a phone of another country before anything is stored', async () => {
    const input = form({ phoneNumber: '+49 30 1234567' });
    const answer = await register(input);
    expectRefusal(answer, 400, 'INVALID_INPUT');
    expect(answer.body.fields).toHaveProperty('phoneNumber');
    const { body } = await responseTo(visitor().asksForUsername(input.username));
    expect(body.usernameExists).toBe(false);
  });

  test('is refused at the field of a username that is taken', async () => {
    const { input } = await registered();
    const answer = await register(form({ username: input.username.toUpperCase() }));
    expectRefusal(answer, 409, 'USERNAME_TAKEN', 'Username already in use');
    expect(answer.body.fields).toEqual({ username: 'Username already in use' });
  });

  test.each(['support', 'dashboard', 'login', 'sw.js', 'admin', 'replypaid_team'])(
    'is refused for the reserved username %s',
    async (username) => expectRefusal(await register(form({ username })), 409, 'USERNAME_TAKEN'),
  );

  test('is refused at the field of a phone number that is taken', async () => {
    const { user } = await newPerson(world);
    const answer = await register(form({ phoneNumber: formatPhoneNumber(user.phoneNumber) }));
    expectRefusal(answer, 409, 'PHONE_TAKEN', 'Phone number already in use');
    expect(answer.body.fields).toEqual({ phoneNumber: 'Phone number already in use' });
  });

  test('by ten concurrent calls with one username succeeds once, and sends one text message', async () => {
    const username = 'everybodys_name';
    const inputs = Array.from({ length: 10 }, () => form({ username }));
    const answers = await Promise.all(inputs.map((input) => register(input)));
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.status === 'USERNAME_TAKEN')).toHaveLength(9);
    const phones = inputs.map(({ phoneNumber }) => e164(phoneNumber));
    expect(world.texts.filter(({ to }) => phones.includes(to))).toHaveLength(1);
  });

  test('stores the inviter, and ignores the case of the invitation code', async () => {
    const { user: inviter } = await newPerson(world);
    const { userId } = await registered({ invitedByCode: inviter.referralCode.toLowerCase() });
    expect(await userById(table, userId, world.now())).toMatchObject({
      invitedByUserId: inviter.id,
    });
  });

  test('succeeds with an unknown invitation code', async () => {
    const { userId } = await registered({ invitedByCode: 'NO-SUCH' });
    expect(await userById(table, userId, world.now())).not.toHaveProperty('invitedByUserId');
  });

  test('can be repeated a minute later after a mistyped phone number', async () => {
    const { input, userId } = await registered();
    const corrected = { ...input, phoneNumber: form().phoneNumber };
    expectRefusal(await register(corrected), 409, 'USERNAME_TAKEN');
    world.advance(MINUTE);
    expectRefusal(await register({ ...corrected, password: 'Another-1' }), 409, 'USERNAME_TAKEN');
    const again = await register(corrected);
    expect(again.body.status).toBe('SUCCESS');
    expect(await userById(table, userId, world.now())).toBeUndefined();
    const old = await responseTo(visitor().asksForPhoneNumber(input.phoneNumber));
    expect(old.body.phoneNumberExists).toBe(false);
  });

  test('again makes a registration that a repetition of the first call with its key does not change', async () => {
    const input = form();
    const [first, second] = [newId(world.now()), newId(world.now())];
    expect((await register(input, first)).http).toBe(200);
    world.advance(MINUTE);
    const corrected = { ...input, phoneNumber: form().phoneNumber };
    const { id } = (await register(corrected, second)).body.data[0];
    // Within a minute, and later: a refusal must not release the key.
    for (const wait of [SECOND, 2 * MINUTE, MINUTE]) {
      world.advance(wait);
      expectRefusal(await register(input, first), 409, 'USERNAME_TAKEN', 'Username already in use');
      expect(await userById(table, id, world.now())).toMatchObject({
        phoneNumber: e164(corrected.phoneNumber),
      });
      expect((await register(corrected, second)).body.data[0].id).toBe(id);
    }
    world.advance(REGISTRATION_TIME);
    expect((await register(input, first)).body.data[0].id).not.toBe(id);
  });

  test('reserves the names of an unconfirmed registration for a day', async () => {
    const { input, userId } = await registered();
    world.advance(REGISTRATION_TIME - MINUTE);
    expectRefusal(await register({ ...input, password: 'Another-1' }), 409, 'USERNAME_TAKEN');
    world.advance(2 * MINUTE);
    expect((await register({ ...input, password: 'Another-1' })).body.status).toBe('SUCCESS');
    expectRefusal(await resend(userId), 404, 'NOT_FOUND');
  });
});

describe('registering while text messages fail', () => {
  let mock: ReturnType<typeof failTextMessages> | undefined;
  afterEach(() => mock?.restore());

  test('is undone, and can be repeated', async () => {
    const input = form();
    mock = failTextMessages();
    expectRefusal(await register(input), 503, 'UNAVAILABLE');
    mock.restore();
    const { body } = await responseTo(visitor().asksForUsername(input.username));
    expect(body.usernameExists).toBe(false);
    const number = e164(String(input.phoneNumber));
    const left = (await scanTable(world.tableName)).map((item) => JSON.stringify(item));
    expect(left.filter((item) => item.includes(number))).toEqual([]);
    expect((await register(input)).body.status).toBe('SUCCESS');
  });

  test('is tried once, and leaves its Idempotency-Key to a registration with another number', async () => {
    const headers = { 'idempotency-key': 'registering-twice' };
    const send = (input: RegistrationForm) => responseTo(visitor().registers(input, { headers }));
    const input = form();
    mock = failTextMessages();
    expectRefusal(await send(input), 503, 'UNAVAILABLE');
    expect(mock.tries()).toBe(1);
    mock.restore();
    const { phoneNumber } = form();
    expect((await send({ ...input, phoneNumber })).body.status).toBe('SUCCESS');
  });

  test('allows the next code without a wait', async () => {
    const { userId } = await registered();
    world.advance(MINUTE);
    mock = failTextMessages();
    expectRefusal(await resend(userId), 503, 'UNAVAILABLE');
    mock.restore();
    expect((await resend(userId)).body.status).toBe('SUCCESS');
  });
});

describe('confirming the phone', () => {
  test('signs in, and keeps the account', async () => {
    const { userId, phone, input } = await registered();
    const answer = await verify(userId, world.codeSentTo(phone));
    expect(Object.keys(answer.body).sort().join(' ')).toBe(
      'access_token device_token refresh_token status',
    );
    expect(await readAccessToken(answer.body.access_token, world.now())).toMatchObject({
      userId,
      verified: true,
      plan: 'NONE',
    });
    world.advance(30 * DAY);
    const later = await responseTo(visitor().signsIn(input.username));
    expect(later.body.user_id).toBe(userId);
  });

  test('is refused with a wrong code', async () => {
    const { userId, phone } = await waiting();
    const answer = await verify(userId, wrongCode(world.codeSentTo(phone)));
    expectRefusal(
      answer,
      401,
      'UNAUTHENTICATED',
      'There was an error verifying account: the code isn’t right',
    );
    expect(answer.body).not.toHaveProperty('access_token');
  });

  test('gives the same response for an unknown registration and a wrong code', async () => {
    const { userId, phone } = await waiting();
    const wrong = await verify(userId, wrongCode(world.codeSentTo(phone)));
    const nobody = await verify(newId(world.now()), '123456');
    expect(nobody).toMatchObject({ http: wrong.http, body: wrong.body });
  });

  test('is refused with fewer than six digits', async () => {
    expectRefusal(await verify(newId(world.now()), '12345'), 400, 'INVALID_INPUT', {
      verificationCode: 'Please enter your verification code',
    });
  });

  test('is refused after five wrong attempts, even with the right code', async () => {
    const { userId, phone } = await waiting();
    const code = world.codeSentTo(phone);
    for (let tries = 0; tries < 5; tries += 1) await verify(userId, wrongCode(code));
    const answer = await verify(userId, code);
    const sentence = 'Too many incorrect codes. Ask for a new one.';
    expectRefusal(answer, 401, 'UNAUTHENTICATED', sentence);
    world.advance(MINUTE);
    await resend(userId);
    expect((await verify(userId, world.codeSentTo(phone))).http).toBe(200);
  });

  test('is refused with an expiry error if the code is older than ten minutes', async () => {
    const { userId, phone } = await waiting();
    const code = world.codeSentTo(phone);
    world.advance(10 * MINUTE);
    const expired = 'This code has expired. Please ask for a new one.';
    expectRefusal(await verify(userId, code), 401, 'UNAUTHENTICATED', expired);
    expectRefusal(await verify(userId, wrongCode(code)), 401, 'UNAUTHENTICATED', expired);
    expect((await resend(userId)).http).toBe(200);
    expect((await verify(userId, world.codeSentTo(phone))).http).toBe(200);
  });

  test('succeeds for one of two concurrent uses of a code', async () => {
    const { userId, phone } = await waiting();
    const code = world.codeSentTo(phone);
    const answers = await Promise.all([verify(userId, code), verify(userId, code)]);
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 401]);
  });

  test('is refused with a code of another registration', async () => {
    const [one, other] = [await waiting(), await waiting()];
    const code = world.codeSentTo(one.phone);
    if (code !== world.codeSentTo(other.phone))
      expectRefusal(await verify(other.userId, code), 401, 'UNAUTHENTICATED');
  });

  test('is refused for a confirmed account', async () => {
    const { userId, phone } = await waiting();
    const code = world.codeSentTo(phone);
    await verify(userId, code);
    expectRefusal(await verify(userId, code), 401, 'UNAUTHENTICATED');
    const texts = world.texts.length;
    world.advance(MINUTE);
    expectRefusal(await resend(userId), 409, 'WRONG_STATUS');
    expect(world.texts).toHaveLength(texts);
  });
});

describe('requesting another code', () => {
  test('is refused within a minute; the error has the waiting time', async () => {
    const { userId, phone } = await waiting();
    const first = world.codeSentTo(phone);
    world.advance(20 * SECOND);
    const early = await resend(userId);
    expectRefusal(early, 429, 'TOO_MANY_REQUESTS');
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(40);
    world.advance(Number(early.headers['retry-after']) * SECOND);
    expect((await resend(userId)).body).toEqual({ status: 'SUCCESS' });
    const second = world.codeSentTo(phone);
    if (first !== second) expectRefusal(await verify(userId, first), 401, 'UNAUTHENTICATED');
    expect((await verify(userId, second)).http).toBe(200);
  });

  test('is NOT_FOUND for an unknown registration, and INVALID_INPUT for a malformed id', async () => {
    expectRefusal(await resend(newId(world.now())), 404, 'NOT_FOUND');
    expect((await resend('x')).body.fields).toEqual({ userId: 'This isn’t a valid id' });
  });

  test('is limited per day', async () => {
    const { userId, phone } = await waiting();
    const day = { within: DAY / SECOND, now: world.now() };
    for (let sent = 1; sent < CODES_PER_NUMBER_AND_DAY; sent += 1)
      await countCall(table, { ...day, what: `code:${phone}`, max: CODES_PER_NUMBER_AND_DAY });
    world.advance(MINUTE);
    expectRefusal(await resend(userId), 429, 'TOO_MANY_REQUESTS');
  });
});

describe('checking for taken usernames and phone numbers', () => {
  test('finds usernames of accounts and reserved ones', async () => {
    const { input } = await registered();
    const exists = async (username: string) =>
      (await visitor().asksForUsername(username)).usernameExists;
    expect(await exists(input.username)).toBe(true);
    expect(await exists('support')).toBe(true);
    expect(await exists('free_as_a_bird')).toBe(false);
    await expectRefused(visitor().asksForUsername('a'), 400, 'INVALID_INPUT');
  });

  test('finds phone numbers in any notation', async () => {
    const { input, phone, userId } = await registered();
    expect((await visitor().asksForPhoneNumber(phone)).phoneNumberExists).toBe(false);
    await verify(userId, world.codeSentTo(phone));
    expect((await visitor().asksForPhoneNumber(input.phoneNumber)).phoneNumberExists).toBe(true);
    expect((await visitor().asksForPhoneNumber(phone)).phoneNumberExists).toBe(true);
    expect((await visitor().asksForPhoneNumber('(555) 999-9999')).phoneNumberExists).toBe(false);
    const answer = await responseTo(visitor().asksForPhoneNumber('555'));
    expect(answer.body.fields).toEqual({ phoneNumber: 'Please enter a valid phone number' });
  });
});
