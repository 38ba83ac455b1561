import { describe, expect, jest, test } from '@jest/globals';
import {
  finishFreeRegistration,
  holderOfPhone,
  holderOfReferralCode,
  holderOfUsername,
  isPublic,
  publicUserOf,
  REGISTRATION_TIME,
  recordVisit,
  saveCustomer,
  saveInboundSettings,
  type User,
  userById,
  userByPhone,
  userByUsername,
  userInMonth,
  usersById,
} from '#functions/storage/accounts/users.ts';
import {
  confirmRegistration,
  forgetRegistration,
  type Registration,
  registerUser,
} from '#functions/storage/auth/registrations.ts';
import { cardOnFile } from '#functions/storage/billing/plans.ts';
import { phoneKey, referralKey, userKey, usernameKey } from '#functions/storage/keys.ts';
import { documents, put, table } from '#functions/storage/table.ts';
import { cents } from '#shared/money.ts';
import { HOUR, later, MINUTE, toSeconds } from '#shared/time.ts';
import { worldOfFile } from '../support/test-world.ts';

const world = worldOfFile();

let made = 0;
const registration = (more: Partial<Registration> = {}): Registration => {
  made += 1;
  return {
    fullName: 'Ada Lovelace',
    username: `ada_${made}`,
    phoneNumber: `+1555300${String(made).padStart(4, '0')}`,
    passwordHash: 'hash',
    ...more,
  };
};

async function register(more: Partial<Registration> = {}, now = world.now()): Promise<User> {
  const registered = await registerUser(table, registration(more), now);
  if (typeof registered === 'string') throw new Error(registered);
  return registered.user;
}

describe('registering an account', () => {
  test('draws another referral code if somebody else has it', async () => {
    const send = documents.send.bind(documents);
    const prefix = referralKey('').pk;
    let drawn = '';
    const spied = jest.spyOn(documents, 'send').mockImplementationOnce((async (
      command: Parameters<typeof send>[0],
    ) => {
      drawn = new RegExp(`${prefix}(\\w+)`).exec(JSON.stringify(command.input))?.[1] ?? '';
      await table.write(put({ ...referralKey(drawn), userId: 'another' }));
      return send(command);
    }) as never);
    const { referralCode } = await register();
    spied.mockRestore();
    expect(drawn).toHaveLength(referralCode.length);
    expect(referralCode).not.toBe(drawn);
  });

  test('makes it available by id, username, phone number and referral code', async () => {
    const user = await register({ verified: true });
    const now = world.now();
    expect(await userById(table, user.id, now)).toEqual(user);
    expect(await userByUsername(table, user.username, now)).toEqual(user);
    expect(await userByPhone(table, user.phoneNumber, now)).toEqual(user);
    expect((await holderOfReferralCode(table, user.referralCode, now))?.userId).toBe(user.id);
    expect(user.referralCode).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
  });

  test('several times allows reading the accounts together, in the order of the ids', async () => {
    const [one, two] = [await register(), await register()];
    const found = await usersById(table, [two.id, 'nobody', one.id], world.now());
    expect(found).toEqual([two, undefined, one]);
  });

  test('is refused for a username or phone number that is taken', async () => {
    const { username, phoneNumber } = await register({ verified: true });
    const now = world.now();
    expect(await registerUser(table, registration({ username }), now)).toBe('USERNAME_TAKEN');
    expect(await registerUser(table, registration({ phoneNumber }), now)).toBe('PHONE_TAKEN');
  });

  test('leaves nothing behind if it is refused', async () => {
    const { username } = await register();
    const refused = registration({ username });
    await registerUser(table, refused, world.now());
    expect(await holderOfPhone(table, refused.phoneNumber ?? '')).toBeUndefined();
  });

  test('by ten concurrent calls with one username succeeds once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        registerUser(table, registration({ username: 'wanted' }), world.now()),
      ),
    );
    expect(outcomes.filter((outcome) => typeof outcome !== 'string')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'USERNAME_TAKEN')).toHaveLength(9);
  });

  test('for support needs no phone, and confirms it at once', async () => {
    const support = await register({
      username: 'support',
      phoneNumber: undefined,
      passwordHash: '',
      verified: true,
      licenseId: 'PROFESSIONAL',
    });
    expect(support).toMatchObject({ phoneNumber: '', verified: true, licenseId: 'PROFESSIONAL' });
    expect(support.expiresAt).toBeUndefined();
    expect(isPublic(support)).toBe(true);
  });
});

describe('an unconfirmed registration', () => {
  test('expires after a day with everything it reserved, whether or not the engine removed it', async () => {
    const user = await register();
    const before = later(world.now(), REGISTRATION_TIME - MINUTE);
    const after = later(world.now(), REGISTRATION_TIME + MINUTE);
    expect(await userById(table, user.id, before)).toBeDefined();
    expect(await userById(table, user.id, after)).toBeUndefined();
    expect(await holderOfUsername(table, user.username, after)).toBeUndefined();
    expect(await holderOfPhone(table, user.phoneNumber)).toBeUndefined();
    expect(await holderOfReferralCode(table, user.referralCode, after)).toBeUndefined();
  });

  test('that expired frees its names, and cannot be confirmed', async () => {
    const { username, phoneNumber, ...old } = await register();
    const after = later(world.now(), REGISTRATION_TIME + MINUTE);
    const next = await register({ username, phoneNumber }, after);
    expect((await userByUsername(table, username, after))?.id).toBe(next.id);
    const late = await confirmRegistration(table, { ...old, username, phoneNumber }, after);
    expect(late).toBe('NOT_WAITING');
    expect(await confirmRegistration(table, next, after)).toBe('done');
    expect((await userByPhone(table, phoneNumber, after))?.id).toBe(next.id);
  });

  test('does not reserve its number: the first to confirm it gets it', async () => {
    const { phoneNumber, ...one } = await register();
    const others = [await register({ phoneNumber }), await register({ phoneNumber })];
    expect(await holderOfPhone(table, phoneNumber)).toBeUndefined();
    const outcomes = await Promise.all(
      others.map((user) => confirmRegistration(table, user, world.now())),
    );
    expect(outcomes.sort()).toEqual(['PHONE_TAKEN', 'done']);
    const late = await confirmRegistration(table, { ...one, phoneNumber }, world.now());
    expect(late).toBe('PHONE_TAKEN');
    const now = world.now();
    expect(await registerUser(table, registration({ phoneNumber }), now)).toBe('PHONE_TAKEN');
  });

  test('that is confirmed does not expire', async () => {
    const user = await register();
    expect(await confirmRegistration(table, user, world.now())).toBe('done');
    const muchLater = later(world.now(), 1_000 * HOUR);
    const kept = await userByUsername(table, user.username, muchLater);
    expect(kept).toMatchObject({ id: user.id, verified: true });
    for (const key of [
      userKey(user.id),
      usernameKey(user.username),
      phoneKey(user.phoneNumber),
      referralKey(user.referralCode),
    ])
      expect(await table.get<User>(key)).not.toHaveProperty('expiresAt');
  });

  test('can be confirmed once', async () => {
    const user = await register();
    const outcomes = await Promise.all([
      confirmRegistration(table, user, world.now()),
      confirmRegistration(table, user, world.now()),
    ]);
    expect(outcomes.sort()).toEqual(['NOT_WAITING', 'done']);
  });

  test('that is undone leaves nothing; a confirmed one cannot be undone', async () => {
    const user = await register();
    expect(await forgetRegistration(table, user)).toBe('done');
    expect(await userById(table, user.id, world.now())).toBeUndefined();
    expect(await holderOfPhone(table, user.phoneNumber)).toBeUndefined();
    const kept = await register({ verified: true });
    expect(await forgetRegistration(table, kept)).toBe('CONFIRMED');
    expect(await userByUsername(table, kept.username, world.now())).toEqual(kept);
  });

  test('is replaced by the same person’s next attempt with another number', async () => {
    const first = await register();
    const again = registration({ username: first.username });
    const registered = await registerUser(table, again, world.now(), { replaces: first });
    expect(registered).toMatchObject({ user: { username: first.username } });
    expect(await userById(table, first.id, world.now())).toBeUndefined();
    expect(await holderOfPhone(table, first.phoneNumber)).toBeUndefined();
    expect(await holderOfReferralCode(table, first.referralCode, world.now())).toBeUndefined();
  });

  test('that was confirmed meanwhile is not replaced', async () => {
    const first = await register();
    await confirmRegistration(table, first, world.now());
    const again = registration({ username: first.username });
    const outcome = await registerUser(table, again, world.now(), { replaces: first });
    expect(outcome).toBe('USERNAME_TAKEN');
    expect(await userByUsername(table, first.username, world.now())).toMatchObject({
      id: first.id,
      verified: true,
    });
  });
});

describe('changing an account', () => {
  const price = { paidResponsePrice: cents(850), paidResponseCommitment: 7 };

  test('to the free plan completes a registration, and can be repeated', async () => {
    const user = await register({ verified: true });
    expect(isPublic(user)).toBe(false);
    expect(await finishFreeRegistration(table, user.id, price, world.now())).toBe('done');
    expect(await finishFreeRegistration(table, user.id, price, world.now())).toBe('done');
    const finished = await userById(table, user.id, world.now());
    expect(finished).toMatchObject({ licenseId: 'FREE', ...price });
    expect(finished && isPublic(finished)).toBe(true);
  });

  test('to the free plan does not remove a paid one', async () => {
    const user = await register({ verified: true, licenseId: 'STARTER' });
    expect(await finishFreeRegistration(table, user.id, price, world.now())).toBe('ON_PAID_PLAN');
    expect(await userById(table, user.id, world.now())).toEqual(user);
  });

  test('sets price and commitment, but not of an unknown account', async () => {
    const user = await register({ verified: true });
    expect(await saveInboundSettings(table, user.id, price, world.now())).toBe('done');
    expect(await userById(table, user.id, world.now())).toMatchObject(price);
    expect(await saveInboundSettings(table, 'nobody', price, world.now())).toBe('GONE');
    expect(await userById(table, 'nobody', world.now())).toBeUndefined();
  });

  test('keeps one Stripe customer, and the last card saved', async () => {
    const user = await register({ verified: true });
    expect(await saveCustomer(table, user.id, 'cus_1')).toBe('done');
    expect(await saveCustomer(table, user.id, 'cus_1')).toBe('done');
    expect(await saveCustomer(table, user.id, 'cus_2')).toBe('HAS_ANOTHER');
    const card = { id: 'pm_1', brand: 'visa', lastFour: '4242' };
    expect(await table.write(cardOnFile(user.id, card))).toBe('done');
    expect(await table.write(cardOnFile('nobody', card))).toBe('CHANGED');
    expect(await userById(table, user.id, world.now())).toMatchObject({
      stripeCustomerId: 'cus_1',
      card,
    });
  });

  test('with two concurrent visits moves the visit once', async () => {
    const user = await register({ verified: true });
    const here = await recordVisit(table, user, world.now());
    const back = later(world.now(), 2 * HOUR);
    await Promise.all([recordVisit(table, here, back), recordVisit(table, here, later(back, 1))]);
    const after = await userById(table, user.id, back);
    expect(after?.previousVisitAt).toBe(here.lastSeenAt);
  });

  test('reads the current month together with the account', async () => {
    const user = await register({ verified: true });
    expect(await userInMonth(table, user.id, '2026-11', world.now())).toEqual({
      user,
      reserved: 0,
      outcomes: {},
      wasViewed: false,
    });
  });

  test('exposes only public fields in the public profile', async () => {
    const user = await register();
    expect(Object.keys(publicUserOf(user)).sort()).toEqual([
      'avatarUrl',
      'fullName',
      'id',
      'username',
    ]);
    expect(user.expiresAt).toBeGreaterThan(toSeconds(world.now()));
  });
});
