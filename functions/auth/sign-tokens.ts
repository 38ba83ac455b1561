import { importJWK, SignJWT } from 'jose';
import { type Instant, later, toSeconds } from '#shared/time.ts';
import { secret } from '../gateways/secrets.ts';
import {
  ACCESS_TOKEN_TIME,
  ALGORITHM,
  APPEAL_TOKEN_TIME,
  appealAudience,
  audience,
  type Caller,
  type Claims,
  issuer,
} from './tokens.ts';

/* Signing of access and appeal tokens. Only functions whose definition uses `tokenKeys` can read the private key. */

/** Signs the access token of a session that was just opened or refreshed. */
export const signAccessToken = (claims: Claims, now: Instant): Promise<string> =>
  sign(claims, now, later(now, ACCESS_TOKEN_TIME));

/**
 * Signs the caller's access token again after a change of the plan. It expires when the old one does, so that repeating the
 * operation cannot extend a session. Only a refresh token can.
 */
export const renewAccessToken = (
  { expiresAt, ...caller }: Caller,
  plan: Claims['plan'],
  now: Instant,
): Promise<string> => sign({ ...caller, plan }, now, expiresAt);

/** Signs the token with which a person whose account is blocked can read the decision and appeal, and do nothing else. */
export const signAppealToken = (userId: string, now: Instant): Promise<string> =>
  signJwt(new SignJWT().setAudience(appealAudience()), userId, now, later(now, APPEAL_TOKEN_TIME));

function sign(claims: Claims, now: Instant, expiresAt: Instant): Promise<string> {
  const { userId, sessionId: sid, verified, plan, signedInWith = 'password' } = claims;
  const token = new SignJWT({
    sid,
    verified,
    plan,
    ...(signedInWith !== 'password' && { with: signedInWith }),
  }).setAudience(audience());
  return signJwt(token, userId, now, expiresAt);
}

async function signJwt(
  token: SignJWT,
  userId: string,
  now: Instant,
  expiresAt: Instant,
): Promise<string> {
  const { signingKeyId, signingKeys } = await secret('tokenKeys');
  const key = signingKeys.find(({ kid }) => kid === signingKeyId);
  if (!key) throw new Error(`the signing key ${signingKeyId} is missing`);
  return token
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
    .setIssuer(issuer())
    .setSubject(userId)
    .setIssuedAt(toSeconds(now))
    .setExpirationTime(toSeconds(expiresAt))
    .sign(await importJWK(key, ALGORITHM));
}
