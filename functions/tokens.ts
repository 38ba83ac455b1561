import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { DAY, type Instant, later, MINUTE, toSeconds } from '../shared/time.ts';
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
});

/** Who is calling: the account, its session, whether the phone is confirmed, the plan when the token was made. */
export type Caller = {
  readonly userId: string;
  readonly sessionId: string;
  readonly verified: boolean;
  readonly plan: z.infer<typeof claims>['plan'];
};

const key = async () => Buffer.from((await secrets()).tokenKey, 'base64');

export async function signAccessToken(caller: Caller, now: Instant): Promise<string> {
  return new SignJWT({ sid: caller.sessionId, verified: caller.verified, plan: caller.plan })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(caller.userId)
    .setIssuedAt(toSeconds(now))
    .setExpirationTime(toSeconds(later(now, ACCESS_TOKEN_TIME)))
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
    const { sub, sid, verified, plan } = claims.parse(payload);
    return { userId: sub, sessionId: sid, verified, plan };
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
