import { describe, expect, test } from '@jest/globals';
import { payouts } from '#functions/gateways/payouts.ts';
import { refreshAccount } from '#functions/payouts/payout-account.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { payoutAccountOf } from '#functions/storage/payouts/payout-accounts.ts';
import { table } from '#functions/storage/table.ts';
import { postAllEvents } from '../../support/money.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { badgeHeld } from '../../support/plans.ts';
import { formOf } from '../../support/profiles.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The Verified Account badge, which needs the name that Stripe verified for the payout account. */

const world = worldOfFile();

const NAME = 'Ana Marković';
const member = (fullName = NAME) => newPerson(world, { licenseId: 'STARTER', fullName });
const badge = (person: Person) => badgeHeld(world, person);
const alertsOf = async (person: Person) => (await person.dashboard()).alerts;
const kinds = async (person: Person) => (await alertsOf(person)).map(({ kind }) => kind);

/** Creates a person who has the badge. */
async function verified(): Promise<Person> {
  const person = await member();
  await person.setsUpPayouts(world.stripe, { name: NAME });
  await postAllEvents(world);
  expect(await badge(person)).toBe('IDENTITY');
  return person;
}

describe('the Verified Account badge', () => {
  test('appears when Stripe has verified the full name for the payout account', async () => {
    const person = await verified();
    expect(await person.account()).toMatchObject({
      badge: 'IDENTITY',
      trusted: true,
      verifiedName: NAME,
    });
    const seen = await visitor().calls('viewUserProfile', { id: person.id });
    expect(seen.data[0]).toMatchObject({ badge: 'IDENTITY', trusted: true });
    expect(seen.data[0]).not.toHaveProperty('verifiedName');
  });

  test('appears when the person returns from Stripe, before any webhook', async () => {
    const person = await member();
    await person.setsUpPayouts(world.stripe, { name: 'ANA MARKOVIC' });
    expect((await person.payoutAccount()).status).toBe('READY');
    expect(await badge(person)).toBe('IDENTITY');
  });

  test('does not appear when the payout account has another person’s name', async () => {
    const person = await member();
    await person.setsUpPayouts(world.stripe);
    await postAllEvents(world);
    expect(await badge(person)).toBe('NONE');
    expect(await userById(table, person.user.id, world.now())).toMatchObject({
      identity: { name: 'Jenny Rosen' },
    });
  });

  test('does not appear while Stripe requires more information', async () => {
    const person = await member();
    await person.setsUpPayouts(world.stripe, { outcome: 'RESTRICTED', name: NAME });
    await postAllEvents(world);
    expect(await badge(person)).toBe('NONE');
  });

  test('is lost with an alert when Stripe requires more information, and returns when it is given', async () => {
    const person = await verified();
    await person.setsUpPayouts(world.stripe, { outcome: 'RESTRICTED', name: NAME });
    await postAllEvents(world);
    expect([await badge(person), await kinds(person)]).toEqual(['NONE', ['BADGE_LOST']]);
    await person.setsUpPayouts(world.stripe, { name: NAME });
    await postAllEvents(world);
    expect(await badge(person)).toBe('IDENTITY');
  });

  test('follows a name that Stripe corrects, for any order of the webhooks', async () => {
    const person = await verified();
    await person.setsUpPayouts(world.stripe, { name: 'Ana Petrović' });
    // The first call delivers the events newest first; the second delivers all of them again.
    await postAllEvents(world);
    await postAllEvents(world);
    expect([await badge(person), await kinds(person)]).toEqual(['NONE', ['BADGE_LOST']]);
    await person.editsProfile(formOf(person, { userFullName: 'Ana Petrović' }));
    expect(await badge(person)).toBe('IDENTITY');
  });

  test('is lost with one alert when the full name changes, and returns with the verified name', async () => {
    const person = await verified();
    await person.editsProfile(formOf(person, { userFullName: 'ANA MARKOVIC' }));
    expect([await badge(person), await kinds(person)]).toEqual(['IDENTITY', []]);
    await person.editsProfile(formOf(person, { userFullName: 'Somebody Famous' }));
    await person.editsProfile(formOf(person, { userFullName: 'Somebody Else' }));
    expect([await badge(person), await kinds(person)]).toEqual(['NONE', ['BADGE_LOST']]);
    expect((await alertsOf(person))[0]).toMatchObject({ count: 1 });
    await person.editsProfile(formOf(person, { userFullName: NAME }));
    expect(await badge(person)).toBe('IDENTITY');
  });

  test('is lost with an alert when name and identity change concurrently', async () => {
    const person = await verified();
    await person.setsUpPayouts(world.stripe, { name: 'Ana Petrović' });
    const kept = await payoutAccountOf(table, person.user.id);
    const context = { table, payouts, now: world.now() };
    await Promise.all([
      person.editsProfile(formOf(person, { userFullName: 'Somebody Famous' })),
      refreshAccount(context, person.user.id, kept),
    ]);
    expect([await badge(person), await kinds(person)]).toEqual(['NONE', ['BADGE_LOST']]);
  });

  test('is not shown for an account that is blocked or on the free plan', async () => {
    const person = await verified();
    await runConfirmedOps(world, 'block', person.user.username);
    expect(await badge(person)).toBe('NONE');
    await runConfirmedOps(world, 'unblock', person.user.username);
    const free = await newPerson(world, { fullName: NAME });
    await free.setsUpPayouts(world.stripe, { name: NAME });
    await free.payoutAccount();
    expect(await badge(free)).toBe('NONE');
  });

  test('appears at the next request to Stripe after a crash at any effect', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const person = await member();
      await person.setsUpPayouts(world.stripe, { name: NAME });
      const kept = await payoutAccountOf(table, person.user.id);
      const context = { table, payouts, now: world.now() };
      await crash(() => refreshAccount(context, person.user.id, kept));
      await person.payoutAccount();
      expect(await badge(person)).toBe('IDENTITY');
    });
  });
});
