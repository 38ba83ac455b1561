import { describe, expect, test } from '@jest/globals';
import { CODES_PER_NUMBER_AND_DAY } from '#functions/auth/text-code.ts';
import { countCall } from '#functions/storage/limits.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { failTextMessages, wrongCode } from '../../support/auth.ts';
import { newPerson, nextPhoneNumber, personOf, visitor } from '../../support/people.ts';
import { asked, CHANGED, DONE } from '../../support/phone-change.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const WRONG = 'That code is incorrect or has expired. Check it, or ask for a new one.';

describe('a code to change a phone number', () => {
  test('does not confirm another number', async () => {
    const person = await asked(world);
    const { code, oldCode } = person;
    await expectRefused(
      person.changesNumber(nextPhoneNumber(), code, { oldCode }),
      401,
      'UNAUTHENTICATED',
      { code: WRONG },
    );
  });

  test('does not confirm a number of another person', async () => {
    const { phoneNumber, code, oldCode } = await asked(world);
    const other = await newPerson(world);
    await expectRefused(
      other.changesNumber(phoneNumber, code, { oldCode }),
      401,
      'UNAUTHENTICATED',
    );
  });

  test('is refused after five wrong guesses', async () => {
    const person = await asked(world);
    const { user, phoneNumber, code, oldCode } = person;
    for (let tries = 0; tries < 5; tries += 1)
      await expectRefused(
        person.changesNumber(phoneNumber, wrongCode(code), { oldCode }),
        401,
        'UNAUTHENTICATED',
        { code: WRONG },
      );
    await expectRefused(
      person.changesNumber(phoneNumber, code, { oldCode }),
      401,
      'UNAUTHENTICATED',
      { code: 'Too many incorrect codes. Ask for a new one.' },
    );
    expect((await person.account()).phoneNumber).toBe(formatPhoneNumber(user.phoneNumber));
  });

  test('stays good after five wrong guesses of the code from the old number, which name their field', async () => {
    const person = await asked(world);
    const { user, phoneNumber, code, oldCode } = person;
    const wrong = { oldCode: wrongCode(oldCode) };
    for (let tries = 0; tries < 5; tries += 1)
      await expectRefused(person.changesNumber(phoneNumber, code, wrong), 401, 'UNAUTHENTICATED', {
        oldCode: WRONG,
      });
    await expectRefused(
      person.changesNumber(phoneNumber, code, { oldCode }),
      401,
      'UNAUTHENTICATED',
      { oldCode: 'Too many incorrect codes. Ask for a new one.' },
    );
    world.advance(MINUTE);
    await person.asksForOldNumberCode();
    const next = { oldCode: world.codeSentTo(user.phoneNumber) };
    expect(await person.changesNumber(phoneNumber, code, next)).toEqual(CHANGED);
  });

  test('stays good while another account has the number, and so does the code from the old number', async () => {
    const person = await asked(world);
    const { phoneNumber, code, oldCode } = person;
    const other = await newPerson(world, { phoneNumber });
    for (let tries = 0; tries < 6; tries += 1)
      await expectRefused(
        person.changesNumber(phoneNumber, code, { oldCode }),
        409,
        'PHONE_TAKEN',
        { phoneNumber: 'Phone number already in use' },
      );
    expect((await other.account()).phoneNumber).toBe(formatPhoneNumber(phoneNumber));
  });

  test('expires after ten minutes, with an error that says so', async () => {
    const { user, phoneNumber, code, oldCode } = await asked(world);
    world.advance(10 * MINUTE);
    const person = await personOf(world, user);
    await expectRefused(
      person.changesNumber(phoneNumber, code, { oldCode }),
      401,
      'UNAUTHENTICATED',
      { code: 'This code has expired. Please ask for a new one.' },
    );
  });

  test('neither signs in nor resets a password', async () => {
    const { user, phoneNumber, code } = await asked(world);
    for (const number of [phoneNumber, user.phoneNumber]) {
      const answer = await responseTo(visitor().signsInByCode(number, code));
      expectRefusal(answer, 401, 'UNAUTHENTICATED');
    }
    const { username } = user;
    await expectRefused(visitor().resetsPassword(username, code), 401, 'UNAUTHENTICATED');
  });

  test('can be requested once a minute, for any number', async () => {
    const person = await asked(world);
    const early = await responseTo(person.asksForNumberCode(nextPhoneNumber()));
    expectRefusal(early, 429, 'TOO_MANY_REQUESTS');
    await expectRefused(person.asksForOldNumberCode(), 429, 'TOO_MANY_REQUESTS');
    world.advance(Number(early.headers['retry-after']) * SECOND);
    expect(await person.asksForNumberCode(nextPhoneNumber())).toEqual(DONE);
  });

  test('that could not be sent can be requested again without a wait', async () => {
    const person = await newPerson(world);
    const phoneNumber = nextPhoneNumber();
    const mock = failTextMessages();
    await expectRefused(person.asksForNumberCode(phoneNumber), 503, 'UNAVAILABLE');
    mock.restore();
    expect(await person.asksForNumberCode(phoneNumber)).toEqual(DONE);
  });
});

describe('a phone change is refused', () => {
  test('at its field if another account has the number, and no text message is sent', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const sent = world.texts.length;
    const fields = { phoneNumber: 'Phone number already in use' };
    await expectRefused(one.asksForNumberCode(other.user.phoneNumber), 409, 'PHONE_TAKEN', fields);
    expect(world.texts.length).toBe(sent);
  });

  test('if another account took the number after the code was sent', async () => {
    const one = await asked(world);
    await newPerson(world, { phoneNumber: one.phoneNumber });
    const fields = { phoneNumber: 'Phone number already in use' };
    await expectRefused(
      one.changesNumber(one.phoneNumber, one.code, { oldCode: one.oldCode }),
      409,
      'PHONE_TAKEN',
      fields,
    );
    expect((await one.account()).phoneNumber).toBe(formatPhoneNumber(one.user.phoneNumber));
  });

  test('but not for the number of an expired registration', async () => {
    const phoneNumber = nextPhoneNumber();
    await newPerson(world, { phoneNumber, verified: false, licenseId: 'NONE' });
    world.advance(DAY + SECOND);
    const person = await asked(world, phoneNumber);
    expect(
      await person.changesNumber(phoneNumber, person.code, { oldCode: person.oldCode }),
    ).toEqual(CHANGED);
  });

  test('with a friendly message if the number is unchanged', async () => {
    const person = await newPerson(world);
    const { user } = person;
    await expectRefused(person.asksForNumberCode(user.phoneNumber), 400, 'INVALID_INPUT', {
      phoneNumber: 'This is your phone number already',
    });
  });

  test('if text messages are not sent to that country', async () => {
    const person = await newPerson(world);
    await expectRefused(person.asksForNumberCode('+4915112345678'), 400, 'INVALID_INPUT', {
      phoneNumber: 'We can’t send text messages to this country yet',
    });
  });

  test('with the messages of the invalid fields', async () => {
    const person = await newPerson(world);
    expect((await responseTo(person.asksForNumberCode(''))).body.fields).toEqual({
      phoneNumber: 'Please enter your phone number',
    });
    expect((await responseTo(person.asksForNumberCode('(555) 555-010'))).body.fields).toEqual({
      phoneNumber: 'Please enter a valid phone number',
    });
    expect((await responseTo(person.changesNumber('', '', { password: '' }))).body.fields).toEqual({
      phoneNumber: 'Please enter your phone number',
      code: 'Please enter your verification code',
      password: 'Please enter your password',
    });
    expect(
      (await responseTo(person.changesNumber(nextPhoneNumber(), '12345'))).body.fields,
    ).toEqual({
      code: 'Please enter a valid code',
    });
  });

  test('to an ended session whose access token is still valid', async () => {
    const person = await asked(world);
    const { user, phoneNumber, code, oldCode } = person;
    await person.signsOut();
    await expectRefused(
      person.changesNumber(phoneNumber, code, { oldCode }),
      401,
      'UNAUTHENTICATED',
    );
    const fresh = await personOf(world, user);
    expect((await fresh.account()).phoneNumber).toBe(formatPhoneNumber(user.phoneNumber));
  });
});

describe('phone changes are limited to', () => {
  test('ten codes an hour and twenty a day, for all numbers together', async () => {
    world.advance(DAY - (world.now() % DAY));
    const { user } = await newPerson(world);
    const outcomes: number[] = [];
    for (let times = 0; times < 22; times += 1) {
      const person = await personOf(world, user);
      outcomes.push((await responseTo(person.asksForNumberCode(nextPhoneNumber()))).http);
      world.advance(times === 10 ? HOUR : MINUTE);
    }
    expect(outcomes).toEqual([...Array(10).fill(200), 429, ...Array(10).fill(200), 429]);
  });

  test('a daily number of codes per phone number, from all callers together', async () => {
    world.advance(DAY - (world.now() % DAY));
    const person = await newPerson(world);
    const phoneNumber = nextPhoneNumber();
    const day = { within: DAY / SECOND, now: world.now(), max: CODES_PER_NUMBER_AND_DAY };
    for (let sent = 0; sent < CODES_PER_NUMBER_AND_DAY; sent += 1)
      await countCall(table, { ...day, what: `code:${phoneNumber}` });
    await expectRefused(person.asksForNumberCode(phoneNumber), 429, 'TOO_MANY_REQUESTS');
    expect(world.codeSentTo(phoneNumber)).toBe('');
  });

  test('ten attempts in 15 minutes, because each can guess the password', async () => {
    world.advance(HOUR - (world.now() % HOUR));
    const person = await newPerson(world);
    const phoneNumber = nextPhoneNumber();
    for (let times = 0; times < 10; times += 1)
      expect((await responseTo(person.changesNumber(phoneNumber, '1'))).http).toBe(400);
    await expectRefused(person.changesNumber(phoneNumber, '1'), 429, 'TOO_MANY_REQUESTS');
  });
});
