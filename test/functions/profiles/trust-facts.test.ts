import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { handler as renderPage } from '#functions/pages/render.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { ensureSupportAccount } from '#functions/support/support-account.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { prettyDate } from '#shared/dates.ts';
import { DAY, toIso } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { claimedOrder } from '../../support/claims.ts';
import { answeredOrder } from '../../support/orders.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What a profile says is known of a person. docs/product/profiles.md#trust-panel */

const world = worldOfFile();

const profileOf = async (input: Record<string, unknown>) =>
  (await visitor().calls('viewUserProfile', input)).data[0];
const factsOf = async ({ user }: Person) => (await profileOf({ id: user.id })).trust;

const set = ({ user }: Person, attributes: Partial<User>) =>
  table.write(update(userKey(user.id), { set: attributes }));

describe('the trust panel', () => {
  test('has the confirmed phone since the registration, or since the number changed', async () => {
    const person = await newPerson(world);
    expect(await factsOf(person)).toEqual({
      phoneSince: toIso(person.user.createdAt),
      cardName: false,
      identitySince: null,
      passkeySince: null,
      links: [],
      upheldClaims: 0,
    });
    const phoneChangedAt = world.now();
    await set(person, { phoneChangedAt });
    expect((await factsOf(person)).phoneSince).toBe(toIso(phoneChangedAt));
  });

  test('says on any plan whether the name of the card is that of the profile', async () => {
    const person = await newPerson(world, { fullName: 'Ana Marković' });
    const card = { id: 'pm_1', brand: 'visa', lastFour: '4242' };
    await set(person, { card: { ...card, name: 'ANA  MARKOVIC' } });
    expect((await factsOf(person)).cardName).toBe(true);
    await set(person, { card: { ...card, name: 'Anna Markovic' } });
    expect((await factsOf(person)).cardName).toBe(false);
    await set(person, { card });
    expect((await factsOf(person)).cardName).toBe(false);
  });

  test('has the date of the identity only with the badge', async () => {
    const fullName = 'Ana Marković';
    const verifiedAt = world.now();
    const identity = { name: fullName, accountId: 'acct_1', verifiedAt };
    const paid = await newPerson(world, { fullName, licenseId: 'STARTER', identity });
    expect((await factsOf(paid)).identitySince).toBe(toIso(verifiedAt));
    const free = await newPerson(world, { fullName, identity });
    expect((await factsOf(free)).identitySince).toBeNull();
  });

  test('has the date of the first passkey while there is one', async () => {
    const person = await newPerson(world);
    const passkeySince = world.now();
    await set(person, { passkeyCount: 2, passkeySince });
    expect((await factsOf(person)).passkeySince).toBe(toIso(passkeySince));
    await set(person, { passkeyCount: 0 });
    expect((await factsOf(person)).passkeySince).toBeNull();
  });

  test('counts a claim that the person did not react to, and none that they gave in to', async () => {
    const lapsed = await claimedOrder(world);
    const conceded = await claimedOrder(world);
    await conceded.recipient.givesBack(conceded);
    const unclaimed = await answeredOrder(world);
    world.advance(4 * DAY);
    await expireConversations({}, lambdaContext());
    const upheld = async ({ recipient }: { recipient: Person }) =>
      (await factsOf(recipient)).upheldClaims;
    expect([await upheld(lapsed), await upheld(conceded), await upheld(unclaimed)]).toEqual([
      1, 0, 0,
    ]);
  });

  test('lists the ten newest links that were verified in the last 90 days', async () => {
    const person = await newPerson(world);
    const now = world.now();
    const links = Array.from({ length: 12 }, (_, nth) => [
      `L${nth}`,
      { host: `${nth}.example`, at: now - nth * DAY },
    ]);
    const old = ['OLD', { host: 'old.example', at: now - 90 * DAY }];
    await set(person, { verifiedLinks: Object.fromEntries([old, ...links]) });
    const hosts = (await factsOf(person)).links.map(({ host }: { host: string }) => host);
    expect(hosts).toEqual(Array.from({ length: 10 }, (_, nth) => `${nth}.example`));
  });

  test('is absent for the support account', async () => {
    await ensureSupportAccount(table, async () => 'hash', world.now());
    expect(await profileOf({ username: SUPPORT_USERNAME })).not.toHaveProperty('trust');
  });

  test('can be opened on the page that the server renders for visitors', async () => {
    const { user } = await newPerson(world);
    const event = { rawPath: `/pages/${user.username}`, headers: {} };
    const page = await renderPage(event as unknown as APIGatewayProxyEventV2, lambdaContext());
    const { body } = page as { body: string };
    expect(body).toMatch(
      /<details [^>]*><summary.*(Founding member|Member since).*<\/summary>.*Phone confirmed/s,
    );
    expect(body).toContain(`Phone confirmed, since ${prettyDate(user.createdAt)}`);
  });
});
