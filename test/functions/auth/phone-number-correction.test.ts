import { afterEach, describe, expect, test } from '@jest/globals';
import { codeKey, userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { failTextMessages } from '../../support/auth.ts';
import { bearer, newPerson, nextPhoneNumber, visitor } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* A phone number that was mistyped at registration is corrected in place. */

const world = worldOfFile();

let made = 0;
const DONE = { status: 'SUCCESS' };

const correct = (userId: string, phoneNumber: string, from?: string) =>
  responseTo(visitor().correctsNumber({ id: userId }, phoneNumber, { from }));
const verify = (userId: string, verificationCode: string) =>
  responseTo(visitor().confirmsNumber({ id: userId }, verificationCode));

/** Registers a person through the form. */
async function registered() {
  made += 1;
  const phoneNumber = nextPhoneNumber();
  const form = { fullName: 'Grace Hopper', username: `grace_${made}`, phoneNumber };
  const answer = await responseTo(visitor().registers(form));
  expect(answer.body.status).toBe('SUCCESS');
  return { userId: answer.body.data[0].id as string, phoneNumber };
}

/** An unconfirmed registration without a code. It skips the password hash, which takes a third of a second. */
async function waiting() {
  const { user, token } = await newPerson(world, { verified: false, licenseId: 'NONE' });
  return { userId: user.id, phoneNumber: user.phoneNumber, token };
}

describe('a corrected phone number', () => {
  test('gets a code at once, invalidates the code to the old number, and frees that number', async () => {
    const { userId, phoneNumber } = await registered();
    const old = world.codeSentTo(phoneNumber);
    const right = nextPhoneNumber();
    expect((await correct(userId, formatPhoneNumber(right))).body).toEqual(DONE);
    const code = world.codeSentTo(right);
    expect(code).toMatch(/^\d{6}$/);
    if (old !== code) expect((await verify(userId, old)).http).toBe(401);
    const { body } = await verify(userId, code);
    expect((await visitor().asksForPhoneNumber(phoneNumber)).phoneNumberExists).toBe(false);
    expect((await visitor().asksForPhoneNumber(right)).phoneNumberExists).toBe(true);
    const { access_token: token } = body;
    const account = await bearer(token).account();
    expect(account).toMatchObject({ phoneNumber: formatPhoneNumber(right), verified: true });
    world.advance(DAY + 1_000);
    expect((await visitor().asksForPhoneNumber(right)).phoneNumberExists).toBe(true);
  });

  test('is shown to the session of the unconfirmed account', async () => {
    const { userId, token } = await waiting();
    const right = nextPhoneNumber();
    await correct(userId, right);
    const account = await bearer(token).account();
    expect(account).toMatchObject({ phoneNumber: formatPhoneNumber(right), verified: false });
  });

  test('that is saved twice gets one code, which stays valid', async () => {
    const { userId } = await waiting();
    const right = nextPhoneNumber();
    for (let times = 0; times < 2; times += 1)
      expect((await correct(userId, right)).body).toEqual(DONE);
    expect(world.texts.filter(({ to }) => to === right)).toHaveLength(1);
    expect((await verify(userId, world.codeSentTo(right))).http).toBe(200);
  });

  test('is not reserved before it is confirmed, and expires with the registration', async () => {
    const { userId } = await waiting();
    const right = nextPhoneNumber();
    await correct(userId, right);
    expect((await visitor().asksForPhoneNumber(right)).phoneNumberExists).toBe(false);
    world.advance(DAY + 1_000);
    expectRefusal(
      await correct(userId, nextPhoneNumber()),
      404,
      'NOT_FOUND',
      'This registration has expired. Please register again.',
    );
  });
});

describe('a correction is refused', () => {
  test('at its field if the number belongs to an account, and the old code stays valid', async () => {
    const { userId, phoneNumber } = await registered();
    const other = await newPerson(world);
    expectRefusal(await correct(userId, other.user.phoneNumber), 409, 'PHONE_TAKEN', {
      phoneNumber: 'Phone number already in use',
    });
    expect((await verify(userId, world.codeSentTo(phoneNumber))).http).toBe(200);
  });

  test('if the phone is already confirmed', async () => {
    const { user } = await newPerson(world);
    const sent = world.texts.length;
    expectRefusal(
      await correct(user.id, nextPhoneNumber()),
      409,
      'WRONG_STATUS',
      'Your phone number is confirmed already. Please sign in.',
    );
    expect(world.texts).toHaveLength(sent);
  });

  test('for an unknown registration', async () => {
    expectRefusal(await correct(newId(world.now()), nextPhoneNumber()), 404, 'NOT_FOUND');
  });

  test('more than ten times a day per registration, from any address', async () => {
    const { userId } = await waiting();
    const statuses = [];
    for (let times = 0; times < 11; times += 1)
      statuses.push((await correct(userId, nextPhoneNumber())).body.status);
    expect(statuses).toEqual([...Array(10).fill('SUCCESS'), 'TOO_MANY_REQUESTS']);
  });
});

describe('concurrently', () => {
  test('two corrections end with one number, whose code confirms it', async () => {
    const { userId } = await waiting();
    const [first, second] = [nextPhoneNumber(), nextPhoneNumber()];
    const overtaken = await world.overtaken(() => correct(userId, first), {
      at: userKey(userId),
      by: async () => expect((await correct(userId, second)).body).toEqual(DONE),
    });
    expectRefusal(overtaken, 409, 'WRONG_STATUS');
    expect((await verify(userId, world.codeSentTo(second))).http).toBe(200);
    expect([
      (await visitor().asksForPhoneNumber(first)).phoneNumberExists,
      (await visitor().asksForPhoneNumber(second)).phoneNumberExists,
    ]).toEqual([false, true]);
  });

  test('a correction and the old number’s code confirm one of the two numbers', async () => {
    const { userId, phoneNumber } = await waiting();
    await visitor().asksForCodeAgain({ id: userId });
    const right = nextPhoneNumber();
    const [confirmed, corrected] = await Promise.all([
      verify(userId, world.codeSentTo(phoneNumber)),
      correct(userId, right),
    ]);
    expect([confirmed.http, corrected.http].filter((http) => http === 200)).toHaveLength(1);
    expect((await visitor().asksForPhoneNumber(phoneNumber)).phoneNumberExists).toBe(
      confirmed.http === 200,
    );
    expect((await visitor().asksForPhoneNumber(right)).phoneNumberExists).toBe(false);
  });
});

let sns: ReturnType<typeof failTextMessages> | undefined;
afterEach(() => sns?.restore());

describe('a code for one number does not confirm another', () => {
  test('if the number is corrected while a new code is created', async () => {
    const { userId, phoneNumber } = await registered();
    world.advance(MINUTE);
    const victims = nextPhoneNumber();
    const resent = await world.overtaken(
      () => responseTo(visitor().asksForCodeAgain({ id: userId })),
      {
        at: codeKey('VERIFY', userId),
        by: async () => {
          sns = failTextMessages();
          // The number is changed and its code is withdrawn, so that the other one can be stored.
          expectRefusal(await correct(userId, victims), 503, 'UNAVAILABLE');
          sns?.restore();
        },
      },
    );
    expect(resent.body).toEqual(DONE);
    expectRefusal(await verify(userId, world.codeSentTo(phoneNumber)), 401, 'UNAUTHENTICATED');
    expect([
      (await visitor().asksForPhoneNumber(phoneNumber)).phoneNumberExists,
      (await visitor().asksForPhoneNumber(victims)).phoneNumberExists,
    ]).toEqual([false, false]);
    world.advance(MINUTE);
    await visitor().asksForCodeAgain({ id: userId });
    expect((await verify(userId, world.codeSentTo(victims))).http).toBe(200);
  });

  test.each(['createUser', 'resendVerificationCode', 'correctPhoneNumber'])(
    'if the number of the registration differs from the one that %s texted',
    async (by) => {
      const { userId, phoneNumber } = await registered();
      const texted = by === 'correctPhoneNumber' ? nextPhoneNumber() : phoneNumber;
      if (by === 'correctPhoneNumber') await correct(userId, texted);
      if (by === 'resendVerificationCode') {
        world.advance(MINUTE);
        await visitor().asksForCodeAgain({ id: userId });
      }
      const other = nextPhoneNumber();
      const set = (to: string) =>
        table.write(update(userKey(userId), { set: { phoneNumber: to } }));
      await set(other);
      expectRefusal(await verify(userId, world.codeSentTo(texted)), 401, 'UNAUTHENTICATED');
      await set(texted);
      expect((await verify(userId, world.codeSentTo(texted))).http).toBe(200);
    },
  );
});

describe('if the text message cannot be sent', () => {
  test('the response says so, and the same request can be repeated', async () => {
    const { userId } = await waiting();
    const right = nextPhoneNumber();
    sns = failTextMessages();
    expectRefusal(await correct(userId, right), 503, 'UNAVAILABLE');
    sns?.restore();
    expect((await correct(userId, right)).body).toEqual(DONE);
    expect((await verify(userId, world.codeSentTo(right))).http).toBe(200);
  });
});
