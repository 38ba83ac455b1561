import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { DAY, type Instant, instant, later, MINUTE, SECOND, toSeconds } from '../shared/time.ts';
import { secrets } from './gateways/secrets.ts';

/* Access tokens: a signed JWT that lasts 15 minutes and spares every call a look at the account. */

export const ACCESS_TOKEN_TIME = 15 * MINUTE;
/** A session that nobody used for this long has ended. */
export const REFRESH_TOKEN_TIME = 60 * DAY;

const claims = z.object({
  sub: z.string(),
  sid: z.string(),
  verified: z.boolean(),
  plan: z.enum(['NONE', 'FREE', 'STARTER', 'PROFESSIONAL']),
  exp: z.int(),
});

/** Who is calling: the account, its session, whether the phone is confirmed, the plan when the token was made. */
export type Caller = {
  readonly userId: string;
  readonly sessionId: string;
  readonly verified: boolean;
  readonly plan: z.infer<typeof claims>['plan'];
  /** When the token ends. */
  readonly expiresAt: Instant;
};

/** What a token says, besides when it ends. */
export type Claims = Omit<Caller, 'expiresAt'>;

const key = async () => Buffer.from((await secrets()).tokenKey, 'base64');

/** The access token of a session that was just opened or refreshed. */
export const signAccessToken = (says: Claims, now: Instant): Promise<string> =>
  sign(says, now, later(now, ACCESS_TOKEN_TIME));

/**
 * The caller's access token after a change of the plan. It ends when the old one does: an operation that anybody can repeat
 * must not keep a session alive that was ended in the meantime. Only a refresh token does that.
 */
export const renewAccessToken = (
  { expiresAt, ...caller }: Caller,
  plan: Claims['plan'],
  now: Instant,
): Promise<string> => sign({ ...caller, plan }, now, expiresAt);

async function sign(says: Claims, now: Instant, expiresAt: Instant): Promise<string> {
  return new SignJWT({ sid: says.sessionId, verified: says.verified, plan: says.plan })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(says.userId)
    .setIssuedAt(toSeconds(now))
    .setExpirationTime(toSeconds(expiresAt))
    .sign(await key());
}

/** The caller a token names, or undefined for a forged, expired or foreign one. */
export async function readAccessToken(token: string, now: Instant): Promise<Caller | undefined> {
  const tokenKey = await key();
  try {
    const { payload } = await jwtVerify(token, tokenKey, {
      algorithms: ['HS256'],
      currentDate: new Date(now),
    });
    const { sub, sid, verified, plan, exp } = claims.parse(payload);
    const expiresAt = instant(exp * SECOND);
    return { userId: sub, sessionId: sid, verified, plan, expiresAt };
  } catch {
    return undefined;
  }
}

/**
 * A name for something that must not be stored itself: the same for the same words, and without the key nobody finds
 * the words by trying them all, as they would with a plain hash of an address. 128 bits in base64url. The words go in
 * as a JSON list, which is never the text of a token, so that one key serves both.
 */
export async function keyedHash(...words: readonly string[]): Promise<string> {
  const mac = createHmac('sha256', await key()).update(JSON.stringify(words));
  return mac.digest('base64url').slice(0, 22);
}
