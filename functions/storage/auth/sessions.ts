import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { newId, timeOf } from '../../../shared/ids.ts';
import { type Instant, later, SECOND, toSeconds } from '../../../shared/time.ts';
import { ACCESS_TOKEN_TIME, REFRESH_TOKEN_TIME } from '../../auth/tokens.ts';
import { stands, type User } from '../accounts/users.ts';
import { type Key, SESSION_PREFIX, sessionKey, userKey, userPartition } from '../keys.ts';
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
 * Sessions: one item for the family of refresh tokens that one sign-in begins. It holds the hash of the current token, which
 * each use replaces. A token that was used before ends the family, because somebody has a copy. Exception: within ten
 * seconds, the device that used it gets the same next token again, because the response may have been lost.
 */

/** How long (ms) the device that spent a refresh token may present it again. */
export const REFRESH_GRACE = 10 * SECOND;

type Session = Key & {
  readonly userId: string;
  readonly sessionId: string;
  /** SHA-256 in base64url; the secret is 256 random bits, which no slow hash could protect any better. */
  readonly secretHash: string;
  /** The last use of a token of this family; absent until the first one. */
  readonly rotation?: Rotation;
  readonly createdAt: Instant;
  /** Epoch seconds; the engine removes it some time after, so whoever reads checks it. */
  readonly expiresAt: number;
};

type Rotation = {
  readonly at: Instant;
  /** The hash of the token that was spent, and of the device that spent it. */
  readonly spent: string;
  readonly device: string;
  /** The next secret, encrypted with the spent one, so that it cannot be read from the table alone. */
  readonly sealedNext: string;
};

/** An open session with its refresh token, of which only a hash is stored. */
export type OpenSession = { readonly sessionId: string; readonly refreshToken: string };

/** A new session, and the step that stores it: it begins in the transaction that says why. */
export function openSession(
  userId: string,
  now: Instant,
): OpenSession & { readonly step: Step<'SESSION_EXISTS'> } {
  const sessionId = newId(now);
  const secret = newSecret();
  const session: Session = {
    ...sessionKey(userId, sessionId),
    userId,
    sessionId,
    secretHash: hashOf(secret),
    createdAt: now,
    expiresAt: endOf(now),
  };
  return {
    sessionId,
    refreshToken: tokenOf(userId, sessionId, secret),
    step: putNew(session, 'SESSION_EXISTS'),
  };
}

/** A presented refresh token, with the user agent to recognize the device. Not the IP address: phones change networks. */
export type Presented = { readonly refreshToken: string; readonly userAgent: string };

type Rotated = OpenSession & { readonly user: User };

/**
 * Exchanges a refresh token for the next one of its family, and reads its account. A token that the same device spent up to
 * ten seconds ago returns the same next token again, so that a lost response, or two tabs at once, sign nobody out.
 * `NOT_GOOD`: the token is forged, its session has ended or lapsed, or it was spent before, which ends the whole family.
 */
export async function rotateSession(
  table: TableWriter,
  presented: Presented,
  now: Instant,
): Promise<Rotated | 'NOT_GOOD'> {
  const outcome = await rotateOnce(table, presented, now);
  if (outcome !== 'SPENT_MEANWHILE') return outcome;
  // One of several simultaneous uses wins; the others read the session again.
  const second = await rotateOnce(table, presented, now);
  return second === 'SPENT_MEANWHILE' ? 'NOT_GOOD' : second;
}

async function rotateOnce(
  table: TableWriter,
  { refreshToken, userAgent }: Presented,
  now: Instant,
): Promise<Rotated | 'NOT_GOOD' | 'SPENT_MEANWHILE'> {
  const parts = partsOf(refreshToken);
  if (!parts) return 'NOT_GOOD';
  const { userId, sessionId, secret } = parts;
  const key = sessionKey(userId, sessionId);
  const [foundUser, foundSession] = await table.getMany<User | Session>([userKey(userId), key]);
  const user = stands(foundUser as User | undefined, now);
  const session = stands(foundSession as Session | undefined, now);
  if (!user || !session || isOver(session, user)) return 'NOT_GOOD';
  const opened = (next: string): Rotated => {
    return { user, sessionId, refreshToken: tokenOf(userId, sessionId, next) };
  };
  const by = { spent: hashOf(secret), device: hashOf(`${sessionId} ${userAgent}`) };
  if (!same(by.spent, session.secretHash)) {
    if (isLostAnswer(session.rotation, by, now))
      return opened(sealed(session.rotation.sealedNext, secret));
    await table.write(remove(key));
    return 'NOT_GOOD';
  }
  const next = newSecret();
  const rotation: Rotation = { ...by, at: now, sealedNext: sealed(next, secret) };
  const outcome = await table.write<'SPENT_MEANWHILE'>(
    update(
      key,
      'SET #secretHash = :next, #expiresAt = :expiresAt, #rotation = :rotation',
      { next: hashOf(next), expiresAt: endOf(now), rotation },
      { when: '#secretHash = :spent', values: { spent: by.spent }, otherwise: 'SPENT_MEANWHILE' },
    ),
  );
  return outcome === 'done' ? opened(next) : outcome;
}

/** Whether a spent token is presented by the device that spent it, within REFRESH_GRACE. */
const isLostAnswer = (
  rotation: Rotation | undefined,
  { spent, device }: Pick<Rotation, 'spent' | 'device'>,
  now: Instant,
): rotation is Rotation =>
  rotation !== undefined &&
  same(spent, rotation.spent) &&
  same(device, rotation.device) &&
  now < later(rotation.at, REFRESH_GRACE);

/**
 * Encrypts a secret with another one; the same call decrypts it. It is a one-time pad: XOR with an HMAC of the other secret,
 * which is used for this one secret only.
 */
function sealed(secret: string, by: string): string {
  const pad = createHmac('sha256', by).update('the next refresh token').digest();
  const bytes = Buffer.from(secret, 'base64url');
  return Buffer.from(bytes.map((byte, at) => byte ^ (pad[at] ?? 0))).toString('base64url');
}

/**
 * A new password or phone number ends every session that began before it, but that of whoever made the change; who is
 * blocked has none.
 */
const isOver = (
  { sessionId, createdAt }: Pick<Session, 'sessionId' | 'createdAt'>,
  { sessionsSince, keptSessionId, blockedAt }: User,
) => blockedAt !== undefined || (createdAt < (sessionsSince ?? 0) && sessionId !== keptSessionId);

/** Whether a session is live: it has not lapsed and nothing has ended it. Reads it and its account in one call. */
export async function isSessionLive(
  table: TableReader,
  userId: string,
  sessionId: string,
  now: Instant,
): Promise<boolean> {
  const keys = [userKey(userId), sessionKey(userId, sessionId)];
  const [foundUser, foundSession] = await table.getMany<User | Session>(keys);
  const user = stands(foundUser as User | undefined, now);
  const session = stands(foundSession as Session | undefined, now);
  return user !== undefined && session !== undefined && !isOver(session, user);
}

/** Where something was saved from: the session, and when. */
type Saved = { readonly sessionId: string; readonly seenAt: Instant };

/**
 * The account, and those of its things that were saved in a session which was ended since: by signing out, by a new password or phone
 * number, or because somebody had a copy of its token. A session that lapsed was not ended. Reads the account and the
 * sessions in one call, at most 99 of them.
 */
export async function savedInEnded<Found extends Saved>(
  table: TableReader,
  userId: string,
  saved: readonly Found[],
  now: Instant,
): Promise<{ readonly user: User | undefined; readonly ended: Found[] }> {
  const keys = saved.map(({ sessionId }) => sessionKey(userId, sessionId));
  const [found, ...sessions] = await table.getMany<User | Session>([userKey(userId), ...keys]);
  const user = stands(found as User | undefined, now);
  const ended = saved.filter(({ sessionId, seenAt }, nth) => {
    if (!user || isOver({ sessionId, createdAt: timeOf(sessionId) }, user)) return true;
    return sessions[nth] === undefined && now < later(seenAt, GOOD_FOR_AT_LEAST);
  });
  return { user, ended };
}

/** A session lasts that long (ms) from whatever was done in it: the access token may be as old as it can be. */
const GOOD_FOR_AT_LEAST = REFRESH_TOKEN_TIME - ACCESS_TOKEN_TIME;

/**
 * The part of a change to an account that ends its sessions: all from before `now`, but `keep`. One item decides it,
 * so that a refresh that reads the session in that very moment cannot take the one that goes on for ended.
 */
export const endingSessions = (now: Instant, keep = '') => ({
  change: '#sessionsSince = :sessionsSince, #keptSessionId = :keptSessionId',
  values: { sessionsSince: now, keptSessionId: keep },
});

/**
 * Ends a transaction unless this session of the account still stands. Whatever writes reads that before it begins
 * (functions/auth/live-session.ts); what a person signs in with changes only where it is true at that very moment.
 */
export function sessionStands(user: User, sessionId: string, now: Instant): Step<'SESSION_OVER'> {
  const since = sessionId === user.keptSessionId ? 0 : (user.sessionsSince ?? 0);
  return check(sessionKey(user.id, sessionId), {
    when: '#expiresAt > :seconds AND #createdAt >= :since',
    values: { seconds: toSeconds(now), since },
    otherwise: 'SESSION_OVER',
  });
}

/** Ends one session. Its access token can still read until it expires, and cannot write. */
export async function endSession(
  table: TableWriter,
  userId: string,
  sessionId: string,
): Promise<void> {
  await table.write(remove(sessionKey(userId, sessionId)));
}

/** Ends every session of a person, but for `except`: after a new password, all others. */
export async function endAllSessions(
  table: TableWriter,
  userId: string,
  { except }: { readonly except?: string } = {},
): Promise<void> {
  let from: Readonly<Record<string, unknown>> | undefined;
  do {
    const page = await table.query<Session>({
      partition: userPartition(userId),
      prefix: SESSION_PREFIX,
      consistent: true,
      from,
    });
    for (const { sessionId } of page.items)
      if (sessionId !== except) await endSession(table, userId, sessionId);
    from = page.next;
  } while (from);
}

const endOf = (now: Instant) => toSeconds(later(now, REFRESH_TOKEN_TIME));
const newSecret = () => randomBytes(32).toString('base64url');
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const tokenOf = (...parts: [userId: string, sessionId: string, secret: string]) =>
  Buffer.from(parts.join('.')).toString('base64url');

/** The ids and the secret inside a refresh token, or undefined for anything that is not one. */
function partsOf(refreshToken: string) {
  const text = Buffer.from(refreshToken, 'base64url').toString('latin1');
  const match = /^([0-9A-Z]{26})\.([0-9A-Z]{26})\.([\w-]{43})$/.exec(text);
  if (!match) return undefined;
  const [, userId = '', sessionId = '', secret = ''] = match;
  return { userId, sessionId, secret };
}
