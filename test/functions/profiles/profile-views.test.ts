import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { ACCESS_TOKEN_TIME } from '#functions/auth/tokens.ts';
import { secretsManager } from '#functions/gateways/secrets.ts';
import { documents, table } from '#functions/storage/table.ts';
import { viewCountKey } from '#functions/storage/visit-keys.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { DAY, dayOf, HOUR, later, MINUTE, SECOND, toSeconds } from '#shared/time.ts';
import { bearer, newPerson, type Person, signedIn, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { LAPTOP, PHONE, visitCounter } from '../../support/stream.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile({ stream: true });
afterEach(() => {
  jest.restoreAllMocks();
});

type Viewer = { token?: string; address?: string; userAgent?: string };

async function look(
  at: Person,
  { token, address, userAgent = PHONE }: Viewer = {},
  input: object = { username: at.user.username },
): Promise<void> {
  const { http, body } = await responseTo(
    bearer(token).calls(
      'viewUserProfile',
      { ...input },
      { headers: { 'user-agent': userAgent }, from: address },
    ),
  );
  expect({ http, id: body.data?.[0].id }).toEqual({ http: 200, id: at.user.id });
}

const countNewViews = visitCounter(world);

/** Returns the number of views on the person's dashboard, once they are counted. */
async function viewsOf(person: Person): Promise<number> {
  await countNewViews();
  return (await person.dashboard()).profileViews;
}

const everyViewOf = async ({ user }: Person) =>
  (await table.query<{ sk: string; expiresAt?: number }>({ partition: viewCountKey(user.id).pk }))
    .items;

describe('a profile view', () => {
  test('counts once per viewer and day', async () => {
    const [ana, ben, cleo] = [
      await newPerson(world),
      await newPerson(world),
      await newPerson(world),
    ];
    expect(await viewsOf(ana)).toBe(0);
    for (const viewer of [ben, ben, cleo, ben, cleo]) await look(ana, { token: viewer.token });
    expect(await viewsOf(ana)).toBe(2);
    expect(await viewsOf(ben)).toBe(0);
  });

  test('counts once for a viewer with several devices and sessions', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    const { token } = await signedIn(ben.user, world.now());
    await look(ana, { token: ben.token, address: '192.0.2.1', userAgent: PHONE });
    await look(ana, { token, address: '192.0.2.2', userAgent: LAPTOP });
    expect(await viewsOf(ana)).toBe(1);
  });

  test('counts again after midnight UTC', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    const lookAgain = async () =>
      look(ana, { token: (await signedIn(ben.user, world.now())).token });
    await lookAgain();
    world.advance(DAY - (world.now() % DAY) - 5 * MINUTE);
    await lookAgain();
    expect(await viewsOf(ana)).toBe(1);
    world.advance(10 * MINUTE);
    await lookAgain();
    await look(ana);
    expect(await viewsOf(ana)).toBe(3);
    world.advance(12 * HOUR);
  });

  test('does not count for the owner', async () => {
    const ana = await newPerson(world);
    await look(ana, { token: ana.token });
    expect(await viewsOf(ana)).toBe(0);
  });

  test('of a guest is identified by address and browser', async () => {
    const ana = await newPerson(world);
    const [here, there] = ['192.0.2.1', '2001:db8::7'];
    await look(ana, { address: here, userAgent: PHONE });
    await look(ana, { address: here, userAgent: PHONE });
    expect(await viewsOf(ana)).toBe(1);
    await look(ana, { address: here, userAgent: LAPTOP });
    await look(ana, { address: there, userAgent: PHONE });
    expect(await viewsOf(ana)).toBe(3);
  });

  test('stores no address, no account and no id that is common to two profiles or days', async () => {
    const [ana, ben, cleo] = [
      await newPerson(world),
      await newPerson(world),
      await newPerson(world),
    ];
    const lookAtBoth = async () => {
      for (const owner of [ana, ben]) {
        await look(owner, { address: '198.51.100.99' });
        await look(owner, { token: (await signedIn(cleo.user, world.now())).token });
      }
    };
    await lookAtBoth();
    world.advance(DAY);
    await lookAtBoth();
    const kept = [...(await everyViewOf(ana)), ...(await everyViewOf(ben))];
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`198\\.51|Mozilla|${cleo.user.id}`));
    const viewers = kept.flatMap(({ sk }) => sk.split('#')[1] ?? []);
    expect(viewers).toHaveLength(8);
    expect(new Set(viewers).size).toBe(8);
  });

  test('is deleted after its day, and the count remains', async () => {
    const ana = await newPerson(world);
    await look(ana);
    await countNewViews();
    const [view, count] = await everyViewOf(ana);
    const midnight = later(world.now(), DAY - (world.now() % DAY));
    expect(view?.sk).toMatch(new RegExp(`^${dayOf(world.now())}#[\\w-]{22}$`));
    expect(view?.expiresAt).toBeGreaterThan(toSeconds(midnight));
    expect(view?.expiresAt).toBeLessThanOrEqual(toSeconds(later(world.now(), 2 * DAY)));
    expect(count).toEqual({ ...viewCountKey(ana.user.id), views: 1 });
  });

  test.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1)',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Chrome-Lighthouse',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'WhatsApp/2.23.20.0',
    'TelegramBot (like TwitterBot)',
    'curl/8.5.0',
    '',
  ])('does not count for a robot: %j', async (userAgent) => {
    const ana = await newPerson(world);
    await look(ana, { userAgent });
    expect(await viewsOf(ana)).toBe(0);
  });

  test.each([
    LAPTOP,
    'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 400.0.0.0 (iPhone16,2; iOS 18_5; en_US)',
  ])('counts for a browser: %j', async (userAgent) => {
    const ana = await newPerson(world);
    await look(ana, { userAgent });
    expect(await viewsOf(ana)).toBe(1);
  });

  test('counts for lookups by username, not by id', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    await look(ana, { token: ben.token }, { id: ana.user.id });
    await look(ana, {}, { id: ana.user.id });
    expect(await viewsOf(ana)).toBe(0);
    await look(ana, { token: ben.token });
    expect(await viewsOf(ana)).toBe(1);
  });

  test('does not count for a hidden profile', async () => {
    const ana = await newPerson(world, { licenseId: 'NONE' });
    const input = { username: ana.user.username };
    const headers = { 'user-agent': PHONE };
    await expectRefused(visitor().calls('viewUserProfile', input, { headers }), 404, 'NOT_FOUND');
    expect(await everyViewOf(ana)).toEqual([]);
  });

  test('by ten concurrent calls of one viewer counts once', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    await Promise.all(Array.from({ length: 10 }, () => look(ana, { token: ben.token })));
    expect(await viewsOf(ana)).toBe(1);
  });

  test('by ten concurrent viewers counts ten times', async () => {
    const ana = await newPerson(world);
    const addresses = Array.from({ length: 10 }, (_, at) => `203.0.113.${at}`);
    await Promise.all(addresses.map((address) => look(ana, { address })));
    expect(await viewsOf(ana)).toBe(10);
  });
});

describe('the counter of a profile', () => {
  test('is written once for all views of a batch, and so is each of its days', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    await countNewViews();
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await look(ana, { address });
    await look(ben, { address: '192.0.2.1' });
    const { cost } = await metered(countNewViews);
    expect(cost).toEqual({ calls: 4, reads: 0, writes: 4 });
    expect([await viewsOf(ana), await viewsOf(ben)]).toEqual([3, 1]);
  });

  test('of one profile that cannot be written leaves the others counted', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    await countNewViews();
    for (const owner of [ana, ben]) await look(owner);
    const send = documents.send.bind(documents) as (command: unknown) => Promise<unknown>;
    jest.spyOn(documents, 'send').mockImplementation((async (command: { input: object }) => {
      if (command instanceof UpdateCommand && JSON.stringify(command.input).includes(ana.user.id))
        throw new Error('too many at once');
      return send(command);
    }) as never);
    await countNewViews();
    jest.restoreAllMocks();
    expect([await viewsOf(ana), await viewsOf(ben)]).toEqual([0, 1]);
  });
});

describe('the profile is shown', () => {
  test('as to a guest if the token has expired', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    world.advance(ACCESS_TOKEN_TIME + SECOND);
    await look(ana, { token: ben.token });
    await look(ana);
    expect(await viewsOf(ana)).toBe(1);
  });

  test('if the token is forged', async () => {
    const ana = await newPerson(world);
    await look(ana, { token: `${ana.token.slice(0, -8)}AAAAAAAA` });
    expect(await viewsOf(ana)).toBe(1);
  });

  test('if its views cannot be counted', async () => {
    const ana = await newPerson(world);
    const send = documents.send.bind(documents) as (command: unknown) => Promise<unknown>;
    jest.spyOn(documents, 'send').mockImplementation((async (command: unknown) => {
      if (command instanceof PutCommand) throw new Error('too many at once');
      return send(command);
    }) as never);
    await look(ana);
    jest.restoreAllMocks();
    expect(await viewsOf(ana)).toBe(0);
    await look(ana);
    expect(await viewsOf(ana)).toBe(1);
  });

  test('if the key for viewer ids cannot be read', async () => {
    const ana = await newPerson(world);
    const known = process.env.HASH_KEY_ARN;
    const secrets = mockClient(secretsManager).rejects(new Error('out of reach'));
    process.env.HASH_KEY_ARN = 'another';
    try {
      await look(ana, { token: ana.token });
      await look(ana);
    } finally {
      secrets.restore();
      process.env.HASH_KEY_ARN = known;
    }
    expect(await viewsOf(ana)).toBe(0);
  });
});
