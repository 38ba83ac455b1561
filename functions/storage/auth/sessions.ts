import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { newId, timeOf } from '#shared/ids.ts';
import type { SignInMethod } from '#shared/rules/auth/passkeys.ts';
import { type Instant, instant, later, SECOND, toSeconds } from '#shared/time.ts';
import { ACCESS_TOKEN_TIME, REFRESH_TOKEN_TIME } from '../../auth/tokens.ts';
import { ifNotExpired, type User } from '../accounts/users.ts';
import { above, atLeast, type Condition } from '../conditions.ts';
import { type Key, nameOf, SESSION_PREFIX, sessionKey, userKey, userPartition } from '../keys.ts';
import { allItems } from '../list-position.ts';
import type { ReadAhead } from '../read-ahead.ts';
import {
  check,
  putNew,
  remove,
  type Step,
  type TableReader,
  type TableWriter,
  update,
} from '../table.ts';

/*
 * Sessions: one item per sign-in, for the whole family of its refresh tokens. It stores the hash of the active token; each
 * use replaces the token. What a presented token gets:
 *
 * - The active token gets its successor, which is the active one from then on.
 * - The token before the active one, from the device that spent it, gets a new successor for as long as the active one was never
 *   presented, however late: the response with the active one was lost. The active one, which nobody used, ends.
 * - Within ten seconds of a use, both get the same active token again: that response may only be late, and sets the cookie then.
 * - Any other token ends the family. It was replaced by one that is in use, so two devices have tokens, and one of them is a copy.
 *
 * The server cannot tell a late copy from a lost response. Whoever stole a token that its owner replaced since, and has not used
 * the next one yet, therefore gets a successor, until the owner presents theirs, which ends the family (RFC 9700, 4.14.2). An honest
 * device does not hold two tokens: its tabs share one cookie and refresh one at a time under a lock (web/src/api/client.ts). A second
 * request with the same token follows only when the first failed or its page was closed; then it travels behind the first on
 * the same connection, or that connection is gone.
 */

/** The time before which nothing happened. */
const START = instant(0);

/** How long (ms) after its use a refresh token gets the same successor again. */
export const REFRESH_GRACE = 10 * SECOND;

/** A session as it is stored. */
export type Session = Key & {
  readonly userId: string;
  readonly sessionId: string;
  /** SHA-256 in base64url. A slow hash would protect no better, because the secret has 256 random bits. */
  readonly secretHash: string;
  /** The last use of a token of this family; absent until the first one. */
  readonly rotation?: Rotation;
  /** How the person signed in; absent means with the password. */
  readonly signedInWith?: SignInMethod;
  /** The id of the passkey that signed in; absent for other sign-ins. */
  readonly passkeyId?: string;
  /** The coarse name of the browser that signed in, such as "Chrome on Android"; absent if it was not recognized. */
  readonly browser?: string;
  readonly createdAt: Instant;
  /** Epoch seconds. DynamoDB removes expired items with a delay, so readers have to check this. */
  readonly expiresAt: number;
};

type Rotation = {
  readonly at: Instant;
  /** The hash of the token that was spent, and of the device that spent it. */
  readonly spent: string;
  readonly device: string;
  /** The next secret, encrypted with the spent one, so that it cannot be read from the table alone. */
  readonly sealedNext: string;
  /** Whether the next token, which is the active one, was presented since: its response was not lost. */
  readonly nextWasUsed?: true;
};

/** An open session with its refresh token, of which only a hash is stored. */
export type OpenSession = {
  readonly sessionId: string;
  readonly refreshToken: string;
  readonly signedInWith: SignInMethod;
};

/** How a session begins: the kind of sign-in, by default with the password, its passkey, and the coarse name of the browser. */
export type SessionStart = {
  readonly signedInWith?: SignInMethod;
  readonly passkeyId?: string | undefined;
  readonly browser?: string | undefined;
};

/** Makes a session and the step that stores it, for the transaction of the sign-in. */
export function openSession(
  userId: string,
  now: Instant,
  { signedInWith = 'password', passkeyId, browser }: SessionStart = {},
): OpenSession & { readonly step: Step<'SESSION_EXISTS'> } {
  const sessionId = newId(now);
  const secret = newSecret();
  const session: Session = {
    ...sessionKey(userId, sessionId),
    userId,
    sessionId,
    secretHash: hashOf(secret),
    ...(signedInWith !== 'password' && { signedInWith }),
    ...(passkeyId !== undefined && { passkeyId }),
    ...(browser !== undefined && { browser }),
    createdAt: now,
    expiresAt: expiryOf(now),
  };
  return {
    sessionId,
    signedInWith,
    refreshToken: tokenOf(userId, sessionId, secret),
    step: putNew(session, 'SESSION_EXISTS'),
  };
}

/** A presented refresh token, with the user agent to recognize the device. Not the IP address: phones change networks. */
export type PresentedToken = { readonly refreshToken: string; readonly userAgent: string };

type RotatedSession = OpenSession & { readonly user: User };
/** A refresh token was spent before, which ended its session. */
type ReusedToken = { readonly ended: { readonly userId: string; readonly sessionId: string } };

/**
 * Exchanges a refresh token for the next one of its family, and reads its account. The token before the active one is accepted
 * for as long as the active one was never used. A token that was replaced by one in use ends the whole family, and the ended
 * session is returned. `NOT_GOOD`: the token is malformed, or its session has ended or lapsed.
 */
export async function rotateSession(
  table: TableWriter,
  presented: PresentedToken,
  now: Instant,
): Promise<RotatedSession | ReusedToken | 'NOT_GOOD'> {
  const outcome = await rotateOnce(table, presented, now);
  if (outcome !== 'CHANGED_MEANWHILE') return outcome;
  // One of several simultaneous uses wins; the others read the session again.
  const second = await rotateOnce(table, presented, now);
  return second === 'CHANGED_MEANWHILE' ? 'NOT_GOOD' : second;
}

async function rotateOnce(
  table: TableWriter,
  { refreshToken, userAgent }: PresentedToken,
  now: Instant,
): Promise<RotatedSession | ReusedToken | 'NOT_GOOD' | 'CHANGED_MEANWHILE'> {
  const parts = partsOf(refreshToken);
  if (!parts) return 'NOT_GOOD';
  const { userId, sessionId, secret } = parts;
  const key = sessionKey(userId, sessionId);
  const [foundUser, foundSession] = await table.getMany<User | Session>([userKey(userId), key]);
  const user = ifNotExpired(foundUser as User | undefined, now);
  const session = ifNotExpired(foundSession as Session | undefined, now);
  if (!user || !session || hasEnded(session, user)) return 'NOT_GOOD';
  const use = { secret, spent: hashOf(secret), device: deviceOf(sessionId, userAgent), now };
  const next = await nextSecret(table, session, use);
  if (next === 'CHANGED_MEANWHILE') return next;
  if (next === 'REUSED') {
    await table.write(remove(key));
    return { ended: { userId, sessionId } };
  }
  const { signedInWith = 'password' } = session;
  return { user, sessionId, signedInWith, refreshToken: tokenOf(userId, sessionId, next.secret) };
}

/** A use of a refresh token: its secret with the hash of it, and the hash of the device that presents it. */
type TokenUse = {
  readonly secret: string;
  readonly spent: string;
  readonly device: string;
  readonly now: Instant;
};

type NextSecret = { readonly secret: string };

/** Returns the secret that a use of a token gets. `REUSED`: the token was replaced by one that is in use. */
async function nextSecret(
  table: TableWriter,
  session: Session,
  use: TokenUse,
): Promise<NextSecret | 'REUSED' | 'CHANGED_MEANWHILE'> {
  const { rotation } = session;
  const isByDevice = rotation !== undefined && isEqual(use.device, rotation.device);
  const isRecent = isByDevice && use.now < later(rotation.at, REFRESH_GRACE);
  if (isEqual(use.spent, session.secretHash))
    // The response to the last use may still be on its way, and will set the cookie to this token.
    return isRecent ? keepToken(table, session, rotation, use) : replaceToken(table, session, use);
  if (!isByDevice || !isEqual(use.spent, rotation.spent)) return 'REUSED';
  if (isRecent) return { secret: encryptedWith(rotation.sealedNext, use.secret, rotation.at) };
  return rotation.nextWasUsed ? 'REUSED' : replaceToken(table, session, use);
}

/** Replaces the active token of a session, which is the presented one or its unused successor. */
async function replaceToken(
  table: TableWriter,
  session: Session,
  { secret, spent, device, now }: TokenUse,
): Promise<NextSecret | 'CHANGED_MEANWHILE'> {
  const next = newSecret();
  const rotation: Rotation = {
    at: now,
    spent,
    device,
    sealedNext: encryptedWith(next, secret, now),
  };
  const outcome = await table.write(
    update(
      sessionKey(session.userId, session.sessionId),
      { set: { secretHash: hashOf(next), expiresAt: expiryOf(now), rotation } },
      unlessChanged(session),
    ),
  );
  return outcome === 'done' ? { secret: next } : outcome;
}

/** Keeps the active token of a session, and stores that it was used: the token before it is accepted no more. */
async function keepToken(
  table: TableWriter,
  session: Session,
  rotation: Rotation,
  { secret }: TokenUse,
): Promise<NextSecret | 'CHANGED_MEANWHILE'> {
  if (rotation.nextWasUsed) return { secret };
  const outcome = await table.write(
    update(
      sessionKey(session.userId, session.sessionId),
      { set: { rotation: { ...rotation, nextWasUsed: true } } },
      unlessChanged(session),
    ),
  );
  return outcome === 'done' ? { secret } : outcome;
}

/** The condition that a session has the active token that was read, and that this token was not used since. */
const unlessChanged = ({
  secretHash,
  rotation,
}: Session): Condition<Session, 'CHANGED_MEANWHILE'> => ({
  when: { secretHash, rotation },
  otherwise: 'CHANGED_MEANWHILE',
});

/**
 * The hash by which a device is recognized. Version numbers do not count: a browser updates itself when it restarts, and that
 * restart may be what lost the response.
 */
const deviceOf = (sessionId: string, userAgent: string) =>
  hashOf(`${sessionId} ${userAgent.replace(/\d+(?:[._]\d+)*/g, '')}`);

/**
 * Encrypts a secret with another one; the same call decrypts it. It is a one-time pad: XOR with an HMAC of the other secret and of
 * the moment of its use, because a token whose response was lost gets several successors.
 */
function encryptedWith(secret: string, by: string, at: Instant): string {
  const pad = createHmac('sha256', by).update(`the next refresh token ${at}`).digest();
  const bytes = Buffer.from(secret, 'base64url');
  return Buffer.from(bytes.map((byte, nth) => byte ^ (pad[nth] ?? 0))).toString('base64url');
}

/**
 * A new password or phone number ends every earlier session except the one that made the change. A blocked account has no
 * sessions.
 */
const hasEnded = (
  { sessionId, createdAt }: Pick<Session, 'sessionId' | 'createdAt'>,
  { sessionsSince, keptSessionId, blockedAt }: User,
) => blockedAt !== undefined || (createdAt < (sessionsSince ?? 0) && sessionId !== keptSessionId);

/**
 * Returns the account if its session is live: it has not expired and nothing has ended it. `user` is undefined otherwise. One
 * call reads both and the items of `also`; `ahead` holds these and the account. `passkeyId`: the passkey that the
 * session began with.
 */
export async function userOfLiveSession(
  table: TableReader,
  userId: string,
  sessionId: string,
  now: Instant,
  also: readonly Key[] = [],
): Promise<{
  readonly user: User | undefined;
  readonly passkeyId: string | undefined;
  readonly ahead: ReadAhead;
}> {
  const keys = [userKey(userId), ...also];
  const [ofSession, ...found] = await table.getMany<unknown>([
    sessionKey(userId, sessionId),
    ...keys,
  ]);
  const user = ifNotExpired(found[0] as User | undefined, now);
  const session = ifNotExpired(ofSession as Session | undefined, now);
  return {
    user: user && session && !hasEnded(session, user) ? user : undefined,
    passkeyId: session?.passkeyId,
    ahead: new Map(keys.map((key, nth) => [nameOf(key), found[nth]])),
  };
}

/** The session in which something was saved, and the last time that session saved it. */
type SavedInSession = { readonly sessionId: string; readonly seenAt: Instant };

/**
 * Returns the account, and those of `saved` whose session was ended since: by a sign-out, a new password or phone number,
 * or a reused refresh token. A session that only expired does not count as ended. Reads the account and the sessions in one
 * call, so `saved` can have at most 99 elements.
 */
export async function savedInEndedSessions<Found extends SavedInSession>(
  table: TableReader,
  userId: string,
  saved: readonly Found[],
  now: Instant,
): Promise<{ readonly user: User | undefined; readonly ended: Found[] }> {
  const keys = saved.map(({ sessionId }) => sessionKey(userId, sessionId));
  const [found, ...sessions] = await table.getMany<User | Session>([userKey(userId), ...keys]);
  const user = ifNotExpired(found as User | undefined, now);
  const ended = saved.filter(({ sessionId, seenAt }, nth) => {
    if (!user || hasEnded({ sessionId, createdAt: timeOf(sessionId) }, user)) return true;
    return sessions[nth] === undefined && now < later(seenAt, SHORTEST_REMAINING_TIME);
  });
  return { user, ended };
}

/**
 * The shortest time (ms) for which a session stays valid after a call in it: the access token of the call may have been
 * about to expire.
 */
const SHORTEST_REMAINING_TIME = REFRESH_TOKEN_TIME - ACCESS_TOKEN_TIME;

/**
 * The attributes of an account that end all sessions from before `now` except `keep`. It is decided by the account item
 * alone, so that a simultaneous refresh cannot mistake the kept session for an ended one.
 */
export const sessionEnd = (now: Instant, keep = '') => ({
  sessionsSince: now,
  keptSessionId: keep,
});

/**
 * Returns the step that fails with SESSION_OVER unless this session of the account is still live. Operations that write
 * check the session before they begin (functions/auth/live-session.ts); changes of credentials check it again inside their
 * transaction.
 */
export function requireLiveSession(
  user: User,
  sessionId: string,
  now: Instant,
): Step<'SESSION_OVER'> {
  const { keptSessionId, sessionsSince = START } = user;
  return check(sessionKey(user.id, sessionId), {
    when: {
      expiresAt: above(toSeconds(now)),
      createdAt: atLeast(sessionId === keptSessionId ? START : sessionsSince),
    },
    otherwise: 'SESSION_OVER',
  });
}

/** A session as its person sees it. */
export type ListedSession = Pick<Session, 'sessionId' | 'browser' | 'createdAt'> & {
  readonly signedInWith: SignInMethod;
  /** The last sign-in or refresh; a session that is used refreshes every few minutes. */
  readonly lastUsedAt: Instant;
};

/** Reads the sessions of an account that have not ended or expired, the last used first. */
export async function sessionsOf(
  table: TableReader,
  user: User,
  now: Instant,
): Promise<ListedSession[]> {
  const sessions = (await allSessions(table, user.id)).filter(
    (session) => ifNotExpired(session, now) && !hasEnded(session, user),
  );
  return sessions
    .map(({ sessionId, browser, createdAt, rotation, signedInWith = 'password' }) => ({
      sessionId,
      createdAt,
      signedInWith,
      lastUsedAt: rotation?.at ?? createdAt,
      ...(browser !== undefined && { browser }),
    }))
    .sort((one, other) => other.lastUsedAt - one.lastUsedAt);
}

/** Reads how a session began; undefined once it was ended. */
export const sessionStart = (
  table: TableReader,
  userId: string,
  sessionId: string,
): Promise<Pick<Session, 'browser' | 'signedInWith'> | undefined> =>
  table.get<Session>(sessionKey(userId, sessionId));

/** Ends one session. Its access token can still read until it expires, and cannot write. */
export async function endSession(
  table: TableWriter,
  userId: string,
  sessionId: string,
): Promise<void> {
  await table.write(remove(sessionKey(userId, sessionId)));
}

/** Ends every session of an account except `except`. */
export async function endAllSessions(
  table: TableWriter,
  userId: string,
  { except }: { readonly except?: string } = {},
): Promise<void> {
  for (const { sessionId } of await allSessions(table, userId))
    if (sessionId !== except) await endSession(table, userId, sessionId);
}

const allSessions = (table: TableReader, userId: string): Promise<Session[]> =>
  allItems(table, {
    partition: userPartition(userId),
    prefix: SESSION_PREFIX,
    consistent: true,
  });

const expiryOf = (now: Instant) => toSeconds(later(now, REFRESH_TOKEN_TIME));
const newSecret = () => randomBytes(32).toString('base64url');
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const tokenOf = (...parts: [userId: string, sessionId: string, secret: string]) =>
  Buffer.from(parts.join('.')).toString('base64url');

/** Parses a refresh token into its ids and its secret; undefined if it is malformed. */
function partsOf(refreshToken: string) {
  const text = Buffer.from(refreshToken, 'base64url').toString('latin1');
  const match = /^([0-9A-Z]{26})\.([0-9A-Z]{26})\.([\w-]{43})$/.exec(text);
  if (!match) return undefined;
  const [, userId = '', sessionId = '', secret = ''] = match;
  return { userId, sessionId, secret };
}
