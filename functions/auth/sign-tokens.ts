import { importJWK, SignJWT } from 'jose';
import { type Instant, later, toSeconds } from '../../shared/time.ts';
import { secret } from '../gateways/secrets.ts';
import {
  ACCESS_TOKEN_TIME,
  ALGORITHM,
  audience,
  type Caller,
  type Claims,
  issuer,
} from './tokens.ts';

/* Signing of access tokens. Only functions whose definition uses `tokenKeys` can read the private key. */

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

async function sign(claims: Claims, now: Instant, expiresAt: Instant): Promise<string> {
  const { signingKeyId, signingKeys } = await secret('tokenKeys');
  const key = signingKeys.find(({ kid }) => kid === signingKeyId);
  if (!key) throw new Error(`the signing key ${signingKeyId} is missing`);
  const { sessionId: sid, verified, plan, signedInWith = 'password' } = claims;
  return new SignJWT({
    ...{ sid, verified, plan },
    ...(signedInWith !== 'password' && { with: signedInWith }),
  })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
    .setIssuer(issuer())
    .setAudience(audience())
    .setSubject(claims.userId)
    .setIssuedAt(toSeconds(now))
    .setExpirationTime(toSeconds(expiresAt))
    .sign(await importJWK(key, ALGORITHM));
}
