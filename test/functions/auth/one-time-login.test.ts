import { describe, expect, test } from '@jest/globals';
import { CODES_PER_ADDRESS_AND_DAY, CODES_PER_NUMBER_AND_DAY } from '#functions/auth/text-code.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { codeKey } from '#functions/storage/keys.ts';
import { countCall, countStep } from '#functions/storage/limits.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import { failTextMessages, wrongCode } from '../../support/auth.ts';
import { unusedAddress } from '../../support/handler-calls.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

const world = worldOfFile();

const send = (phoneNumber: string) => responseTo(visitor().asksForLoginCode(phoneNumber));
const enter = (phoneNumber: string, verificationCode: string) =>
  responseTo(visitor().signsInByCode(phoneNumber, verificationCode));

describe('signing in by texted code', () => {
  test('sends a code that signs in once', async () => {
    const { user } = await newPerson(world);
    expect((await send(user.phoneNumber)).body).toEqual({ status: 'SUCCESS' });
    const code = world.codeSentTo(user.phoneNumber);
    const answer = await enter(user.phoneNumber, code);
    expect(answer.body).toMatchObject({ user_id: user.id, full_name: user.fullName });
    await visitor().refreshes(answer.body.refresh_token);
    expectRefusal(
      await enter(user.phoneNumber, code),
      401,
      'UNAUTHENTICATED',
      'There was an error verifying code: it isn’t right',
    );
  });

  test('succeeds for one of two concurrent uses of a code', async () => {
    const { user } = await newPerson(world);
    await send(user.phoneNumber);
    const code = world.codeSentTo(user.phoneNumber);
    const answers = await Promise.all([
      enter(user.phoneNumber, code),
      enter(user.phoneNumber, code),
    ]);
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 401]);
  });

  test('gives the same responses for an unknown number, and sends no text message', async () => {
    const { user } = await newPerson(world);
    const nobodys = '+15559990001';
    const answers = async (number: string) => {
      const first = await send(number);
      const again = await send(number);
      const wrong = [];
      for (let tries = 0; tries < 6; tries += 1)
        wrong.push((await enter(number, wrongCode(world.codeSentTo(number)))).body);
      return [first.body, again.body, 'retry-after' in again.headers, wrong];
    };
    expect(await answers(nobodys)).toEqual(await answers(user.phoneNumber));
    expect(world.texts.some(({ to }) => to === nobodys)).toBe(false);
  });

  test('cannot be requested for a phone number that is not confirmed', async () => {
    const { user } = await newPerson(world, { verified: false });
    expect((await send(user.phoneNumber)).http).toBe(200);
    expect(world.codeSentTo(user.phoneNumber)).toBe('');
  });

  test('is refused with a wrong code, and five wrong codes invalidate the right one', async () => {
    const { user } = await newPerson(world);
    await send(user.phoneNumber);
    const code = world.codeSentTo(user.phoneNumber);
    for (let tries = 0; tries < 5; tries += 1)
      expectRefusal(
        await enter(user.phoneNumber, wrongCode(code)),
        401,
        'UNAUTHENTICATED',
        'There was an error verifying code: it isn’t right',
      );
    expectRefusal(await enter(user.phoneNumber, code), 401, 'UNAUTHENTICATED');
  });

  test('is refused with an expiry error if the code is older than ten minutes, also for unknown numbers', async () => {
    const { user } = await newPerson(world);
    await send(user.phoneNumber);
    await send('+15559990005');
    const code = world.codeSentTo(user.phoneNumber);
    world.advance(10 * MINUTE);
    const expired = 'This code has expired. Please ask for a new one.';
    for (const number of [user.phoneNumber, '+15559990005'])
      expectRefusal(await enter(number, code), 401, 'UNAUTHENTICATED', expired);
    world.advance(DAY);
    const unknown = 'There was an error verifying code: it isn’t right';
    expectRefusal(await enter(user.phoneNumber, code), 401, 'UNAUTHENTICATED', unknown);
  });

  test('is refused with another person’s code', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    await send(one.user.phoneNumber);
    const code = world.codeSentTo(one.user.phoneNumber);
    expectRefusal(await enter(other.user.phoneNumber, code), 401, 'UNAUTHENTICATED');
  });

  test('sends codes at most once a minute', async () => {
    const { user } = await newPerson(world);
    await send(user.phoneNumber);
    const early = await send(user.phoneNumber);
    expectRefusal(early, 429, 'TOO_MANY_REQUESTS');
    world.advance(Number(early.headers['retry-after']) * SECOND);
    expect((await send(user.phoneNumber)).http).toBe(200);
  });

  test('accepts twelve requests a day per number, known or unknown', async () => {
    world.advance(DAY - (world.now() % DAY));
    const { user } = await newPerson(world);
    const outcomes: (readonly number[])[] = [];
    for (let times = 0; times < 13; times += 1) {
      const answers = await Promise.all([send(user.phoneNumber), send('+15559990003')]);
      outcomes.push(answers.map(({ http }) => http));
      world.advance(MINUTE);
    }
    expect(outcomes).toEqual([...Array(12).fill([200, 200]), [429, 429]]);
  });

  test('does not reveal how many codes the owner of a number requested by username', async () => {
    world.advance(DAY - (world.now() % DAY));
    const { user } = await newPerson(world);
    const what = `code:${user.phoneNumber}`;
    const day = { within: DAY / SECOND, now: world.now(), max: CODES_PER_NUMBER_AND_DAY };
    for (let sent = 0; sent < CODES_PER_NUMBER_AND_DAY; sent += 1)
      await countCall(table, { ...day, what });
    expect((await send(user.phoneNumber)).body).toEqual({ status: 'SUCCESS' });
    expect(world.codeSentTo(user.phoneNumber)).toBe('');
    // A void code must not sign in: otherwise a caller could guess without limit by requesting new codes.
    expect(await table.get(codeKey('LOGIN', user.phoneNumber))).toMatchObject({ isVoid: true });
    expectRefusal(await send(user.phoneNumber), 429, 'TOO_MANY_REQUESTS');
  });

  test.each([
    ['LOGIN', 'sendOneTimeLoginCode', ({ phoneNumber }: User) => ({ phoneNumber })],
    ['RESET', 'requestPasswordReset', ({ username }: User) => ({ username })],
  ] as const)(
    'refuses and removes a %s code if the caller’s IP address has used up its daily codes',
    async (purpose, operation, inputOf) => {
      world.advance(DAY - (world.now() % DAY));
      const { user } = await newPerson(world);
      const from = unusedAddress();
      const by = CODES_PER_ADDRESS_AND_DAY;
      const spent = { what: `code:${from}`, within: DAY / SECOND, max: by, by, now: world.now() };
      await table.write(countStep(spent, 'OVER'));
      const asked = visitor().calls(operation, inputOf(user), { from });
      await expectRefused(asked, 429, 'TOO_MANY_REQUESTS');
      const [subject = ''] = Object.values(inputOf(user));
      expect(await table.get(codeKey(purpose, subject))).toBeUndefined();
    },
  );

  test('counts the daily codes of an address for each of the people who share it', async () => {
    world.advance(DAY - (world.now() % DAY));
    const { user } = await newPerson(world);
    const from = unusedAddress();
    const max = CODES_PER_ADDRESS_AND_DAY;
    const spent = { what: `code:${from}`, within: DAY / SECOND, max: 2 * max, now: world.now() };
    const requested = () => responseTo(visitor().asksForLoginCode(user.phoneNumber, { from }));
    process.env.SETTINGS = JSON.stringify({ ...SETTINGS, peoplePerAddress: 2 });
    await table.write(countStep({ ...spent, by: 2 * max - 1 }, 'OVER'));
    expect((await requested()).http).toBe(200);
    world.advance(MINUTE);
    expectRefusal(await requested(), 429, 'TOO_MANY_REQUESTS');
    process.env.SETTINGS = JSON.stringify(SETTINGS);
  });

  test('gives a known and an unknown number the same response while text messages fail', async () => {
    const { user } = await newPerson(world);
    const mock = failTextMessages();
    const answers = async (number: string) => {
      const [first, again] = [await send(number), await send(number)];
      return [first.http, first.body, again.http, again.body];
    };
    const known = await answers(user.phoneNumber);
    expect(mock.tries()).toBe(1);
    expect(known).toEqual(await answers('+15559990004'));
    mock.restore();
    world.advance(MINUTE);
    expect((await send(user.phoneNumber)).http).toBe(200);
    expect(world.codeSentTo(user.phoneNumber)).not.toBe('');
  });

  test('returns an error for each invalid field, and for countries without text messages', async () => {
    expect((await send('')).body.fields).toEqual({ phoneNumber: 'Please enter your phone number' });
    expectRefusal(await send('+49 30 1234567'), 400, 'INVALID_INPUT');
    expect((await enter('+15559990001', '123')).body.fields).toEqual({
      verificationCode: 'Please enter your one-time code',
    });
  });
});
