import { describe, expect, test } from '@jest/globals';
import { REFRESH_TOKEN_TIME } from '#functions/auth/tokens.ts';
import { REFRESH_GRACE } from '#functions/storage/auth/sessions.ts';
import { sessionKey, userPartition } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { Prng } from '../../simulation/prng.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Refreshes whose response was lost. A phone alone is never signed out, whatever is lost; a copy of its token
 * ends the session as soon as both are in use.
 */

const world = worldOfFile();

const refresh = (token: string, userAgent = 'Firefox') =>
  responseTo(visitor().refreshes(token, { headers: { 'user-agent': userAgent } }));

/** A holder of a refresh token: the cookie of a phone, which all its tabs share, or the copy of a thief. */
class Holder {
  /** How often this holder has presented a token. */
  uses = 0;
  isSignedOut = false;

  constructor(public token: string) {}

  /** Presents the token from several tabs at once. The responses that arrive set the cookie, in any order. */
  async refresh(random: Prng, tabs = 1, lost = 0): Promise<void> {
    const presented = this.token;
    this.uses += 1;
    const answers = await Promise.all(Array.from({ length: tabs }, () => refresh(presented)));
    for (const { http, body } of answers) {
      if (http !== 200) this.isSignedOut = true;
      else if (!random.chance(lost)) this.token = body.refresh_token;
    }
  }

  /** Presents the token in a request whose function dies before or after a write. */
  async refreshInCrash(random: Prng): Promise<void> {
    const when = random.pick(['before', 'after'] as const);
    const ran = await world.crashingAt(1, when, () => refresh(this.token));
    this.uses += 1;
    if (ran.is === 'crashed') return;
    if (ran.result.http === 200) this.token = ran.result.body.refresh_token;
    else this.isSignedOut = true;
  }
}

const PAUSES = [0, SECOND, REFRESH_GRACE - 1, REFRESH_GRACE, MINUTE, HOUR, 20 * DAY] as const;

async function newPhone() {
  const { user, token, refreshToken: refreshing } = await newPerson(world);
  const sid = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;
  const isOpen = async () => (await table.get(sessionKey(user.id, sid))) !== undefined;
  return { user, phone: new Holder(refreshing), isOpen };
}

const SEEDS = Array.from({ length: 12 }, (_, nth) => nth + 1);

test.each(SEEDS)(
  'a phone that loses responses, opens tabs and meets crashes at random is never signed out (seed %d)',
  async (seed) => {
    const random = new Prng(seed);
    const { phone, isOpen } = await newPhone();
    for (let nth = 0; nth < 30; nth += 1) {
      if (random.chance(0.3)) await phone.refreshInCrash(random);
      else await phone.refresh(random, random.between(1, 3), random.pick([0, 0.5, 1]));
      expect({ nth, isSignedOut: phone.isSignedOut }).toEqual({ nth, isSignedOut: false });
      world.advance(random.pick(PAUSES));
    }
    await phone.refresh(random);
    expect(phone.isSignedOut).toBe(false);
    expect(await isOpen()).toBe(true);
  },
);

test.each(SEEDS)(
  'a copy of the token ends the session once the phone and the thief have both used two tokens (seed %d)',
  async (seed) => {
    const random = new Prng(seed);
    const { phone, isOpen } = await newPhone();
    for (let nth = random.below(4); nth > 0; nth -= 1) {
      await phone.refresh(random, 1, random.pick([0, 1]));
      world.advance(MINUTE);
    }
    const thief = new Holder(phone.token);
    phone.uses = 0;
    while (phone.uses < 2 || thief.uses < 2) {
      await random.pick([phone, thief]).refresh(random);
      world.advance(REFRESH_GRACE);
    }
    expect(await isOpen()).toBe(false);
    await Promise.all([phone.refresh(random), thief.refresh(random)]);
    expect([phone.isSignedOut, thief.isSignedOut]).toEqual([true, true]);
  },
);

describe('a refresh whose response is lost', () => {
  test('can be repeated as often as it is lost, until the session expires', async () => {
    const { phone } = await newPhone();
    const given = new Set<string>();
    for (let nth = 0; nth < 5; nth += 1) {
      const { http, body } = await refresh(phone.token);
      expect(http).toBe(200);
      given.add(body.refresh_token);
      world.advance(10 * DAY);
    }
    expect(given.size).toBe(5);
    const [first = '', ...others] = [...given].reverse();
    expect((await refresh(first)).http).toBe(200);
    for (const token of others) expect((await refresh(token)).http).toBe(401);
  });

  test('is refused when the session has expired meanwhile', async () => {
    const { phone } = await newPhone();
    await refresh(phone.token);
    world.advance(REFRESH_TOKEN_TIME);
    expect((await refresh(phone.token)).http).toBe(401);
  });

  test('can be repeated after a crash at any write of it, and of the repetition', async () => {
    for (const pause of [SECOND, HOUR])
      await world.crashingAtEveryWrite(async ({ crash }) => {
        const { phone } = await newPhone();
        await crash(() => refresh(phone.token));
        world.advance(pause);
        await crash(() => refresh(phone.token));
        world.advance(pause);
        const { http, body } = await refresh(phone.token);
        expect(http).toBe(200);
        world.advance(MINUTE);
        expect((await refresh(body.refresh_token)).http).toBe(200);
      });
  });

  test('gives one successor to all tabs that repeat it at the same time', async () => {
    const { phone } = await newPhone();
    const { body: lost } = await refresh(phone.token);
    world.advance(HOUR);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(phone.token)));
    const given = new Set(answers.map(({ body }) => body.refresh_token));
    expect(given.size).toBe(1);
    expect(given).not.toContain(lost.refresh_token);
    expect((await refresh([...given][0])).http).toBe(200);
  });
});

describe.each(['before', 'after'] as const)(
  'a token and its successor, of which one is presented just %s the write of the other,',
  (when) => {
    test.each(['token', 'successor'] as const)(
      'end the session when the %s is presented first',
      async (which) => {
        const { user, phone, isOpen } = await newPhone();
        const { body } = await refresh(phone.token);
        world.advance(HOUR);
        const tokens = { token: phone.token, successor: body.refresh_token as string };
        const other = which === 'token' ? tokens.successor : tokens.token;
        await world.overtaken(() => refresh(tokens[which]), {
          at: userPartition(user.id),
          by: () => refresh(other),
          when,
        });
        expect(await isOpen()).toBe(false);
        for (const token of Object.values(tokens)) expect((await refresh(token)).http).toBe(401);
      },
    );
  },
);

test('a refresh that overlaps with the same one of another tab gives both the same successor', async () => {
  const { user, phone } = await newPhone();
  await refresh(phone.token);
  world.advance(HOUR);
  let second = '';
  const { body } = await world.overtaken(() => refresh(phone.token), {
    at: userPartition(user.id),
    by: async () => {
      second = (await refresh(phone.token)).body.refresh_token;
    },
  });
  expect(body.refresh_token).toBe(second);
  expect((await refresh(second)).http).toBe(200);
});
