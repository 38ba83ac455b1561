import { describe, expect, test } from '@jest/globals';
import { userKey } from '#functions/storage/keys.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NEW_PASSWORD, PASSWORD } from '#lib/local/deeds/passwords.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import { bearer, newPerson, personOf, visitor } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const DONE = { status: 'SUCCESS' };

const change = (token: string | undefined, newPassword = NEW_PASSWORD, oldPassword = PASSWORD) =>
  responseTo(bearer(token).changesPassword({ password: oldPassword, newPassword }));

describe('a changed password', () => {
  test('signs in, and the old one no longer does', async () => {
    const { user, token } = await newPerson(world);
    expect((await change(token)).body).toEqual(DONE);
    await expectRefused(visitor().signsIn(user.username), 401, 'UNAUTHENTICATED');
    expect((await visitor().signsIn(user.username, { password: NEW_PASSWORD })).user_id).toBe(
      user.id,
    );
  });

  test('ends all other sessions; the session that changed it continues', async () => {
    const person = await newPerson(world);
    const other = await personOf(world, person.user);
    const used = (
      await responseTo(visitor().refreshes((await personOf(world, person.user)).refreshToken))
    ).body;
    world.advance(SECOND);
    expect((await change(person.token)).body).toEqual(DONE);
    for (const token of [other.refreshToken, used.refresh_token])
      await expectRefused(visitor().refreshes(token), 401, 'UNAUTHENTICATED');
    const first = await responseTo(visitor().refreshes(person.refreshToken));
    expect(first.http).toBe(200);
    await visitor().refreshes(first.body.refresh_token);
  });

  test('can be changed again from the same session or a newer one', async () => {
    const { user, token, refreshToken: own } = await newPerson(world);
    world.advance(SECOND);
    expect((await change(token)).http).toBe(200);
    expect((await change(token, 'Third-Horse-3', NEW_PASSWORD)).http).toBe(200);
    const since = (
      await responseTo(visitor().signsIn(user.username, { password: 'Third-Horse-3' }))
    ).body;
    world.advance(SECOND);
    expect((await change(since.access_token, 'Fourth-Horse-4', 'Third-Horse-3')).http).toBe(200);
    await expectRefused(visitor().refreshes(own), 401, 'UNAUTHENTICATED');
    await visitor().refreshes(since.refresh_token);
  });

  test('that two concurrent calls set is set once, and the other call gets a conflict', async () => {
    const { user, token } = await newPerson(world);
    const other = await personOf(world, user);
    const [first, second] = [NEW_PASSWORD, 'Other-Horse-3'];
    const overtaken = await world.overtaken(() => change(token, first), {
      at: userKey(user.id),
      by: async () => expect((await change(other.token, second)).http).toBe(200),
    });
    // The losing call is refused because the password changed or because its session ended.
    expect(['WRONG_STATUS', 'UNAUTHENTICATED']).toContain(overtaken.body.status);
    await visitor().signsIn(user.username, { password: second });
    await expectRefused(
      visitor().signsIn(user.username, { password: first }),
      401,
      'UNAUTHENTICATED',
    );
  });

  test('ends a sign-in with the old password that is in progress', async () => {
    const { user, token } = await newPerson(world);
    const [changed, entered] = await Promise.all([
      change(token),
      responseTo(visitor().signsIn(user.username)),
    ]);
    expect(changed.http).toBe(200);
    if (entered.http === 200)
      await expectRefused(visitor().refreshes(entered.body.refresh_token), 401, 'UNAUTHENTICATED');
  });

  test('ends a session that a sign-in code starts concurrently', async () => {
    const { user, token } = await newPerson(world);
    const { phoneNumber } = user;
    await visitor().asksForLoginCode(phoneNumber);
    const code = world.codeSentTo(phoneNumber);
    const [changed, entered] = await Promise.all([
      change(token),
      responseTo(visitor().signsInByCode(phoneNumber, code)),
    ]);
    expect(changed.http).toBe(200);
    // A code still signs in after the change; a session that started before the change is ended.
    expect([200, 401]).toContain(entered.http);
    if (entered.http === 200)
      expect([200, 401]).toContain(
        (await responseTo(visitor().refreshes(entered.body.refresh_token))).http,
      );
    await visitor().signsIn(user.username, { password: NEW_PASSWORD });
  });

  test('that is reset later ends the session that changed it too', async () => {
    const { user, token, refreshToken: own } = await newPerson(world);
    world.advance(SECOND);
    await change(token);
    world.advance(SECOND);
    const { username } = user;
    await visitor().asksForReset(username);
    const verificationCode = world.codeSentTo(user.phoneNumber);
    await visitor().resetsPassword(username, verificationCode, { password: 'Fourth-Horse-4' });
    await expectRefused(visitor().refreshes(own), 401, 'UNAUTHENTICATED');
  });
});

describe('a password change is refused', () => {
  test('at the field of the old password if that is wrong, and the session continues', async () => {
    const { user, token, refreshToken: own } = await newPerson(world);
    expectRefusal(await change(token, NEW_PASSWORD, 'Not-my-password-1'), 400, 'INVALID_INPUT', {
      oldPassword: 'That password is incorrect',
    });
    await visitor().refreshes(own);
    await visitor().signsIn(user.username);
  });

  test.each([
    ['', 'Please enter a password'],
    ['Short-1', 'The password must be 8 characters or longer'],
    ['no-capital-1', 'Password must include both uppercase and lowercase letters'],
    ['NoSpecial1', 'Password must include at least one special character'],
    [PASSWORD, 'The new password must differ from the old one'],
  ])('at the field of the new password if it is “%s”', async (newPassword, sentence) => {
    const { token } = await newPerson(world);
    expectRefusal(await change(token, newPassword), 400, 'INVALID_INPUT', {
      newPassword: sentence,
    });
  });

  test('at both fields if both are missing', async () => {
    const person = await newPerson(world);
    const answer = await responseTo(person.calls('updatePassword'));
    expect(answer.body.fields).toEqual({
      oldPassword: 'Please enter your password',
      newPassword: 'Please enter a password',
    });
  });

  test('for another person: a call changes only its caller’s own password', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    expect((await change(other.token)).http).toBe(200);
    await visitor().signsIn(one.user.username);
    await expectRefused(
      visitor().signsIn(one.user.username, { password: NEW_PASSWORD }),
      401,
      'UNAUTHENTICATED',
    );
  });

  test('to an ended session whose access token is still valid', async () => {
    const person = await newPerson(world);
    const { user, token } = person;
    await person.signsOut();
    expectRefusal(await change(token), 401, 'UNAUTHENTICATED');
    await visitor().signsIn(user.username);
  });

  test('to a session that another change has ended', async () => {
    const { user, token } = await newPerson(world);
    const other = await personOf(world, user);
    world.advance(SECOND);
    await change(token);
    expectRefusal(await change(other.token, 'Third-Horse-3', NEW_PASSWORD), 401, 'UNAUTHENTICATED');
    await visitor().signsIn(user.username, { password: NEW_PASSWORD });
  });
});

describe('guessing the old password', () => {
  test('is blocked after ten attempts in 15 minutes, even with the right password', async () => {
    world.advance(15 * MINUTE - (world.now() % (15 * MINUTE)));
    const { token } = await newPerson(world);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await change(token, NEW_PASSWORD, '')).http).toBe(400);
    const answer = await change(token);
    expectRefusal(answer, 429, 'TOO_MANY_REQUESTS');
    world.advance(Number(answer.headers['retry-after']) * SECOND);
    expect((await change(token)).http).not.toBe(429);
  });

  test('is blocked after fifty attempts in a day', async () => {
    world.advance(DAY - (world.now() % DAY));
    const { user } = await newPerson(world);
    const outcomes: number[] = [];
    for (let tries = 0; tries < 51; tries += 1) {
      const { token } = await personOf(world, user);
      outcomes.push((await change(token, NEW_PASSWORD, '')).http);
      if (tries % 10 === 9) world.advance(15 * MINUTE);
    }
    expect(outcomes).toEqual([...Array(50).fill(400), 429]);
  });
});
