import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * The SHA-256 in hexadecimal of a key that CloudFront sends to the API. Functions hold only this hash; the key has 48 random
 * characters, so it cannot be found from the hash.
 */
export const hashOfOriginKey = (key: string): string =>
  createHash('sha256').update(key).digest('hex');

/**
 * Whether a request came through CloudFront, which adds a key: around it there is no firewall, and anybody could say where
 * they call from. Two keys are good while one takes the other's place (lib/operator/origin-key.ts). Where no key is set, on
 * one machine and in tests, everything came the right way.
 */
export function cameThroughFront({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): boolean {
  const hashes = process.env.ORIGIN_KEY_HASHES;
  if (!hashes) return true;
  const sent = Buffer.from(hashOfOriginKey(headers['x-origin-key'] ?? ''));
  return hashes.split(',').some((hash) => isSame(Buffer.from(hash), sent));
}

/** In a time that does not tell how much of a guess was right. */
const isSame = (right: Buffer, guess: Buffer): boolean =>
  right.length === guess.length && timingSafeEqual(right, guess);
