import { describe, expect, test } from '@jest/globals';
import { REFRESH_TOKEN_TIME } from '#functions/auth/tokens.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import {
  endSession,
  openSession,
  requireLiveSession,
  rotateSession,
  savedInEndedSessions,
  sessionsOf,
  userOfLiveSession,
} from '#functions/storage/auth/sessions.ts';
import { put, table } from '#functions/storage/table.ts';
import { type Instant, instant, later, SECOND, toSeconds } from '#shared/time.ts';
import { newPerson } from '../support/people.ts';
import { worldOfFile } from '../support/test-world.ts';

/* Whatever asks whether a session is live gets the same answer. */

const world = worldOfFile();

/** A whole second, because sessions and registrations expire by the second. */
const START = instant(Date.UTC(2027, 4, 1));
const END = later(START, REFRESH_TOKEN_TIME);

type Session = { readonly user: User; readonly sessionId: string; readonly refreshToken: string };
type IsLive = (session: Session, now: Instant) => Promise<boolean>;

/** Those who ask, by what they ask it for. */
const ASKING = {
  'another refresh token': async ({ refreshToken }, now) => {
    const rotated = await rotateSession(table, { refreshToken, userAgent: 'Firefox' }, now);
    return typeof rotated === 'object' && 'refreshToken' in rotated;
  },
  'an operation that writes': async ({ user, sessionId }, now) =>
    (await userOfLiveSession(table, user.id, sessionId, now)).user !== undefined,
  'a change of credentials': async ({ user, sessionId }, now) =>
    (await table.transact(requireLiveSession(user, sessionId, now))) === 'done',
  'the list of sessions': async ({ user, sessionId }, now) =>
    (await sessionsOf(table, user, now)).some((one) => one.sessionId === sessionId),
  'a push notification': async ({ user, sessionId }, now) => {
    const saved = [{ sessionId, seenAt: now }];
    return (await savedInEndedSessions(table, user.id, saved, now)).ended.length === 0;
  },
} satisfies Readonly<Record<string, IsLive>>;

type Case = {
  /** The account, some of whose attributes name the session. */
  readonly user?: (sessionId: string) => Partial<User>;
  readonly isSignedOut?: true;
  readonly at?: Instant;
  readonly isLive: boolean;
  /** Those who need not know, with the reason. */
  readonly except?: Partial<Record<keyof typeof ASKING, string>>;
};

const CASES: Readonly<Record<string, Case>> = {
  'that began': { isLive: true },
  'that was signed out': { isSignedOut: true, isLive: false },
  'that expires in a second': { at: later(END, -SECOND), isLive: true },
  'that expired': {
    at: END,
    isLive: false,
    except: { 'a push notification': 'expired sessions do not count as ended' },
  },
  'from before all others were ended': {
    user: () => ({ sessionsSince: later(START, 1), keptSessionId: '' }),
    isLive: false,
  },
  'from the moment at which the earlier ones were ended': {
    user: () => ({ sessionsSince: START, keptSessionId: '' }),
    isLive: true,
  },
  'that ended all others': {
    user: (keptSessionId) => ({ sessionsSince: later(START, 1), keptSessionId }),
    isLive: true,
  },
  'of a blocked account': {
    user: () => ({ blockedAt: START }),
    isLive: false,
    except: { 'a change of credentials': 'a block also ends all sessions' },
  },
  'of a registration that expires in a second': {
    user: () => ({ verified: false, expiresAt: toSeconds(START) + 1 }),
    isLive: true,
  },
  'of an expired registration': {
    user: () => ({ verified: false, expiresAt: toSeconds(START) }),
    isLive: false,
    except: {
      'a change of credentials': 'it is given an account that was read and has not expired',
      'the list of sessions': 'it is given an account that was read and has not expired',
    },
  },
};

describe.each(Object.entries(CASES))(
  'a session %s',
  (_case, { user: change, isSignedOut, at = START, isLive, except = {} }) => {
    const asking = Object.entries(ASKING).filter(([what]) => !(what in except));
    test.each(asking)(`is ${isLive ? 'live' : 'not live'} for %s`, async (_what, ask) => {
      const { user: made } = await newPerson(world);
      const { step, ...session } = openSession(made.id, START);
      const user = { ...made, ...change?.(session.sessionId) };
      await table.write(step);
      await table.write(put(user));
      if (isSignedOut) await endSession(table, user.id, session.sessionId);
      expect(await ask({ ...session, user }, at)).toBe(isLive);
    });
  },
);
