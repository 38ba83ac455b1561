import { type CryptoKey, importJWK, type JWK, type JWTHeaderParameters, jwtVerify } from 'jose';
import * as z from 'zod';
import { DAY, type Instant, instant, MINUTE, SECOND } from '../shared/time.ts';
import { settings } from './settings.ts';

/*
 * Access tokens: a JWT that lasts 15 minutes and spares every call a look at the account. It is signed with a private key
 * (sign-tokens.ts) and verified with the public one, so that a function that only reads it holds no secret.
 */

export const ACCESS_TOKEN_TIME = 15 * MINUTE;
/** A session that nobody used for this long has ended. */
export const REFRESH_TOKEN_TIME = 60 * DAY;

/** The only algorithm: no token says which one it wants to be verified by. */
export const ALGORITHM = 'EdDSA';

/** Who signs a token, and what it is for: both of this stage alone. */
export const issuer = () => settings().origin;
export const audience = () => `${settings().origin}/api`;

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

/** The caller a token names, or undefined for a forged, expired or foreign one. Throws where there are no public keys. */
export async function readAccessToken(token: string, now: Instant): Promise<Caller | undefined> {
  const keys = publicKeys();
  try {
    const { payload } = await jwtVerify(token, (header) => keyNamedBy(header, keys), {
      algorithms: [ALGORITHM],
      issuer: issuer(),
      audience: audience(),
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    });
    const { sub, sid, verified, plan, exp } = claims.parse(payload);
    const expiresAt = instant(exp * SECOND);
    return { userId: sub, sessionId: sid, verified, plan, expiresAt };
  } catch {
    return undefined;
  }
}

type PublicKeys = ReadonlyMap<string, JWK>;

let known: { readonly text: string; readonly keys: PublicKeys } | undefined;

/** The public keys that are valid now, by their id: one, or two while a new one takes the place of the old. */
function publicKeys(): PublicKeys {
  const text = process.env.TOKEN_PUBLIC_KEYS;
  if (!text) throw new Error('TOKEN_PUBLIC_KEYS is not set');
  if (known?.text !== text) {
    const keys: readonly JWK[] = JSON.parse(text);
    known = { text, keys: new Map(keys.map((key) => [key.kid ?? '', key])) };
  }
  return known.keys;
}

async function keyNamedBy({ kid }: JWTHeaderParameters, keys: PublicKeys): Promise<CryptoKey> {
  const key = keys.get(kid ?? '');
  if (!key) throw new Error('no key of ours');
  return (await importJWK(key, ALGORITHM)) as CryptoKey;
}
