import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * The SHA-256 in hexadecimal of a key that CloudFront sends to the API. Functions hold only this hash; the key has 48 random
 * characters, so it cannot be found from the hash.
 */
export const hashOfOriginKey = (key: string): string =>
  createHash('sha256').update(key).digest('hex');

/**
 * Whether a request came through CloudFront, which adds a key. A request that bypasses CloudFront bypasses the firewall and
 * can claim any client address. Two keys are valid during a rotation (lib/operator/origin-key.ts). Without configured keys,
 * locally and in tests, every request is accepted.
 */
export function cameThroughCloudFront({
  headers,
}: Pick<APIGatewayProxyEventV2, 'headers'>): boolean {
  const hashes = process.env.ORIGIN_KEY_HASHES;
  if (!hashes) return true;
  const sent = Buffer.from(hashOfOriginKey(headers['x-origin-key'] ?? ''));
  return hashes.split(',').some((hash) => isSame(Buffer.from(hash), sent));
}

/** Compares in constant time. */
const isSame = (right: Buffer, guess: Buffer): boolean =>
  right.length === guess.length && timingSafeEqual(right, guess);
