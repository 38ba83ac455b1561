import { describe, expect, test } from '@jest/globals';
import { bookReferral } from '#functions/storage/accounts/referrals.ts';
import { confirmRegistration } from '#functions/storage/auth/registrations.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { viewUserProfileByReferralCode } from '#shared/api/profiles.ts';
import { cents } from '#shared/money.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import { bearer, newPerson, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const ask = (input: Record<string, string>, token?: string) =>
  responseTo(bearer(token).calls('viewUserProfileByReferralCode', input));

test.each([
  ['no code', {}],
  ['an empty code', { referralCode: ' ' }],
  ['a code that is too long', { referralCode: 'A'.repeat(41) }],
])('a lookup with %s is refused with an error at the field referralCode', async (_, input) => {
  const { http, body } = await ask(input as Record<string, string>);
  expect([http, body.status, Object.keys(body.fields)]).toEqual([
    400,
    'INVALID_INPUT',
    ['referralCode'],
  ]);
});

test('an address that tries many codes is rate limited', async () => {
  const [limit] = viewUserProfileByReferralCode.limits;
  const address = '198.51.100.7';
  const attempt = () => responseTo(visitor().profileOfInviter('NOBODYS1', { from: address }));
  for (let at = 0; at < (limit?.max ?? 0); at += 1) expect((await attempt()).http).toBe(404);
  const refused = await attempt();
  expect([refused.http, refused.body.status]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

describe('the inviter of an invitation code', () => {
  test('is shown as the same public profile to guests, strangers and the inviter', async () => {
    const inviter = await newPerson(world, { bio: '<p>Hello</p>' });
    const stranger = await newPerson(world);
    const { referralCode, username } = inviter.user;
    const profile = await responseTo(visitor().profileNamed(username));
    for (const token of [undefined, stranger.token, inviter.token])
      expect(await ask({ referralCode }, token)).toMatchObject({ http: 200, body: profile.body });
  });

  test('is found by a code that was typed by hand', async () => {
    const { user } = await newPerson(world);
    const { body } = await ask({ referralCode: ` ${user.referralCode.toLowerCase()} ` });
    expect(body.data[0].id).toBe(user.id);
  });

  test('gets no profile view when the code is looked up', async () => {
    const person = await newPerson(world);
    const { user } = person;
    await ask({ referralCode: user.referralCode });
    const seen = await person.dashboard();
    expect(seen.profileViews).toBe(0);
  });
});

describe('an invitation code without an inviter is not found', () => {
  test.each([
    ['nobody has it', async () => 'NOBODYS1'],
    [
      'its person has not confirmed the phone',
      async () =>
        (await newPerson(world, { verified: false, licenseId: 'NONE' })).user.referralCode,
    ],
    [
      'its person has not finished registering',
      async () => (await newPerson(world, { licenseId: 'NONE' })).user.referralCode,
    ],
  ])('%s', async (_, codeOf) => {
    const answer = await ask({ referralCode: await codeOf() });
    expect([answer.http, answer.body.status]).toEqual([404, 'NOT_FOUND']);
    expect(answer.body).not.toHaveProperty('data');
  });
});

describe('viewInvitations', () => {
  const list = async (token: string) => (await bearer(token).invitedPeople()).data;

  test('lists who joined by the invitation of the caller, newest first, without a bonus at first', async () => {
    const inviter = await newPerson(world);
    expect(await list(inviter.token)).toEqual([]);
    const invitedByUserId = inviter.user.id;
    const first = await newPerson(world, { invitedByUserId });
    world.advance(1_000);
    const second = await newPerson(world, { invitedByUserId });
    await newPerson(world);
    expect(await list(inviter.token)).toMatchObject([
      { id: second.user.id, username: second.user.username, bonus: 'NONE', amount: 0 },
      { id: first.user.id, fullName: first.user.fullName },
    ]);
    expect(await list(first.token)).toEqual([]);
  });

  test('shows what a person brought, and no profile that nobody can see', async () => {
    const inviter = await newPerson(world);
    const { user } = await newPerson(world, { invitedByUserId: inviter.user.id });
    const earned = {
      inviterId: inviter.user.id,
      invoiceId: 'in_1',
      given: cents(100),
      earned: true,
      count: 1,
    };
    const book = (after: typeof earned, by: number, version: number) =>
      bookReferral(table, user.id, { after, by: cents(by), version }, world.now());
    expect(await book(earned, 100, 0)).toBe('done');
    expect(await list(inviter.token)).toMatchObject([{ bonus: 'EARNED', amount: 1 }]);
    const takenBack = { ...earned, earned: false, given: cents(0), count: 2 };
    expect(await book(takenBack, -100, 1)).toBe('done');
    await runConfirmedOps(world, 'block', user.id);
    expect(await list(inviter.token)).toMatchObject([
      { bonus: 'TAKEN_BACK', amount: 0, username: null },
    ]);
  });

  test('lists a person from the confirmation of the phone number on', async () => {
    const inviter = await newPerson(world);
    const { user } = await newPerson(world, {
      verified: false,
      licenseId: 'NONE',
      invitedByUserId: inviter.user.id,
    });
    expect(await list(inviter.token)).toEqual([]);
    expect(await confirmRegistration(table, user, world.now())).toBe('done');
    expect(await list(inviter.token)).toMatchObject([{ id: user.id }]);
  });
});
