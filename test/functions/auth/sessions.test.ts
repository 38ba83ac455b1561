import { describe, expect, test } from '@jest/globals';
import { REFRESH_TOKEN_TIME, readAccessToken } from '#functions/auth/tokens.ts';
import { finishFreeRegistration, userById } from '#functions/storage/accounts/users.ts';
import { REFRESH_GRACE } from '#functions/storage/auth/sessions.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { cents } from '#shared/money.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { unusedAddress } from '../../support/handler-calls.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const signIn = (username: string, password = PASSWORD, from = unusedAddress()) =>
  responseTo(visitor().signsIn(username, { json: true, from, password }));
const refresh = (token: string, userAgent = 'Firefox') =>
  responseTo(visitor().refreshes(token, { headers: { 'user-agent': userAgent } }));

describe('signing in with a password', () => {
  test('returns tokens and the user, by JSON and by form', async () => {
    const { user } = await newPerson(world, { avatarUrl: 'https://replypaid.test/media/a.jpg' });
    const answer = await signIn(` ${user.username.toUpperCase()} `);
    expect(answer.body).toEqual({
      status: 'SUCCESS',
      access_token: expect.any(String),
      device_token: expect.any(String),
      refresh_token: expect.any(String),
      user_id: user.id,
      full_name: user.fullName,
      avatar_url: user.avatarUrl,
      permission_ids: [],
    });
    expect(await readAccessToken(answer.body.access_token, world.now())).toMatchObject({
      userId: user.id,
      verified: true,
      plan: 'FREE',
    });
    const byForm = await responseTo(visitor().signsIn(user.username));
    expect(byForm.http).toBe(200);
  });

  test('is recorded in the account', async () => {
    const { user } = await newPerson(world);
    await signIn(user.username);
    const after = await userById(table, user.id, world.now());
    expect(after?.lastLoginAt).toBeGreaterThanOrEqual(user.createdAt);
    expect(after?.lastSeenAt).toBe(after?.lastLoginAt);
  });

  test('gives the same response for a wrong password and an unknown name', async () => {
    const { user } = await newPerson(world);
    const wrong = await signIn(user.username, 'Wrong-Horse-1');
    const unknown = await signIn('nobody_at_all');
    expectRefusal(wrong, 401, 'UNAUTHENTICATED', 'Wrong username or password');
    expect(unknown.body).toEqual(wrong.body);
  });

  test('is refused for an account without a password', async () => {
    const { user } = await newPerson(world, { passwordHash: '' });
    expectRefusal(await signIn(user.username, ' '.repeat(8)), 401, 'UNAUTHENTICATED');
  });

  test('is allowed before the phone is confirmed, so that the person can confirm it', async () => {
    const { user } = await newPerson(world, { verified: false, licenseId: 'NONE' });
    const { body } = await signIn(user.username);
    const claims = await readAccessToken(body.access_token, world.now());
    expect(claims).toMatchObject({ verified: false, plan: 'NONE' });
    // Nobody is notified of the sign-in on a new device: no number or address is confirmed yet.
    expect(await domainEventsAbout(world, 'user.signedIn', { user })).toEqual([]);
  });

  test('names each missing field', async () => {
    expect(
      (await responseTo(visitor().calls('authenticate', {}, { json: true }))).body.fields,
    ).toEqual({
      username: 'Please enter your username',
      password: 'Please enter a password',
    });
    expect((await signIn('ada', 'short')).body.fields).toEqual({
      password: 'The password must be 8 characters or longer',
    });
  });

  test('is limited to ten attempts per username and address in 15 minutes; other addresses can still sign in', async () => {
    const { user } = await newPerson(world);
    world.advance(15 * MINUTE - (world.now() % (15 * MINUTE)));
    const attacker = unusedAddress();
    const guess = () => signIn(user.username, 'Wrong-Horse-1', attacker);
    for (const answer of await Promise.all(Array.from({ length: 10 }, guess)))
      expectRefusal(answer, 401, 'UNAUTHENTICATED');
    const over = await guess();
    expectRefusal(over, 429, 'TOO_MANY_REQUESTS');
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expectRefusal(await signIn(user.username, 'Wrong-Horse-1'), 401, 'UNAUTHENTICATED');
  });
});

describe('refreshing a session', () => {
  test('returns new tokens with the current data of the account', async () => {
    const { user, refreshToken: token } = await newPerson(world, { licenseId: 'NONE' });
    await finishFreeRegistration(
      table,
      user.id,
      {
        paidResponsePrice: cents(100),
        paidResponseCommitment: 1,
      },
      world.now(),
    );
    const { body } = await refresh(token);
    expect(body).toMatchObject({ user_id: user.id, full_name: user.fullName, avatar_url: null });
    expect(body.refresh_token).not.toBe(token);
    const claims = await readAccessToken(body.access_token, world.now());
    expect(claims).toMatchObject({ userId: user.id, plan: 'FREE' });
    expect((await refresh(body.refresh_token)).http).toBe(200);
  });

  test('allows a repeated refresh within ten seconds if the response was lost', async () => {
    const { refreshToken: token } = await newPerson(world);
    const lost = await refresh(token);
    world.advance(REFRESH_GRACE - 5 * SECOND);
    const again = await refresh(token);
    expect(again.body.refresh_token).toBe(lost.body.refresh_token);
    expect(await readAccessToken(again.body.access_token, world.now())).toBeDefined();
    world.advance(MINUTE);
    expect((await refresh(again.body.refresh_token)).http).toBe(200);
  });

  test('ends the token family when another device uses a used token', async () => {
    const { refreshToken: token } = await newPerson(world);
    const { body } = await refresh(token);
    expectRefusal(await refresh(token, 'curl'), 401, 'UNAUTHENTICATED');
    expectRefusal(await refresh(body.refresh_token), 401, 'UNAUTHENTICATED');
  });

  test.each([REFRESH_GRACE, DAY])(
    'allows a repeated refresh %d ms after the response was lost',
    async (pause) => {
      const { refreshToken: token } = await newPerson(world);
      const lost = await refresh(token);
      world.advance(pause);
      const again = await refresh(token);
      expect(again.body.refresh_token).not.toBe(lost.body.refresh_token);
      expect(await readAccessToken(again.body.access_token, world.now())).toBeDefined();
      world.advance(MINUTE);
      expect((await refresh(again.body.refresh_token)).http).toBe(200);
    },
  );

  test('ends the token family when a token is presented whose successor was used', async () => {
    const { refreshToken: token } = await newPerson(world);
    const { body: first } = await refresh(token);
    world.advance(REFRESH_GRACE);
    const { body: second } = await refresh(first.refresh_token);
    expectRefusal(await refresh(token), 401, 'UNAUTHENTICATED');
    expectRefusal(await refresh(second.refresh_token), 401, 'UNAUTHENTICATED');
  });

  test('by ten concurrent calls of one device returns one new token', async () => {
    const { refreshToken: token } = await newPerson(world);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
    expect(answers.map(({ http }) => http)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  test('is refused without a token, with an access token and with a malformed token', async () => {
    const { token } = await newPerson(world);
    await expectRefused(visitor().calls('refreshToken'), 401, 'UNAUTHENTICATED');
    expectRefusal(await refresh(token), 401, 'UNAUTHENTICATED');
    expectRefusal(await refresh('nonsense'), 401, 'UNAUTHENTICATED');
  });

  test('keeps a session that is used for longer than a refresh token is valid', async () => {
    let { refreshToken: token } = await newPerson(world);
    for (let times = 0; times < 3; times += 1) {
      world.advance(REFRESH_TOKEN_TIME - DAY);
      token = (await refresh(token)).body.refresh_token;
    }
    expect((await refresh(token)).http).toBe(200);
  });

  test('is refused for a session that was not used until it expired', async () => {
    const { refreshToken: token } = await newPerson(world);
    world.advance(REFRESH_TOKEN_TIME);
    expectRefusal(await refresh(token), 401, 'UNAUTHENTICATED');
  });

  test('is refused for a session of an expired registration', async () => {
    const { refreshToken: token } = await newPerson(world, { verified: false });
    world.advance(DAY);
    expectRefusal(await refresh(token), 401, 'UNAUTHENTICATED');
  });
});

describe('signing out', () => {
  test('ends this session and no other', async () => {
    const person = await newPerson(world);
    const { user, refreshToken: mine } = person;
    const elsewhere = await signIn(user.username);
    expect(await person.signsOut()).toEqual({ status: 'SUCCESS' });
    expectRefusal(await refresh(mine), 401, 'UNAUTHENTICATED');
    expect((await refresh(elsewhere.body.refresh_token)).http).toBe(200);
  });

  test('can be repeated, and is allowed to unverified callers', async () => {
    const person = await newPerson(world, { verified: false });
    for (let times = 0; times < 2; times += 1) await person.signsOut();
  });
});
