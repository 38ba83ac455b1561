import { describe, expect, test } from '@jest/globals';
import { handler as viewDashboardStats } from '../../../functions/accounts/viewDashboardStats.ts';
import { handler as viewUserProfile } from '../../../functions/profiles/viewUserProfile.ts';
import { handler } from '../../../functions/profiles/viewUserProfileByReferralCode.ts';
import { viewUserProfileByReferralCode } from '../../../shared/api/profiles.ts';
import { call } from '../../support/call.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const ask = (input: Record<string, string>, token?: string) =>
  call(handler, input, { method: 'GET', token });

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
  const attempt = () => call(handler, { referralCode: 'NOBODYS1' }, { method: 'GET', address });
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
    const profile = await call(viewUserProfile, { username }, { method: 'GET' });
    for (const token of [undefined, stranger.token, inviter.token])
      expect(await ask({ referralCode }, token)).toMatchObject({ http: 200, body: profile.body });
  });

  test('is found by a code that was typed by hand', async () => {
    const { user } = await newPerson(world);
    const { body } = await ask({ referralCode: ` ${user.referralCode.toLowerCase()} ` });
    expect(body.data[0].id).toBe(user.id);
  });

  test('gets no profile view when the code is looked up', async () => {
    const { user, token } = await newPerson(world);
    await ask({ referralCode: user.referralCode });
    const { body } = await call(viewDashboardStats, {}, { method: 'GET', token });
    expect(body.data[0].profileViews).toBe(0);
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
