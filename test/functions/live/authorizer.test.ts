import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import { handler as authorizeLive } from '#functions/live/authorize.ts';
import type { AuthorizerEvent } from '#functions/serve-work.ts';
import { blockAccount } from '#functions/storage/accounts/blocks.ts';
import { documents, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { channelAt, periodEndOf } from '#shared/live.ts';
import { type Instant, later, MINUTE, SECOND } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { callerAt } from '../../support/greeting.ts';
import { bearer, newPerson, type Person, signedIn } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The authorizer of the Event API, called as AppSync calls it. */

const world = worldOfFile();

let ana: Person;
beforeEach(async () => {
  ana = await newPerson(world);
});

const ask = (
  authorizationToken: string,
  requestContext: AuthorizerEvent['requestContext'],
): Promise<{ readonly isAuthorized: boolean; readonly ttlOverride: number }> =>
  authorizeLive({ authorizationToken, requestContext }, lambdaContext());

const connect = async (token: string) =>
  (await ask(token, { operation: 'EVENT_CONNECT' })).isAuthorized;

const subscribe = async (token: string, channel: string, channelNamespaceName = 'people') =>
  (await ask(token, { operation: 'EVENT_SUBSCRIBE', channel, channelNamespaceName })).isAuthorized;

/** Tries to connect, and to subscribe to the present channel of the person. */
const tryBoth = async ({ user }: Person, token: string) => [
  await connect(token),
  await subscribe(token, channelAt(user.id, world.now())),
];

/** Advances the clock to this long before the end of the period of a person, and signs in anew. */
async function signedInBeforeEnd({ user }: Person, milliseconds: number) {
  const ends = periodEndOf(user.id, world.now());
  world.advance(ends - milliseconds - world.now());
  return { ends, ...(await signedIn(user, world.now())) };
}

describe('a person with a live session', () => {
  test('may connect, and subscribe to the own channel', async () => {
    expect(await tryBoth(ana, ana.token)).toEqual([true, true]);
  });

  test('may send the token as a bearer token', async () => {
    expect(await tryBoth(ana, `Bearer ${ana.token}`)).toEqual([true, true]);
  });

  test('may subscribe to the next period one minute before the present one ends', async () => {
    const { ends, token } = await signedInBeforeEnd(ana, MINUTE);
    expect(await subscribe(token, channelAt(ana.user.id, ends))).toBe(true);
  });

  test('gets a decision that AppSync must not cache', async () => {
    const decision = await ask(ana.token, { operation: 'EVENT_CONNECT' });
    expect(decision).toEqual({ isAuthorized: true, ttlOverride: 0 });
  });

  test('may not subscribe to the channel of somebody else', async () => {
    const ben = await newPerson(world);
    expect(await subscribe(ana.token, channelAt(ben.user.id, world.now()))).toBe(false);
    expect(await subscribe(ben.token, channelAt(ana.user.id, world.now()))).toBe(false);
  });

  test('may not subscribe in another namespace', async () => {
    const own = channelAt(ana.user.id, world.now());
    expect(await subscribe(ana.token, own, 'default')).toBe(false);
    expect(await subscribe(ana.token, own.replace('/people', '/default'))).toBe(false);
  });

  test('may not subscribe to anything but one channel', async () => {
    const own = channelAt(ana.user.id, world.now());
    const channels = ['', '/*', '/people/*', `/people/${ana.user.id}/*`, `${own}/*`, `${own} `];
    for (const channel of channels) expect(await subscribe(ana.token, channel)).toBe(false);
    const missing = { operation: 'EVENT_SUBSCRIBE', channelNamespaceName: 'people' } as const;
    expect(await ask(ana.token, missing)).toMatchObject({ isAuthorized: false });
    expect(await ask(ana.token, { ...missing, channel: null })).toMatchObject({
      isAuthorized: false,
    });
  });

  test('may not publish, even to the own channel', async () => {
    const channel = channelAt(ana.user.id, world.now());
    for (const operation of ['EVENT_PUBLISH', 'EVENT_OTHER' as 'EVENT_PUBLISH'] as const) {
      const decision = await ask(ana.token, { operation, channel, channelNamespaceName: 'people' });
      expect(decision.isAuthorized).toBe(false);
    }
  });
});

describe('a period', () => {
  test('that is over is refused from the moment of its end', async () => {
    const { ends, token } = await signedInBeforeEnd(ana, 30 * SECOND);
    const channel = channelAt(ana.user.id, world.now());
    expect(await subscribe(token, channel)).toBe(true);
    world.advance(ends - world.now());
    expect(await subscribe(token, channel)).toBe(false);
  });

  test('that ends after the token expires is refused', async () => {
    const { ends, token } = await signedInBeforeEnd(ana, MINUTE);
    const second = later(ends, 10 * MINUTE);
    expect(await subscribe(token, channelAt(ana.user.id, later(second, -1)))).toBe(true);
    expect(await subscribe(token, channelAt(ana.user.id, second))).toBe(false);
  });

  test('that is the present one is refused if the token expires before its end', async () => {
    const ends = periodEndOf(ana.user.id, world.now());
    world.advance(ends - world.now());
    const { token } = await signedIn(ana.user, later(world.now(), -6 * MINUTE));
    expect(await connect(token)).toBe(true);
    expect(await subscribe(token, channelAt(ana.user.id, world.now()))).toBe(false);
  });
});

/** Signs a token for the present session of a person, with other claims or at another time. */
const tokenAt = async ({ user }: Person, now: Instant, claims = {}) => {
  const { sessionId } = await sessionOf(user);
  return signAccessToken({ ...callerAt(now, { userId: user.id, sessionId }), ...claims }, now);
};

async function sessionOf(user: Person['user']) {
  const { token } = await signedIn(user, world.now());
  const [, claims = ''] = token.split('.');
  return { sessionId: String(JSON.parse(Buffer.from(claims, 'base64url').toString()).sid) };
}

/** The tokens with which nobody may do anything, by name. */
const REFUSED: Readonly<Record<string, (person: Person) => Promise<string>>> = {
  'no token': async () => '',
  'a forged token': async ({ token }) => {
    const [head, , signature] = token.split('.');
    const { token: other } = await newPerson(world);
    return [head, other.split('.')[1], signature].join('.');
  },
  'a token that no key signed': async ({ token }) =>
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
  'a refresh token': async ({ refreshToken }) => refreshToken,
  'an expired token': async ({ token }) => {
    world.advance(15 * MINUTE);
    return token;
  },
  'a token of a session that ended': async ({ token }) => {
    await bearer(token).calls('signOut');
    return token;
  },
  'a token of a blocked account': async ({ token, user: { id } }) => {
    const now = world.now();
    const act = { id: newId(now), at: now, who: 'test', command: 'block', about: id };
    await blockAccount(table, id, { ...act, reason: 'test', outcome: 'blocked' }, now);
    return token;
  },
  'a token of an unverified account': (person) => tokenAt(person, world.now(), { verified: false }),
  'a token with the session of somebody else': async ({ user }) => {
    const { sessionId } = await sessionOf((await newPerson(world)).user);
    return tokenAt({ user } as Person, world.now(), { sessionId });
  },
};

describe('nobody may connect or subscribe with', () => {
  test.each(Object.keys(REFUSED))('%s', async (name) => {
    const token = (await REFUSED[name]?.(ana)) ?? '';
    expect(await tryBoth(ana, token)).toEqual([false, false]);
  });
});

test('the authorizer throws if it cannot check a session, so that AppSync refuses', async () => {
  const broken = jest
    .spyOn(documents, 'send')
    .mockRejectedValue(new Error('the table is away') as never);
  try {
    await expect(connect(ana.token)).rejects.toThrow('the table is away');
    await expect(subscribe(ana.token, channelAt(ana.user.id, world.now()))).rejects.toThrow(
      'the table is away',
    );
  } finally {
    broken.mockRestore();
  }
});

test('the authorizer does not read the table for a token that is invalid', async () => {
  const reads = jest.spyOn(documents, 'send');
  await tryBoth(ana, 'forged');
  expect(reads).not.toHaveBeenCalled();
  reads.mockRestore();
});
