import { describe, expect, test } from '@jest/globals';
import { saveCustomer, userById } from '#functions/storage/accounts/users.ts';
import { forgetRegistration } from '#functions/storage/auth/registrations.ts';
import { cardOnFile } from '#functions/storage/billing/plans.ts';
import { monthKey, userKey } from '#functions/storage/keys.ts';
import { put, table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { ownTextsOf, publicTextsOf } from '#shared/rules/profiles/profile-texts.ts';
import { HOUR, type Instant, MINUTE, monthOf, toIso } from '#shared/time.ts';
import { bearer, newPerson, personOf, visitor } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

const world = worldOfFile();

const check = (token?: string) => responseTo(bearer(token).account());
const profile = (input: Record<string, string | undefined>) =>
  responseTo(visitor().calls('viewUserProfile', input));

describe('checkUser', () => {
  test('returns every field of the caller’s own account, and no secret', async () => {
    const { user, token } = await newPerson(world, {
      bio: '<p>Hello</p>',
      avatarUrl: 'https://replypaid.test/media/a.jpg',
      socials: { bluesky: 'ada', tikTok: '@ada' },
    });
    await saveCustomer(table, user.id, 'cus_1');
    await table.write(cardOnFile(user.id, { id: 'pm_1', brand: 'visa', lastFour: '4242' }));
    const { body } = await check(token);
    expect(body.data).toEqual([
      {
        id: user.id,
        ...ownTextsOf({ username: user.username, fullName: user.fullName, bio: '<p>Hello</p>' }),
        phoneNumber: expect.stringMatching(/^\(555\) 200-\d{4}$/),
        nextPhoneNumber: null,
        nextPhoneNumberAt: null,
        nextPhoneNumberUntil: null,
        permissionIds: [],
        creationDate: toIso(user.createdAt),
        lastLogin: null,
        rawLastLogin: null,
        previousVisit: null,
        rawPreviousVisit: null,
        profileImageUrl: user.avatarUrl,
        licenseId: 'FREE',
        verified: true,
        stripeCustomerId: 'cus_1',
        stripePaymentMethodId: 'pm_1',
        socialInstagram: '',
        socialLinkedin: '',
        socialYouTube: '',
        socialTikTok: '@ada',
        socialBluesky: 'ada',
        referralCode: user.referralCode,
        referralCodeUrl: `${SETTINGS.origin}/referral/${user.referralCode}`,
        categoryId: null,
        categoryName: null,
        subCategoryId: null,
        subCategoryName: null,
        theme: 'system',
        planRenewsAt: null,
        planEndsAt: null,
        planPaymentFailed: false,
        hadPlan: false,
        badge: 'NONE',
        trusted: false,
        nameOnCard: null,
        verifiedName: null,
      },
    ]);
  });

  test('says that the phone is not confirmed yet', async () => {
    const { token } = await newPerson(world, { verified: false, licenseId: 'NONE' });
    expect((await check(token)).body.data[0]).toMatchObject({ verified: false, licenseId: 'NONE' });
  });

  test('moves the date of the previous visit once per visit', async () => {
    const { user } = await newPerson(world);
    const previousVisit = async () => {
      const { token } = await personOf(world, user);
      return (await check(token)).body.data[0].rawPreviousVisit;
    };
    expect(await previousVisit()).toBeNull();
    world.advance(20 * MINUTE);
    expect(await previousVisit()).toBeNull();
    const lastSeenAt = (await userById(table, user.id, world.now()))?.lastSeenAt as Instant;
    world.advance(2 * HOUR);
    expect(await previousVisit()).toBe(toIso(lastSeenAt));
    world.advance(20 * MINUTE);
    expect(await previousVisit()).toBe(toIso(lastSeenAt));
  });

  test('refuses a caller whose account does not exist', async () => {
    const { user, token } = await newPerson(world, { verified: false });
    await forgetRegistration(table, user);
    expectRefusal(await check(token), 401, 'UNAUTHENTICATED');
  });
});

describe('setting price and commitment', () => {
  const settings = { paidResponsePrice: '12.5', paidResponseCommitment: '25' };
  const view = (token?: string) => responseTo(bearer(token).offer());
  const change = (token?: string, input: Record<string, string> = settings) =>
    responseTo(bearer(token).calls('updateInboundSettings', input));

  test('stores the values that were set last', async () => {
    const { user, token } = await newPerson(world);
    expect((await change(token)).body).toEqual({ status: 'SUCCESS' });
    expect((await view(token)).body.data).toEqual([
      {
        userId: user.id,
        paidResponsePrice: 12.5,
        paidResponseCommitment: 25,
        takesPictures: true,
        blursPictures: false,
        takesVoice: false,
      },
    ]);
  });

  test('changes only the caller’s own account', async () => {
    const [mine, other] = [await newPerson(world), await newPerson(world)];
    await change(mine.token);
    expect((await view(other.token)).body.data[0]).toMatchObject({ userId: other.user.id });
    expect(await userById(table, other.user.id, world.now())).toEqual(other.user);
  });

  test.each([
    ['0.99', '1', 'paidResponsePrice', 'Please enter a dollar value of a $1.00 or more'],
    ['5000.01', '1', 'paidResponsePrice', 'The price can be at most $5,000.00'],
    ['1.001', '1', 'paidResponsePrice', 'Please enter a dollar value of a $1.00 or more'],
    ['', '1', 'paidResponsePrice', 'Please enter a dollar value of a $1.00 or more'],
    ['1', '-1', 'paidResponseCommitment', 'Please enter a value of zero or more'],
    ['1', '1.5', 'paidResponseCommitment', 'Please enter a value of zero or more'],
    ['1', '100000', 'paidResponseCommitment', 'The commitment can be at most 99,999 a month'],
  ])(
    'refuses the price %j for %j messages at the field %s',
    async (price, count, field, sentence) => {
      const { user, token } = await newPerson(world);
      const input = { paidResponsePrice: price, paidResponseCommitment: count };
      expectRefusal(await change(token, input), 400, 'INVALID_INPUT', { [field]: sentence });
      expect(await userById(table, user.id, world.now())).toEqual(user);
    },
  );

  test('answers not found for a deleted account, and does not recreate it', async () => {
    const { user } = await newPerson(world, { verified: false });
    await forgetRegistration(table, user);
    const { token } = await personOf(world, { ...user, verified: true });
    expectRefusal(await view(token), 404, 'NOT_FOUND');
    expectRefusal(await change(token), 401, 'UNAUTHENTICATED');
    expect(await userById(table, user.id, world.now())).toBeUndefined();
  });
});

describe('the public profile', () => {
  test('shows only the public fields', async () => {
    const { user } = await newPerson(world, {
      price: 123_450,
      paidResponseCommitment: 3,
      fullName: 'Ada Lovelace',
      identity: { name: 'Ada Lovelace', accountId: 'acct_1', verifiedAt: world.now() },
      licenseId: 'STARTER',
      bio: '<p>Hello</p>',
      socials: { bluesky: '@ada', instagram: 'https://evil.example/ada' },
    });
    const { body } = await profile({ username: user.username });
    expect(body.data).toEqual([
      {
        id: user.id,
        ...publicTextsOf({ username: user.username, fullName: user.fullName, bio: '<p>Hello</p>' }),
        creationDate: toIso(user.createdAt),
        profileImageUrl: null,
        socialBluesky: '@ada',
        socialInstagram: 'https://evil.example/ada',
        socialTikTok: '',
        socialLinkedin: '',
        socialYouTube: '',
        socialBlueskyUrl: 'https://bsky.app/profile/ada.bsky.social',
        socialInstagramUrl: null,
        socialTikTokUrl: null,
        socialLinkedinUrl: null,
        socialYouTubeUrl: null,
        categoryId: null,
        categoryName: null,
        subCategoryId: null,
        subCategoryName: null,
        paidResponsePrice: 1234.5,
        paidResponsePriceFormatted: '$1,234.50',
        paidResponseCommitment: 3,
        responseRate: 100,
        answeredCount: 0,
        endedCount: 0,
        odds: null,
        remainingThisMonth: 3,
        active: true,
        takesPictures: true,
        takesVoice: false,
        badge: 'IDENTITY',
        trusted: true,
        contact: false,
        blocked: false,
        contactState: 'NONE',
        founder: true,
        trust: {
          phoneSince: expect.any(String),
          cardName: false,
          identitySince: expect.any(String),
          passkeySince: null,
          links: [],
          upheldClaims: 0,
        },
      },
    ]);
  });

  test('is the same by id and by username, which ignores case', async () => {
    const { user } = await newPerson(world);
    const byName = await profile({ username: ` ${user.username.toUpperCase()} ` });
    expect((await profile({ id: user.id })).body).toEqual(byName.body);
  });

  test('shows how often the person answered', async () => {
    const { user } = await newPerson(world);
    await table.write(update(userKey(user.id), { set: { answeredCount: 2, endedCount: 3 } }));
    expect((await profile({ id: user.id })).body.data[0]).toMatchObject({
      responseRate: 66,
      answeredCount: 2,
      endedCount: 3,
    });
  });

  test('accepts no more messages once this month’s commitment is used up, and accepts them again next month', async () => {
    const { user } = await newPerson(world, { paidResponseCommitment: 2 });
    const month = monthKey(user.id, monthOf(world.now()));
    await table.write(put({ ...month, reservedCount: 2 }));
    const shown = (await profile({ id: user.id })).body.data[0];
    expect(shown).toMatchObject({ remainingThisMonth: 0, active: false });
    await table.write(put({ ...month, reservedCount: 1 }));
    expect((await profile({ id: user.id })).body.data[0]).toMatchObject({
      remainingThisMonth: 1,
      active: true,
    });
  });

  test('is inactive for a person without a commitment', async () => {
    const { user } = await newPerson(world, { paidResponseCommitment: 0 });
    expect((await profile({ id: user.id })).body.data[0]).toMatchObject({
      paidResponseCommitment: 0,
      active: false,
    });
  });

  test('is not found for a person who has not finished registering', async () => {
    const people = [
      await newPerson(world, { verified: false, licenseId: 'NONE' }),
      await newPerson(world, { licenseId: 'NONE' }),
    ];
    for (const { user } of people)
      for (const input of [{ username: user.username }, { id: user.id }])
        expectRefusal(await profile(input), 404, 'NOT_FOUND');
  });

  test('is NOT_FOUND for an unknown user, with an error message', async () => {
    for (const input of [{ username: 'nobody_here' }, { id: newId(world.now()) }]) {
      const answer = await profile(input);
      expectRefusal(answer, 404, 'NOT_FOUND');
      expect(answer.body.message).toBe("The account you are looking for wasn't found.");
    }
  });

  test('is always available for the support account', async () => {
    await newPerson(world, { username: 'support', phoneNumber: undefined, licenseId: 'NONE' });
    expect((await profile({ username: 'support' })).http).toBe(200);
  });

  test('requires a username or an id', async () => {
    for (const input of [{}, { username: ' ' }])
      expect((await profile(input)).body.fields).toEqual({
        username: 'Please give a username or an id',
      });
    expect((await profile({ id: 'x' })).body.fields).toEqual({ id: 'This isn’t a valid id' });
  });
});
