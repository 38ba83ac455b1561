import { describe, expect, test } from '@jest/globals';
import { CODES_PER_NUMBER_AND_DAY } from '#functions/auth/text-code.ts';
import { userKey } from '#functions/storage/keys.ts';
import { countCall } from '#functions/storage/limits.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NEW_PASSWORD } from '#lib/local/deeds/passwords.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import { failTextMessages, wrongCode } from '../../support/auth.ts';
import { unusedAddress } from '../../support/handler-calls.ts';
import { bearer, newPerson, personOf, visitor } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const WRONG = 'There was an error verifying code: it isn’t right';
const NO_LONGER = 'This code is no longer good. Please ask for a new one.';
const USED_UP = 'Too many incorrect codes. Ask for a new one.';

const check = (username: string, verificationCode: string) =>
  responseTo(visitor().checksReset(username, verificationCode));

/** Creates a person who requested a code for a password reset. */
async function asked() {
  const person = await newPerson(world);
  expect(await visitor().asksForReset(person.user.username)).toEqual({ status: 'SUCCESS' });
  return {
    ...person,
    username: person.user.username,
    code: world.codeSentTo(person.user.phoneNumber),
  };
}

describe('a forgotten password', () => {
  test('is reset with a texted code, and no longer signs in', async () => {
    const { user, username, code } = await asked();
    expect(world.texts[0]).toMatchObject({ to: user.phoneNumber });
    expect((await check(username, code)).body).toEqual({ status: 'SUCCESS', data: [] });
    expect(await visitor().resetsPassword(username, code)).toEqual({ status: 'SUCCESS' });
    await expectRefused(visitor().signsIn(username), 401, 'UNAUTHENTICATED');
    expect((await visitor().signsIn(username, { password: NEW_PASSWORD })).user_id).toBe(user.id);
  });

  test('ends every session when it is reset', async () => {
    const { user, username, code, refreshToken: one } = await asked();
    const { refreshToken: other } = await personOf(world, user);
    const { body } = await responseTo(visitor().refreshes(other));
    await visitor().resetsPassword(username, code);
    for (const token of [one, body.refresh_token])
      await expectRefused(visitor().refreshes(token), 401, 'UNAUTHENTICATED');
    const begun = await visitor().signsIn(username, { password: NEW_PASSWORD });
    await visitor().refreshes(begun.refresh_token);
  });

  test('ends a concurrent sign-in with the old password', async () => {
    const { username, code } = await asked();
    const [confirmed, entered] = await Promise.all([
      responseTo(visitor().resetsPassword(username, code)),
      responseTo(visitor().signsIn(username)),
    ]);
    expect(confirmed.http).toBe(200);
    if (entered.http === 200)
      await expectRefused(visitor().refreshes(entered.body.refresh_token), 401, 'UNAUTHENTICATED');
  });

  test('can be reset by the username in upper or lower case', async () => {
    const { user } = await newPerson(world);
    await visitor().asksForReset(` ${user.username.toUpperCase()} `);
    const code = world.codeSentTo(user.phoneNumber);
    await visitor().resetsPassword(user.username.toUpperCase(), code);
  });
});

describe('a code for a password reset', () => {
  test('is used once, also by two concurrent confirmations', async () => {
    const { username, code } = await asked();
    const passwords = [NEW_PASSWORD, 'Other-Horse-3'];
    const answers = await Promise.all(
      passwords.map((password) =>
        responseTo(visitor().resetsPassword(username, code, { password })),
      ),
    );
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 401]);
    const won = answers.findIndex(({ http }) => http === 200);
    await visitor().signsIn(username, { password: passwords[won] ?? '' });
    await expectRefused(
      visitor().signsIn(username, { password: passwords[1 - won] ?? '' }),
      401,
      'UNAUTHENTICATED',
    );
    await expectRefused(
      visitor().resetsPassword(username, code),
      401,
      'UNAUTHENTICATED',
      NO_LONGER,
    );
    expectRefusal(await check(username, code), 401, 'UNAUTHENTICATED', WRONG);
  });

  test('can be checked more than once', async () => {
    const { username, code } = await asked();
    for (let times = 0; times < 6; times += 1) expect((await check(username, code)).http).toBe(200);
    await visitor().resetsPassword(username, code);
  });

  test('is invalid after five wrong attempts at either step', async () => {
    const { username, code } = await asked();
    for (let tries = 0; tries < 3; tries += 1)
      expectRefusal(await check(username, wrongCode(code)), 401, 'UNAUTHENTICATED', WRONG);
    for (let tries = 0; tries < 2; tries += 1)
      await expectRefused(
        visitor().resetsPassword(username, wrongCode(code)),
        401,
        'UNAUTHENTICATED',
        NO_LONGER,
      );
    expectRefusal(await check(username, code), 401, 'UNAUTHENTICATED', USED_UP);
    await expectRefused(visitor().resetsPassword(username, code), 401, 'UNAUTHENTICATED', USED_UP);
    await visitor().signsIn(username);
  });

  test('that is right at the fifth attempt resets the password', async () => {
    const { username, code } = await asked();
    for (let tries = 0; tries < 4; tries += 1) await check(username, wrongCode(code));
    expect((await check(username, code)).http).toBe(200);
    await visitor().resetsPassword(username, code);
  });

  test('counts ten concurrent guesses as five attempts', async () => {
    const { username, code } = await asked();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => check(username, wrongCode(code))),
    );
    expect(answers.filter(({ body }) => body.message === WRONG)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.message === USED_UP)).toHaveLength(5);
  });

  test('expires after ten minutes, with the same error as for unknown usernames', async () => {
    const { username, code } = await asked();
    await visitor().asksForReset('nobody.expires', { from: '203.0.113.77' });
    world.advance(10 * MINUTE);
    const expired = 'This code has expired. Please ask for a new one.';
    for (const name of [username, 'nobody.expires']) {
      expectRefusal(await check(name, code), 401, 'UNAUTHENTICATED', expired);
      await expectRefused(visitor().resetsPassword(name, code), 401, 'UNAUTHENTICATED', expired);
    }
  });

  test('is invalid for other people, and does not sign in', async () => {
    const { user, code } = await asked();
    const other = await asked();
    if (code !== other.code) {
      expectRefusal(await check(other.username, code), 401, 'UNAUTHENTICATED');
      await expectRefused(visitor().resetsPassword(other.username, code), 401, 'UNAUTHENTICATED');
    }
    await expectRefused(visitor().signsInByCode(user.phoneNumber, code), 401, 'UNAUTHENTICATED');
  });

  test('is invalid if another account has taken the username meanwhile', async () => {
    const { user, username, code } = await asked();
    await table.write(update(userKey(user.id), { set: { username: 'renamed' } }));
    await expectRefused(
      visitor().resetsPassword(username, code),
      401,
      'UNAUTHENTICATED',
      NO_LONGER,
    );
  });

  test('replaces the previous one', async () => {
    const { user, username, code: first } = await asked();
    world.advance(MINUTE);
    await visitor().asksForReset(username);
    const second = world.codeSentTo(user.phoneNumber);
    if (first !== second) expectRefusal(await check(username, first), 401, 'UNAUTHENTICATED');
    expect((await check(username, second)).http).toBe(200);
  });

  test('is not used up by a password that breaks a rule', async () => {
    const { username, code } = await asked();
    const faults = {
      '': 'Please enter your password',
      short: 'The password must be 8 characters or longer',
      'no-capital-1': 'Password must include both uppercase and lowercase letters',
      NoSpecial1: 'Password must include at least one special character',
    };
    for (const [password, sentence] of Object.entries(faults)) {
      await expectRefused(
        visitor().resetsPassword(username, code, { password }),
        400,
        'INVALID_INPUT',
        { password: sentence },
      );
    }
    for (let times = 0; times < 2; times += 1)
      await expectRefused(
        visitor().resetsPassword(username, code, { password: 'short' }),
        400,
        'INVALID_INPUT',
      );
    await visitor().resetsPassword(username, code);
  });
});

describe('requesting a password reset', () => {
  test('gives the same responses for an unknown name, and sends no text message', async () => {
    const { user } = await newPerson(world);
    const { user: unconfirmed } = await newPerson(world, { verified: false, licenseId: 'NONE' });
    const answers = async (username: string) => {
      const sent = world.texts.length;
      const first = await responseTo(visitor().asksForReset(username));
      const again = await responseTo(visitor().asksForReset(username));
      const wrong = [];
      const guess =
        world.texts.length > sent ? wrongCode(world.codeSentTo(user.phoneNumber)) : '000000';
      wrong.push((await responseTo(visitor().resetsPassword(username, guess))).body);
      for (let tries = 0; tries < 5; tries += 1) wrong.push((await check(username, guess)).body);
      return {
        told: [first.body, again.body, 'retry-after' in again.headers, wrong],
        texts: world.texts.length - sent,
      };
    };
    const known = await answers(user.username);
    const unknown = await answers('nobody_at_all');
    const notConfirmed = await answers(unconfirmed.username);
    expect(unknown.told).toEqual(known.told);
    expect(notConfirmed.told).toEqual(known.told);
    expect([known, unknown, notConfirmed].map(({ texts }) => texts)).toEqual([1, 0, 0]);
  });

  test('sends no code beyond the daily limit of a number, and the response does not reveal it', async () => {
    world.advance(DAY - (world.now() % DAY));
    const { user } = await newPerson(world);
    const day = { within: DAY / SECOND, now: world.now() };
    for (let sent = 0; sent < CODES_PER_NUMBER_AND_DAY; sent += 1)
      await countCall(table, {
        ...day,
        what: `code:${user.phoneNumber}`,
        max: CODES_PER_NUMBER_AND_DAY,
      });
    expect(await visitor().asksForReset(user.username)).toEqual({ status: 'SUCCESS' });
    expect(world.codeSentTo(user.phoneNumber)).toBe('');
  });

  test('gives a known and an unknown username the same response while text messages fail', async () => {
    const { user } = await newPerson(world);
    const mock = failTextMessages();
    const answers = async (username: string) => {
      const [first, again] = [
        await responseTo(visitor().asksForReset(username)),
        await responseTo(visitor().asksForReset(username)),
      ];
      return [first.http, first.body, again.http, again.body];
    };
    const known = await answers(user.username);
    expect(mock.tries()).toBe(1);
    expect(known).toEqual(await answers('nobody_without_line'));
    mock.restore();
    world.advance(MINUTE);
    await visitor().asksForReset(user.username);
    expect(world.codeSentTo(user.phoneNumber)).not.toBe('');
  });

  test('ignores whether the caller is signed in', async () => {
    const { username, code } = await asked();
    const other = await newPerson(world);
    for (const token of [undefined, 'nonsense', other.token])
      await bearer(token).checksReset(username, code);
    const confirmed = await responseTo(other.resetsPassword(username, code));
    expect(confirmed.http).toBe(200);
    await visitor().signsIn(other.user.username);
  });
});

describe('a request for a password reset', () => {
  test('is accepted once a minute', async () => {
    const { username } = await asked();
    const early = await responseTo(visitor().asksForReset(username));
    expectRefusal(early, 429, 'TOO_MANY_REQUESTS');
    world.advance(Number(early.headers['retry-after']) * SECOND);
    await visitor().asksForReset(username);
  });

  test('is accepted six times a day per username and address, and nine times per username, known or unknown', async () => {
    world.advance(DAY - (world.now() % DAY));
    const { user } = await newPerson(world);
    for (const username of [user.username, 'nobody_to_count']) {
      const somewhere = unusedAddress();
      const outcomes = [];
      for (let times = 0; times < 11; times += 1) {
        outcomes.push(
          (
            await responseTo(
              visitor().asksForReset(username, { from: times < 7 ? somewhere : unusedAddress() }),
            )
          ).http,
        );
        world.advance(MINUTE);
      }
      expect(outcomes).toEqual([...Array(6).fill(200), 429, 200, 200, 200, 429]);
    }
  });

  test('that lacks fields is refused with an error at each of them', async () => {
    expect((await responseTo(visitor().asksForReset(' '))).body.fields).toEqual({
      username: 'Please enter your username',
    });
    expect((await check('', '12345')).body.fields).toEqual({
      username: 'Please enter your username',
      verificationCode: 'Please enter your verification code',
    });
    expect(
      (await responseTo(visitor().calls('confirmPasswordReset', {}, { json: true }))).body.fields,
    ).toEqual({
      username: 'Please enter your username',
      password: 'Please enter your password',
      verificationCode: 'Please enter your verification code',
    });
  });
});
