import { describe, expect, test } from '@jest/globals';
import { signIn } from '#functions/auth/sign-in.ts';
import { REFRESH_TOKEN_TIME } from '#functions/auth/tokens.ts';
import { changePassword } from '#functions/storage/auth/password-changes.ts';
import {
  endAllSessions,
  endSession,
  openSession,
  REFRESH_GRACE,
  requireLiveSession,
  rotateSession,
} from '#functions/storage/auth/sessions.ts';
import { userPartition } from '#functions/storage/keys.ts';
import { remove, table } from '#functions/storage/table.ts';
import { Refusal } from '#shared/refusals.ts';
import { later, MINUTE, SECOND } from '#shared/time.ts';
import { newPerson } from '../support/people.ts';
import { worldOfFile } from '../support/test-world.ts';

const world = worldOfFile();

async function rotate(refreshToken: string, now = world.now(), userAgent = 'Firefox') {
  const outcome = await rotateSession(table, { refreshToken, userAgent }, now);
  return typeof outcome === 'object' && 'ended' in outcome ? 'REUSED' : outcome;
}
/** A moment after the grace period, in which a used refresh token may be presented again. */
const afterGrace = () => later(world.now(), REFRESH_GRACE + SECOND);

async function rotated(token: string, now = world.now()): Promise<string> {
  const outcome = await rotate(token, now);
  if (typeof outcome === 'string') throw new Error('the token was not good');
  return outcome.refreshToken;
}

describe('refresh tokens', () => {
  test('are valid once each, and return the next', async () => {
    const { user, refreshToken } = await newPerson(world);
    const now = world.now();
    expect(await rotate(refreshToken, now)).toMatchObject({ user: { id: user.id } });
    let token = refreshToken;
    const given = [token];
    for (let nth = 0; nth < 3; nth += 1) {
      token = await rotated(token, later(now, nth * REFRESH_GRACE));
      given.push(token);
    }
    expect(new Set(given).size).toBe(4);
  });

  test('end their token family if one is presented whose successor was used', async () => {
    const { refreshToken } = await newPerson(world);
    const next = await rotated(refreshToken);
    const afterNext = await rotated(next, afterGrace());
    expect(await rotate(refreshToken, later(afterGrace(), MINUTE))).toBe('REUSED');
    expect(await rotate(afterNext)).toBe('NOT_GOOD');
  });

  test.each([REFRESH_GRACE, MINUTE, REFRESH_TOKEN_TIME - SECOND])(
    'get a new successor when the response was lost and they are presented again after %d ms, and the unused one ends',
    async (pause) => {
      const { refreshToken } = await newPerson(world);
      const now = world.now();
      const lost = await rotated(refreshToken, now);
      const next = await rotated(refreshToken, later(now, pause));
      expect(next).not.toBe(lost);
      expect(await rotate(next, later(now, pause + MINUTE))).toMatchObject({});
      expect(await rotate(lost, later(now, pause + MINUTE))).toBe('REUSED');
    },
  );

  test('end the family if the unused successor is presented after all, because it was not lost', async () => {
    const { refreshToken } = await newPerson(world);
    const now = world.now();
    const kept = await rotated(refreshToken, now);
    const given = await rotated(refreshToken, later(now, MINUTE));
    expect(await rotate(kept, later(now, 2 * MINUTE))).toBe('REUSED');
    expect(await rotate(given, later(now, 2 * MINUTE))).toBe('NOT_GOOD');
  });

  test('end the family if their successor was presented within the ten seconds in which it is not replaced', async () => {
    const { refreshToken } = await newPerson(world);
    const now = world.now();
    const next = await rotated(refreshToken, now);
    expect(await rotated(next, later(now, SECOND))).toBe(next);
    expect(await rotated(refreshToken, later(now, 2 * SECOND))).toBe(next);
    expect(await rotate(refreshToken, later(now, MINUTE))).toBe('REUSED');
  });

  test('return the same next token for ten seconds to the device that used one', async () => {
    const { refreshToken } = await newPerson(world);
    const now = world.now();
    const next = await rotated(refreshToken, now);
    const again = await rotate(refreshToken, later(now, REFRESH_GRACE - 1));
    expect(again).toMatchObject({ refreshToken: next });
    expect(await rotate(next, later(now, MINUTE))).toMatchObject({});
  });

  test('are not replaced again for ten seconds, so that no late response sets the cookie back to a used one', async () => {
    const { refreshToken } = await newPerson(world);
    const now = world.now();
    const late = await rotated(refreshToken, now);
    const next = await rotated(refreshToken, now);
    for (const pause of [SECOND, REFRESH_GRACE - 1])
      expect(await rotated(next, later(now, pause))).toBe(late);
    expect(await rotate(late, later(now, MINUTE))).toMatchObject({});
  });

  test('are replaced within ten seconds if another device presents the next one', async () => {
    const { refreshToken } = await newPerson(world);
    const next = await rotated(refreshToken);
    const stolen = await rotate(next, world.now(), 'curl');
    expect(stolen).not.toMatchObject({ refreshToken: next });
    expect(await rotate(next)).toBe('REUSED');
  });

  test.each([0, MINUTE])(
    'end the family if another device presents a used one after %d ms',
    async (pause) => {
      const { refreshToken } = await newPerson(world);
      const next = await rotated(refreshToken);
      const moment = later(world.now(), pause);
      expect(await rotate(refreshToken, moment, 'curl')).toBe('REUSED');
      expect(await rotate(next, moment)).toBe('NOT_GOOD');
    },
  );

  test('may be presented again by a browser that was updated since', async () => {
    const { refreshToken } = await newPerson(world);
    const phone = (system: string, version: string) =>
      `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) Version/${version} Safari/604.1`;
    await rotate(refreshToken, world.now(), phone('18_6', '18.6'));
    const again = await rotate(refreshToken, afterGrace(), phone('26_0_1', '26.0'));
    expect(again).toMatchObject({ refreshToken: expect.any(String) });
  });

  test('end the family at once if one older than the previous token is used', async () => {
    const { refreshToken } = await newPerson(world);
    const third = await rotated(await rotated(refreshToken), afterGrace());
    expect(await rotate(refreshToken, afterGrace())).toBe('REUSED');
    expect(await rotate(third)).toBe('NOT_GOOD');
  });

  test('do not reopen an ended session', async () => {
    const { user, refreshToken } = await newPerson(world);
    await rotated(refreshToken);
    await endAllSessions(table, user.id);
    expect(await rotate(refreshToken)).toBe('NOT_GOOD');
  });

  test('end one family without affecting others', async () => {
    const { user, refreshToken } = await newPerson(world);
    const other = openSession(user.id, world.now());
    await table.write(other.step);
    await rotated(await rotated(refreshToken), afterGrace());
    expect(await rotate(refreshToken, afterGrace())).toBe('REUSED');
    expect(await rotate(other.refreshToken)).toMatchObject({});
  });

  test('used by ten concurrent calls of one device all return the same next token', async () => {
    const { refreshToken } = await newPerson(world);
    const given = await Promise.all(Array.from({ length: 10 }, () => rotated(refreshToken)));
    expect(new Set(given).size).toBe(1);
    expect(await rotate(given[0] ?? '')).toMatchObject({});
  });

  test('used by ten devices concurrently return at most one new token', async () => {
    const { refreshToken } = await newPerson(world);
    const uses = Array.from({ length: 10 }, (_, nth) =>
      rotate(refreshToken, world.now(), `device ${'abcdefghij'[nth]}`),
    );
    const given = (await Promise.all(uses)).filter((outcome) => typeof outcome === 'object');
    expect(given).toHaveLength(1);
  });

  test('expire when unused, even if the engine has not removed them', async () => {
    const { refreshToken } = await newPerson(world);
    const lastMinute = later(world.now(), REFRESH_TOKEN_TIME - MINUTE);
    const next = await rotated(refreshToken, lastMinute);
    expect(await rotate(next, later(lastMinute, REFRESH_TOKEN_TIME + MINUTE))).toBe('NOT_GOOD');
  });

  test('are extended by using them', async () => {
    const { refreshToken } = await newPerson(world);
    const next = await rotated(refreshToken, later(world.now(), REFRESH_TOKEN_TIME - MINUTE));
    expect(await rotate(next, later(world.now(), REFRESH_TOKEN_TIME + MINUTE))).not.toBe(
      'NOT_GOOD',
    );
  });

  test('are refused if we did not issue them', async () => {
    const { user } = await newPerson(world);
    const forged = Buffer.from(`${user.id}.${user.id}.${'x'.repeat(43)}`).toString('base64url');
    for (const token of ['', 'x', 'a.b.c', forged, forged.slice(1)])
      expect(await rotate(token)).toBe('NOT_GOOD');
  });

  test('are stored only as hashes', async () => {
    const { user, refreshToken } = await newPerson(world);
    const lost = await rotated(refreshToken);
    const next = await rotated(refreshToken, afterGrace());
    const { items } = await table.query({ partition: userPartition(user.id), prefix: 'SESSION#' });
    for (const token of [refreshToken, lost, next]) {
      const [, , secret = ''] = Buffer.from(token, 'base64url').toString().split('.');
      expect(secret).toHaveLength(43);
      expect(JSON.stringify(items)).not.toContain(secret);
    }
  });
});

describe('ending sessions', () => {
  test('ends one session and not others', async () => {
    const { user, refreshToken } = await newPerson(world);
    const other = openSession(user.id, world.now());
    await table.write(other.step);
    await endSession(table, user.id, other.sessionId);
    expect(await rotate(other.refreshToken)).toBe('NOT_GOOD');
    expect(await rotate(refreshToken)).toMatchObject({});
  });

  test('ends all but the one that requested it', async () => {
    const { user, refreshToken } = await newPerson(world);
    const sessions = Array.from({ length: 5 }, () => openSession(user.id, world.now()));
    for (const { step } of sessions) await table.write(step);
    const [kept, ...ended] = sessions;
    await endAllSessions(table, user.id, { except: kept?.sessionId });
    expect(await rotate(kept?.refreshToken ?? '')).toMatchObject({});
    for (const token of [refreshToken, ...ended.map((session) => session.refreshToken)])
      expect(await rotate(token)).toBe('NOT_GOOD');
    await endAllSessions(table, user.id);
    const { count } = await table.query({ partition: userPartition(user.id), prefix: 'SESSION#' });
    expect(count).toBe(0);
  });

  test('happens with a new password, even if the sessions are not deleted', async () => {
    const { user, refreshToken } = await newPerson(world);
    const moment = later(world.now(), MINUTE);
    expect(await changePassword(table, user, newPassword('scrypt$new'), moment)).toBe('done');
    expect(await rotate(refreshToken, moment)).toBe('NOT_GOOD');
    const begun = openSession(user.id, moment);
    await table.write(begun.step);
    expect(await rotate(begun.refreshToken, moment)).toMatchObject({});
  });

  test('also prevents sessions that start with a password that was changed meanwhile', async () => {
    const { user } = await newPerson(world);
    await changePassword(table, user, newPassword('scrypt$new'), world.now());
    const context = { table, deviceTokens: [], userAgent: '', now: world.now() };
    await expect(signIn(context, user, 'password')).rejects.toThrow(Refusal);
    const again = newPassword('scrypt$newer');
    expect(await changePassword(table, user, again, world.now())).toBe('CHANGED');
  });
});

/** A change of the password with a proof that always succeeds. */
const newPassword = (passwordHash: string) =>
  ({
    step: 'PASSWORD_CHANGE',
    passwordHash,
    proof: remove({ pk: 'NOBODY', sk: 'NOTHING' }),
    endedPasskeys: [],
  }) as const;

describe('the condition that a session is live', () => {
  test('fails for one that expired, was ended, or is older than the last change of credentials', async () => {
    const { user } = await newPerson(world);
    const now = world.now();
    const { sessionId, step } = openSession(user.id, now);
    await table.write(step);
    const live = (more: Partial<typeof user>, at = now) =>
      table.transact(requireLiveSession({ ...user, ...more }, sessionId, at));
    const end = later(now, REFRESH_TOKEN_TIME);
    expect(await live({})).toBe('done');
    expect(await live({}, later(end, -SECOND))).toBe('done');
    expect(await live({}, later(end, SECOND))).toBe('SESSION_OVER');
    expect(await live({ sessionsSince: now })).toBe('done');
    const sessionsSince = later(now, 1);
    expect(await live({ sessionsSince })).toBe('SESSION_OVER');
    expect(await live({ sessionsSince, keptSessionId: sessionId })).toBe('done');
    expect(await live({ sessionsSince, keptSessionId: 'another' })).toBe('SESSION_OVER');
    await endSession(table, user.id, sessionId);
    expect(await live({})).toBe('SESSION_OVER');
  });
});
