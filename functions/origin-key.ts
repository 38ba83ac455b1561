import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * Whether a request came through CloudFront, which adds a key: around it there is no firewall, and anybody could say where
 * they call from. Two keys are good while one takes the other's place (lib/operator/origin-key.ts). Where no key is set, on
 * one machine and in tests, everything came the right way.
 */
export function cameThroughFront({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): boolean {
  const keys = process.env.ORIGIN_KEYS;
  return !keys || keys.split(',').some((key) => isSame(key, headers['x-origin-key']));
}

/** In a time that does not tell how much of a guess was right. */
function isSame(key: string, sent = ''): boolean {
  const [right, guess] = [Buffer.from(key), Buffer.from(sent)];
  return right.length > 0 && right.length === guess.length && timingSafeEqual(right, guess);
}
