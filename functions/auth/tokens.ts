import { type CryptoKey, importJWK, type JWK, type JWTHeaderParameters, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { SIGN_IN_METHODS, type SignInMethod } from '#shared/rules/auth/passkeys.ts';
import { DAY, HOUR, type Instant, instant, MINUTE, SECOND } from '#shared/time.ts';
import { settings } from '../settings.ts';

/*
 * Access tokens: JWTs that are valid for 15 minutes, so that calls need not read the account. They are signed with a private
 * key (sign-tokens.ts) and verified with the public one, so that functions that only verify tokens hold no secret.
 */

export const ACCESS_TOKEN_TIME = 15 * MINUTE;
/** A session that nobody used for this long has ended. */
export const REFRESH_TOKEN_TIME = 60 * DAY;

/** The only accepted algorithm; the `alg` header of a token cannot select another one. */
export const ALGORITHM = 'EdDSA';

/** How long a person whose account is blocked can read the decision and appeal after a refused sign-in. */
export const APPEAL_TOKEN_TIME = HOUR;

/** The claims `iss` and `aud`, both specific to the stage. The audience keeps one kind of token from passing for the other. */
export const issuer = () => settings().origin;
export const audience = () => `${settings().origin}/api`;
export const appealAudience = () => `${settings().origin}/appeal`;

const claims = z.object({
  sub: z.string(),
  sid: z.string(),
  verified: z.boolean(),
  plan: z.enum(['NONE', 'FREE', 'STARTER', 'PROFESSIONAL']),
  /** How the session was signed in; absent means with the password. */
  with: z.optional(z.enum(SIGN_IN_METHODS)),
  exp: z.int(),
});

/**
 * The caller as the access token describes it: the account, its session, whether the phone is confirmed, and the plan when
 * the token was made.
 */
export type Caller = {
  readonly userId: string;
  readonly sessionId: string;
  readonly verified: boolean;
  readonly plan: z.infer<typeof claims>['plan'];
  /** How the session was signed in. */
  readonly signedInWith: SignInMethod;
  /** When the token expires. */
  readonly expiresAt: Instant;
};

/** The claims of an access token without its expiry. A session was signed in with the password unless they say otherwise. */
export type Claims = Omit<Caller, 'expiresAt' | 'signedInWith'> &
  Partial<Pick<Caller, 'signedInWith'>>;

/** Verifies an access token and returns its caller; undefined if it is invalid. Throws if TOKEN_PUBLIC_KEYS is not set. */
export async function readAccessToken(token: string, now: Instant): Promise<Caller | undefined> {
  const payload = await verified(token, audience(), now);
  const { data } = claims.safeParse(payload);
  if (!data) return undefined;
  const { sub, sid, exp, with: signedInWith = 'password', ...rest } = data;
  const expiresAt = instant(exp * SECOND);
  return { userId: sub, sessionId: sid, ...rest, signedInWith, expiresAt };
}

/** Verifies an appeal token and returns the id of its person; undefined if it is invalid. */
export async function readAppealToken(token: string, now: Instant): Promise<string | undefined> {
  return (await verified(token, appealAudience(), now))?.sub;
}

async function verified(token: string, expectedAudience: string, now: Instant) {
  const keys = publicKeys();
  try {
    const { payload } = await jwtVerify(token, (header) => findPublicKey(header, keys), {
      algorithms: [ALGORITHM],
      issuer: issuer(),
      audience: expectedAudience,
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    });
    return payload;
  } catch {
    return undefined;
  }
}

type PublicKeys = ReadonlyMap<string, Promise<CryptoKey | Uint8Array>>;

let cached: { readonly text: string; readonly keys: PublicKeys } | undefined;

/** The valid public keys by id: one, or two during a rotation. A container imports each once, not with every call. */
function publicKeys(): PublicKeys {
  const text = process.env.TOKEN_PUBLIC_KEYS;
  if (!text) throw new Error('TOKEN_PUBLIC_KEYS is not set');
  if (cached?.text !== text) {
    const keys: readonly JWK[] = JSON.parse(text);
    cached = { text, keys: new Map(keys.map((key) => [key.kid ?? '', importJWK(key, ALGORITHM)])) };
  }
  return cached.keys;
}

function findPublicKey({ kid }: JWTHeaderParameters, keys: PublicKeys) {
  const key = keys.get(kid ?? '');
  if (!key) throw new Error('the token names an unknown key');
  return key;
}
